import { stemmer } from "@orama/stemmers/english";

const ACCENTS = /[\u0300-\u036f]/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ENGLISH_WORD = /^[a-z]{3,}$/u;

const fold = (text: string): string =>
  text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase();

/**
 * The words of texts in lower case, each once, with their accents, as full text is queried. If
 * there are more than `most`, the longest stay, since these tend to be the rarest.
 */
export const wordsOf = (texts: readonly string[], most: number): string[] => {
  const words = [
    ...new Map(
      texts.flatMap((text) =>
        Array.from(text.toLowerCase().matchAll(WORD), ([word]) => [fold(word), word] as const),
      ),
    ).values(),
  ];
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, most));
  return words.filter((word) => longest.has(word));
};

const stemsOf = (text: string): string[] =>
  Array.from(fold(text).matchAll(WORD), ([word]) =>
    ENGLISH_WORD.test(word) ? stemmer(word) : word,
  );

/** Whether a text has any of the words, inflections aside. */
export const sharesWord = (text: string, words: readonly string[]): boolean => {
  const wanted = new Set(words.flatMap(stemsOf));
  return stemsOf(text).some((stem) => wanted.has(stem));
};

/**
 * Saturation of repeated words (the usual value, Robertson and Zaragoza 2009), and weight of the
 * length: less than usual, since texts are short.
 */
const K1 = 1.2;
const B = 0.4;

/**
 * BM25 scores of texts for words. The statistics are those of these texts alone, so that no other
 * text of this space or another, now or in the past, influences them.
 */
export const bm25Scores = (texts: readonly string[], words: readonly string[]): number[] => {
  const stems = texts.map(stemsOf);
  const averageLength =
    stems.reduce((sum, { length }) => sum + length, 0) / Math.max(1, stems.length) || 1;
  const terms = [...new Set(words.flatMap(stemsOf))].map((stem) => {
    const containing = stems.filter((stemsOfText) => stemsOfText.includes(stem)).length;
    return { stem, rarity: Math.log(1 + (stems.length - containing + 0.5) / (containing + 0.5)) };
  });
  return stems.map((stemsOfText) =>
    terms.reduce((score, { stem, rarity }) => {
      const frequency = stemsOfText.filter((candidate) => candidate === stem).length;
      const saturation = K1 * (1 - B + (B * stemsOfText.length) / averageLength);
      return score + (rarity * frequency * (K1 + 1)) / (frequency + saturation);
    }, 0),
  );
};
