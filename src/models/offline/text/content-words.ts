import { listedWords } from "../data/words.ts";

const STOP_WORDS = listedWords("content_words_stop_words");

/** The words of a text without stop words, in lower case and in their order. */
export const wordsWithMeaning = (text: string, stopWords = STOP_WORDS): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}$%]{2,}/gu) ?? []).filter((word) => !stopWords.has(word));

/** The word without its ending: "walk" for "walks" and "walking". */
export const withoutEnding = (word: string): string =>
  word.replace(/(?<=\p{L}{3})(?:es|s|ing|ed)$/u, "");

/** The distinct words of a text without stop words and without endings. */
export const contentWords = (text: string, stopWords = STOP_WORDS): ReadonlySet<string> =>
  new Set(wordsWithMeaning(text, stopWords).map(withoutEnding));

/** The share of the smaller set that is also in the larger one: 0 to 1. */
export const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
  return smaller.size === 0
    ? 0
    : [...smaller].filter((word) => larger.has(word)).length / smaller.size;
};
