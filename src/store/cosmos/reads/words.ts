import { stemmer } from "@orama/stemmers/english";

const ACCENTS = /[\u0300-\u036f]/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ENGLISH = /^[a-z]{3,}$/u;

const fold = (text: string): string =>
  text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase();

/** The words of a text, each once, in lower case with their accents: what full text is asked for. Of more than `most` the longest stay, since they tend to be the rarest. */
export const wordsOf = (texts: readonly string[], most: number): string[] => {
  const words = [
    ...new Map(
      texts.flatMap((text) =>
        Array.from(text.toLowerCase().matchAll(WORD), ([word]) => [fold(word), word] as const),
      ),
    ).values(),
  ];
  const kept = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, most));
  return words.filter((word) => kept.has(word));
};

const stemsOf = (text: string): string[] =>
  Array.from(fold(text).matchAll(WORD), ([word]) => (ENGLISH.test(word) ? stemmer(word) : word));

/** Whether a text has any of the words, inflections aside. */
export const sharesWord = (text: string, words: readonly string[]): boolean => {
  const asked = new Set(words.flatMap(stemsOf));
  return stemsOf(text).some((stem) => asked.has(stem));
};

/** How soon repetition saturates (the usual value, Robertson and Zaragoza 2009), and how much length counts: less than usual, since texts are short (docs/evaluation.md). */
const K1 = 1.2;
const B = 0.4;

/**
 * BM25 of texts for words, with the statistics of these texts alone: whatever else is on record, of this space or of others, now or
 * then, has no part in it.
 */
export const scoresOf = (texts: readonly string[], words: readonly string[]): number[] => {
  const stems = texts.map(stemsOf);
  const asked = [...new Set(words.flatMap(stemsOf))];
  const average =
    stems.reduce((sum, { length }) => sum + length, 0) / Math.max(1, stems.length) || 1;
  const rarity = asked.map((stem) => {
    const found = stems.filter((own) => own.includes(stem)).length;
    return Math.log(1 + (stems.length - found + 0.5) / (found + 0.5));
  });
  return stems.map((own) =>
    asked.reduce((score, stem, i) => {
      const frequency = own.filter((candidate) => candidate === stem).length;
      return (
        score +
        (rarity[i]! * frequency * (K1 + 1)) /
          (frequency + K1 * (1 - B + (B * own.length) / average))
      );
    }, 0),
  );
};
