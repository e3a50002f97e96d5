import { listed } from "../data/words.ts";

/**
 * Given names that are words as well: names where a sentence opens with them and a verb follows.
 */
export const AMBIGUOUS_NAMES = listed("ambiguous_names");

/**
 * Words that a capital does not make a name: openings, short forms of things and of posts, and
 * school subjects in titles.
 */
export const NOT_NAMES = listed("not_names");

/** Short forms that stand for a thing, a post or a field, not for one bearer. */
export const ACRONYMS = listed("acronyms");

/** Months, days and feasts: they tell when. */
export const CALENDAR = listed("calendar");

/** Peoples, languages, faiths and signs: they describe, and name nobody. */
export const DEMONYMS = listed("demonyms");
