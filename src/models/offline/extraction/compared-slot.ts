import { listedWords } from "../data/words.ts";

/** Slots whose statements are compared by their words: "uses Zed" may end "writes code in Vim". */
const BY_WORDS = listedWords("slots_by_words");

interface InSlot {
  readonly action?: string;
  readonly slot: string | null;
  readonly value: string | null;
}

/** Whether the statements of a slot are compared by their words, as those without a slot are. */
export const isByWords = (slot: string): boolean => BY_WORDS.has(slot);

/**
 * A fact as it is compared: without the slot whose statements are compared by their words. What a new
 * one says is no value then, but what a denial ends is.
 */
export const asCompared = <Fact extends InSlot>(fact: Fact): Fact =>
  fact.slot !== null && isByWords(fact.slot)
    ? {
        ...fact,
        slot: null,
        value: /^(?:NEW|UPDATE)$/u.test(fact.action ?? "") ? null : fact.value,
      }
    : fact;
