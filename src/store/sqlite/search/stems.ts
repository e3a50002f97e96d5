import { stemmer } from "@orama/stemmers/english";
import { LRUCache } from "lru-cache";
import { ACCENTS } from "../../../language/folding.ts";
import type { MemoryKind } from "../../../memory/search-text.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ENGLISH = /^[a-z]{3,}$/u;
/** Maximum length of a word. Longer words are truncated, so that they are found by their start. */
const LONGEST_WORD = 64;
/** Number of cached stems. Stemming takes longer than a lookup. */
const CACHED_STEMS = 5_000;

const stemCache = new LRUCache<string, string>({ max: CACHED_STEMS });

const stemOf = (word: string): string => {
  if (!ENGLISH.test(word)) return word;
  const cachedStem = stemCache.get(word);
  if (cachedStem !== undefined) return cachedStem;
  const stem = stemmer(word);
  stemCache.set(word, stem);
  return stem;
};

/**
 * The words of a text in order, in lower case, without accents and English endings. Texts and
 * queries both go through this function.
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

/**
 * A stem as indexed, prefixed by the kind of its text, so that each kind is searched and counted
 * separately.
 */
export const indexedStem = (kind: MemoryKind, stem: string): string => INITIAL[kind] + stem;
