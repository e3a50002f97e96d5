import { ACCENTS } from "../../../language/folding.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A text in lower case without accents. */
export const foldWord = (text: string): string =>
  text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase();

/**
 * The words of a text whose folded form differs because of accents, in that form, each once. The
 * documentation of Cosmos DB does not mention accents, so a text contains both forms of such a word
 * for full-text search.
 */
export const foldedWords = (text: string): string[] => [
  ...new Set(
    Array.from(text.normalize("NFC").toLowerCase().matchAll(WORD), ([word]) => word).flatMap(
      (word) => {
        const foldedWord = foldWord(word);
        return foldedWord === word ? [] : [foldedWord];
      },
    ),
  ),
];
