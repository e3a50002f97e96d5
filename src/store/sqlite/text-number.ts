/**
 * A text's number tells its kind, its place in the order of recording, and how many words it has. It is the key under which full text,
 * trigrams and vectors know the text, so that a ranking as of the past needs no look-up per text: the texts of a kind that were on
 * record are those up to a number.
 */
import type { MemoryKind } from "../../memory/search-text.ts";

/** Words beyond these are not counted: BM25's length norm has flattened long before. */
const WORDS_COUNTED = 1023;
export const PER_PLACE = 2 ** 10;
/** A kind's numbers: room for 2^34 texts. All numbers stay below 2^53. */
const PER_KIND = PER_PLACE * 2 ** 34;

export const KINDS = [
  "FACT",
  "ENTITY",
  "EVENT",
  "SUMMARY",
] as const satisfies readonly MemoryKind[];

/** Below all texts of a kind. */
export const FIRST_NUMBER: Readonly<Record<MemoryKind, number>> = {
  FACT: 0,
  ENTITY: PER_KIND,
  EVENT: 2 * PER_KIND,
  SUMMARY: 3 * PER_KIND,
};

/** `place` counts from 1 through all texts of the space. */
export const textNumber = (kind: MemoryKind, place: number, words: number): number =>
  FIRST_NUMBER[kind] + place * PER_PLACE + Math.min(words, WORDS_COUNTED);

/** The last number that a text of this kind may have up to a place. */
export const lastNumber = (kind: MemoryKind, place: number): number =>
  FIRST_NUMBER[kind] + place * PER_PLACE + WORDS_COUNTED;

/** Where a text's kind stands in `KINDS`. */
export const kindIndex = (number: number): number => Math.floor(number / PER_KIND);
export const kindOf = (number: number): MemoryKind => KINDS[kindIndex(number)]!;
export const wordsIn = (number: number): number => number % PER_PLACE;
