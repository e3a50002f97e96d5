import { stemmer } from "@orama/stemmers/english";
import type { RelatedWord, TextQuery } from "../../port.ts";
import { foldWord } from "../documents/folded-words.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ENGLISH_WORD = /^[a-z]{3,}$/u;

/**
 * The words of texts for a full-text query, each once: first folded, as every text contains them
 * (`foldedWords`), then with accents, because texts of releases before 0.3 contain only that form.
 * If there are more than `most`, the longest ones stay, because they tend to be the rarest.
 */
export const wordsOf = (texts: readonly string[], most: number): string[] => {
  const words = new Map(
    texts.flatMap((text) =>
      Array.from(text.toLowerCase().matchAll(WORD), ([word]) => [foldWord(word), word] as const),
    ),
  );
  const longest = new Set([...words.keys()].toSorted((a, b) => b.length - a.length).slice(0, most));
  const foldedWords = [...words.keys()].filter((word) => longest.has(word));
  const accentedWords = foldedWords
    .flatMap((word) => words.get(word) ?? [])
    .filter((word) => !words.has(word));
  return [...foldedWords, ...accentedWords].slice(0, most);
};

/** The words of the terms of a query, then words related to them, at most `most`. */
export const queryWords = (
  terms: readonly string[],
  relatedWords: TextQuery["relatedWords"],
  most: number,
): { readonly words: readonly string[]; readonly terms: readonly TermWords[] } => {
  const ownWords = new Set(wordsOf(terms, most));
  const own = terms.map((term) => wordsOf([term], most).filter((word) => ownWords.has(word)));
  let room = most - ownWords.size;
  const words = [...ownWords];
  const relatedByTerm = terms.map((term) =>
    (relatedWords?.get(term) ?? []).filter(({ word }) => {
      if (room <= 0 || ownWords.has(word)) return false;
      room -= 1;
      words.push(foldWord(word));
      return true;
    }),
  );
  return {
    words,
    terms: own.map((ofTerm, i) => ({ own: ofTerm, relatedWords: relatedByTerm[i] ?? [] })),
  };
};

const stemsOf = (text: string): string[] =>
  Array.from(foldWord(text).matchAll(WORD), ([word]) =>
    ENGLISH_WORD.test(word) ? stemmer(word) : word,
  );

/** Whether a text contains any of the words in any inflection. */
export const sharesWord = (text: string, words: readonly string[]): boolean => {
  const wantedStems = new Set(words.flatMap(stemsOf));
  return stemsOf(text).some((stem) => wantedStems.has(stem));
};

/**
 * Saturation of repeated words (the usual value, Robertson and Zaragoza 2009), and weight of the
 * length. The latter is lower than usual because texts are short.
 */
const K1 = 1.2;
const B = 0.4;

/** A term of a query: its own words, and words that a text may have in their place. */
export interface TermWords {
  readonly own: readonly string[];
  readonly relatedWords: readonly RelatedWord[];
}

/** The score of a text, and the part that each term adds to it. */
interface TextScore {
  readonly score: number;
  readonly termScores: readonly number[];
}

/** The stems of the terms. Each stem belongs to one term. */
const stemsOfTerms = (
  terms: readonly TermWords[],
): { readonly own: readonly string[]; readonly relatedWeights: ReadonlyMap<string, number> }[] => {
  const knownStems = new Set<string>();
  const newStemsOf = (word: string): string[] =>
    stemsOf(word).filter((stem) => !knownStems.has(stem) && Boolean(knownStems.add(stem)));
  const own = terms.map((term) => term.own.flatMap(newStemsOf));
  return terms.map(({ relatedWords }, i) => ({
    own: own[i] ?? [],
    relatedWeights: new Map(
      relatedWords.flatMap(({ word, weight }) =>
        newStemsOf(word).map((stem) => [stem, weight] as const),
      ),
    ),
  }));
};

/**
 * BM25 scores of texts for terms. Of a term and its related words, the best score counts. The
 * statistics cover these texts alone, so that no other text of this space or another, now or in the
 * past, affects the scores.
 */
export const bm25Scores = (
  texts: readonly string[],
  terms: readonly TermWords[],
): readonly TextScore[] => {
  const stems = texts.map(stemsOf);
  const averageLength =
    stems.reduce((sum, { length }) => sum + length, 0) / Math.max(1, stems.length) || 1;
  const rarities = new Map<string, number>();
  const rarityOf = (stem: string): number => {
    const knownRarity = rarities.get(stem);
    if (knownRarity !== undefined) return knownRarity;
    const containing = stems.filter((stemsOfText) => stemsOfText.includes(stem)).length;
    const rarity = Math.log(1 + (stems.length - containing + 0.5) / (containing + 0.5));
    rarities.set(stem, rarity);
    return rarity;
  };
  const scoreOf = (stem: string, stemsOfText: readonly string[]): number => {
    const frequency = stemsOfText.filter((candidate) => candidate === stem).length;
    if (frequency === 0) return 0;
    const saturation = K1 * (1 - B + (B * stemsOfText.length) / averageLength);
    return (rarityOf(stem) * frequency * (K1 + 1)) / (frequency + saturation);
  };
  const stemsByTerm = stemsOfTerms(terms);
  return stems.map((stemsOfText) => {
    const termScores = stemsByTerm.map(({ own, relatedWeights }) =>
      Math.max(
        own.reduce((sum, stem) => sum + scoreOf(stem, stemsOfText), 0),
        ...Array.from(relatedWeights, ([stem, weight]) => weight * scoreOf(stem, stemsOfText)),
      ),
    );
    return { score: termScores.reduce((sum, own) => sum + own, 0), termScores };
  });
};
