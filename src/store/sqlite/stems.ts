import { stemmer } from "@orama/stemmers/english";
import { LRUCache } from "lru-cache";
import type { MemoryKind } from "../../memory/search-text.ts";

/** The accents of Latin, Greek and Cyrillic letters; marks of other scripts are letters in all but name, and stay. */
const ACCENTS = /[\u0300-\u036f]/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ENGLISH = /^[a-z]{3,}$/u;
/** Longer runs of letters are no words; they are found by their beginning. */
const LONGEST_WORD = 64;
/** Words whose stems are kept, since stemming one takes longer than finding it. */
const KEPT_STEMS = 5_000;

const kept = new LRUCache<string, string>({ max: KEPT_STEMS });

const stemOf = (word: string): string => {
  if (!ENGLISH.test(word)) return word;
  const known = kept.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  kept.set(word, stem);
  return stem;
};

/**
 * The words of a text as full text knows them: lower case, accents folded, English endings taken off, in order. Whoever writes and
 * whoever asks go through this one function.
 */
export const stemsOf = (text: string): string[] =>
  Array.from(
    text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase().matchAll(WORD),
    ([word]) => stemOf(word.slice(0, LONGEST_WORD)),
  );

const INITIAL: Readonly<Record<MemoryKind, string>> = {
  FACT: "f",
  ENTITY: "e",
  EVENT: "v",
  SUMMARY: "s",
};

/** A stem as the index has it: with the kind of the text, so that the texts of each kind are found, and counted, by themselves. */
export const indexedStem = (kind: MemoryKind, stem: string): string => INITIAL[kind] + stem;
