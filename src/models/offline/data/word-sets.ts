import { listedWords, words, wordsOf } from "./words.ts";

/**
 * Given names that are also ordinary words. They are names if they open a sentence and a verb
 * follows.
 */
export const AMBIGUOUS_NAMES = listedWords("ambiguous_names");
/**
 * Words that are not names despite a capital: openings, abbreviations of things and posts, school
 * subjects.
 */
export const NOT_NAMES = listedWords("not_names");
/** Abbreviations for a thing, a post or a field, which name no individual. */
export const ACRONYMS = listedWords("acronyms");
/** Names of firms that look like those of a person or a place. */
export const FIRMS = listedWords("firms");
/** Months, days and feasts. */
export const CALENDAR = listedWords("calendar");
/**
 * Peoples, languages, religions and signs of the zodiac. They describe somebody, and are not names.
 */
export const DEMONYMS = listedWords("demonyms");
/** Head nouns of professions and posts. */
export const OCCUPATIONS = listedWords("occupations");
/** Software and services that are often written without a capital. */
export const TECHNOLOGIES = listedWords("technologies");
/**
 * The subset of `TECHNOLOGIES` that are ordinary words too. They count only with a capital, or
 * after a verb of use.
 */
export const ORDINARY_WORDS_TOO = listedWords("ordinary_words_too");

// Words whose part of speech is certain.
export const PRONOUNS = listedWords("pronouns");
export const POSSESSIVES = listedWords("possessives");
export const DETERMINERS = listedWords("determiners");
export const PREPOSITIONS = listedWords("prepositions");
export const CONJUNCTIONS = listedWords("conjunctions");
export const AUXILIARIES = listedWords("auxiliaries");
export const MODALS = listedWords("modals");
export const HAVE = listedWords("forms_of_have");
export const NEGATIONS = words("not never");
export const ADVERBS = listedWords("adverbs");

/** Verbs that affirm the verb after them. */
export const ACTUAL = listedWords("actual");
export const DECIDING_VERBS = listedWords("verbs_of_deciding");
/** Verbs after whose past form an activity continues: "started working". */
export const BEGINNING_VERBS = listedWords("verbs_of_beginning");
/** Verbs that end the activity after them. */
export const STOPPING_VERBS = listedWords("verbs_of_stopping");
/** Verbs that make the activity after them a mere idea. */
export const UNREAL = listedWords("unreal");
export const MOODS = listedWords("moods");
export const UNREAL_MODALS = listedWords("unreal_modals");
/** Common regular verbs, against which a word with the ending of a verb is checked. */
export const COMMON_VERBS = listedWords("common_verbs");
/**
 * The base, the past and the participle of irregular verbs. The participle defaults to the past.
 */
export const IRREGULAR_VERBS = wordsOf("irregular_verbs").map((row) => {
  const [base = "", past = "", participle = past] = row.split("/");
  return { base, past, participle };
});
