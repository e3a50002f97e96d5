import { listedWords, words, wordsOf } from "../data/words.ts";

/** Given names that are words as well: names where a sentence opens with them and a verb follows. */
export const AMBIGUOUS_NAMES = listedWords("ambiguous_names");
/** Words that a capital does not make a name: openings, short forms of things and posts, school subjects. */
export const NOT_NAMES = listedWords("not_names");
/** Short forms that stand for a thing, a post or a field, not for one bearer. */
export const ACRONYMS = listedWords("acronyms");
/** Firms by their names, which others take for a person or a place. */
export const FIRMS = listedWords("firms");
/** Months, days and feasts: they tell when. */
export const CALENDAR = listedWords("calendar");
/** Peoples, languages, faiths and signs: they describe, and name nobody. */
export const DEMONYMS = listedWords("demonyms");
/** Heads of what somebody is by profession or post. */
export const OCCUPATIONS = listedWords("occupations");
/** Software and services that are named without a capital as often as with one. */
export const TECHNOLOGIES = listedWords("technologies");
/** Of these, words that mean something else as often: only with a capital, or after a verb of using. */
export const ORDINARY_WORDS_TOO = listedWords("ordinary_words_too");

// Words whose part of speech no tagger needs to guess.
export const PRONOUNS = listedWords("pronouns");
export const POSSESSIVES = words("my our your his her their its");
export const DETERMINERS = listedWords("determiners");
export const PREPOSITIONS = listedWords("prepositions");
export const CONJUNCTIONS = listedWords("conjunctions");
export const AUXILIARIES = listedWords("auxiliaries");
export const MODALS = words("will would can could shall should may might must cannot ought");
export const HAVE = words("have has had having");
export const NEGATIONS = words("not never");
export const ADVERBS = listedWords("adverbs");

/** Verbs that say of what follows that it is so. */
export const ACTUAL = listedWords("actual");
export const DECIDING = words("decide choose agree opt resolve");
/** Verbs after which what follows goes on, though they are in the past: "started working". */
export const BEGINNING = words("start begin continue resume");
/** Verbs that say of what follows that it is over. */
export const ENDING = words("stop quit cease");
/** Verbs that say of what follows that it is only in the mind. */
export const UNREAL = listedWords("unreal");
export const UNREAL_MODALS = words("would could should may might must ought");
/** Regular verbs of everyday speech: what a word with a verb's ending is checked against. */
export const COMMON_VERBS = listedWords("common_verbs");
/** Base, past, participle where it differs from the past. */
export const IRREGULAR_VERBS = wordsOf("irregular_verbs").map((row) => {
  const [base = "", past = "", participle = past] = row.split("/");
  return { base, past, participle };
});
