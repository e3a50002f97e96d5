import { stemmer } from "@orama/stemmers/english";
import { LRUCache } from "lru-cache";

/** The words of texts that were taken apart before: every query takes all texts of a space. */
const known = new LRUCache<string, readonly string[]>({ max: 10_000 });

/** Accents count: the service's documents name case, stems and stop words, and nothing of accents. */
const takenApart = (text: string): readonly string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "")
    .map((word) => stemmer(word));

/**
 * Words as the double distinguishes them, so that a query finds texts with its words. It is not the
 * service's analyser, so it shows nothing about the results of the service or their order.
 */
export const wordsOf = (text: string): readonly string[] => {
  const found = known.get(text);
  if (found) return found;
  const words = takenApart(text);
  known.set(text, words);
  return words;
};

/** Whether the text has the words of the phrase, one after the other. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  ` ${wordsOf(text).join(" ")} `.includes(` ${wordsOf(phrase).join(" ")} `) &&
  wordsOf(phrase).length > 0;

const K1 = 1.2;
const B = 0.75;

/** BM25 with the statistics that the client has gathered and put into the query. */
export const scoreOf = (
  text: string,
  terms: readonly string[],
  documents: number,
  words: number,
  hits: readonly number[],
): number => {
  const own = wordsOf(text);
  const average = words / Math.max(documents, 1) || 1;
  return terms.reduce((score, term, i) => {
    const [word] = wordsOf(term);
    const frequency = own.filter((candidate) => candidate === word).length;
    const found = hits[i] ?? 0;
    const rarity = Math.log(1 + (documents - found + 0.5) / (found + 0.5));
    return (
      score +
      (rarity * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * own.length) / average))
    );
  }, 0);
};
