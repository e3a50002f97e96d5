/**
 * The number of a text contains its kind, its position in the order of recording, and its word
 * count. It is the key in full text, trigrams and vectors. A ranking as of the past thus needs no
 * lookup per text: the texts of a kind recorded by then are those up to a number.
 */
import type { MemoryKind } from "../../../memory/search-text.ts";

/** Maximum word count. Beyond it, BM25's length norm hardly changes. */
const WORDS_COUNTED = 1023;
export const PER_PLACE = 2 ** 10;
/** Numbers per kind: 2^34 texts. All numbers stay below 2^53. */
const PER_KIND = PER_PLACE * 2 ** 34;

export const KINDS = [
  "FACT",
  "ENTITY",
  "EVENT",
  "SUMMARY",
] as const satisfies readonly MemoryKind[];

/** Lower bound of the numbers of a kind. */
export const FIRST_NUMBER: Readonly<Record<MemoryKind, number>> = {
  FACT: 0,
  ENTITY: PER_KIND,
  EVENT: 2 * PER_KIND,
  SUMMARY: 3 * PER_KIND,
};

/** `place` counts from 1 through all texts of the space. */
export const textNumber = (kind: MemoryKind, place: number, words: number): number =>
  FIRST_NUMBER[kind] + place * PER_PLACE + Math.min(words, WORDS_COUNTED);

/** The largest possible number of a text of a kind up to a position. */
export const lastNumber = (kind: MemoryKind, place: number): number =>
  FIRST_NUMBER[kind] + place * PER_PLACE + WORDS_COUNTED;

/** Index of a text's kind in `KINDS`. */
export const kindIndex = (number: number): number => Math.floor(number / PER_KIND);
export const kindOf = (number: number): MemoryKind => {
  const kind = KINDS[kindIndex(number)];
  if (kind === undefined) throw new RangeError(`${number} is not the number of a text.`);
  return kind;
};
export const wordsIn = (number: number): number => number % PER_PLACE;
