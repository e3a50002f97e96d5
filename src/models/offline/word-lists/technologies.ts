import { listed } from "../data/words.ts";

/** Software and services that are named without a capital as often as with one. */
export const TECHNOLOGIES = listed("technologies");

/**
 * Of these, words that mean something else as often: only with a capital, or after a verb of using.
 */
export const ORDINARY_WORDS_TOO = listed("ordinary_words_too");
