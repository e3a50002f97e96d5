import {
  ACRONYMS,
  ADVERBS,
  AMBIGUOUS_NAMES,
  AUXILIARIES,
  CALENDAR,
  DEMONYMS,
  NOT_NAMES,
  OCCUPATIONS,
  ORDINARY_WORDS_TOO,
  TECHNOLOGIES,
} from "../../data/word-sets.ts";
import { groupsIn } from "../../data/expressions.ts";
import { ATTRIBUTES } from "../../data/attributes.ts";
import { kinTerm } from "../../data/kinship.ts";
import { isCapitalised } from "../../text/tidy.ts";
import { listedWords } from "../../data/words.ts";
import type { Tagger } from "./tagger.ts";
import { knownVerb } from "./verb-forms.ts";

export interface WordInPlace {
  readonly text: string;
  readonly tags: ReadonlySet<string>;
  /**
   * Whether the word begins the sentence or follows a colon, where a capital is no sign of a name.
   */
  readonly opens: boolean;
  /** Whether the next word has a capital that may be a sign of a name. */
  readonly capitalFollows: boolean;
  /** Whether "The" or "at" precedes it within the sentence: "The Economist", "at Baker McKenzie". */
  readonly titled: boolean;
  /** Whether an article, an owner or "as" precedes it, or "of" follows: "the Dean", "Dean of Arts". */
  readonly ofPost: boolean;
  /** The next word in lower case; empty if there is none. */
  readonly next: string;
  /**
   * The word with which "and" joins it, in lower case, if that has a capital: "i" for "Beth and I".
   * Else empty.
   */
  readonly partner: string;
  /** Whether a comma and a description follow: "Priya, our designer,". */
  readonly described: boolean;
  /** Whether the word for a relative or a friend precedes it: "my brother Will". */
  readonly ofRelative: boolean;
}

/** Common words with which many names begin. */
const NAME_OPENING = listedWords("proper_words_name_opening");
/** Endings of common nouns. */
export const COMMON_ENDING =
  /(?:ing|tion|sion|ment|ness|ity|ism|ship|ance|ence|ers|ings|ware|age|ups?|ly)$/u;
const NAME_TAGS =
  /FirstName|MaleName|FemaleName|Person|City|Country|Region|Place|Organization|LastName|SportsTeam/u;

const FIRST_NAME_TAGS = /FirstName|MaleName|FemaleName|Person/u;

const NAMING_TAGS = ["ProperNoun", "Person", "Place", "Organization"];

/** Whether the dictionary lists a word, or its singular, as anything but a name. */
export const isOrdinary = (lower: string, tagger: Tagger): boolean => {
  const entry =
    tagger.lookUp(lower) ?? (lower.endsWith("s") ? tagger.lookUp(lower.slice(0, -1)) : undefined);
  return (
    (entry !== undefined && entry !== "Noun" && !NAME_TAGS.test(entry)) ||
    knownVerb(lower) !== undefined
  );
};

const hasCapital = ({ text }: WordInPlace): boolean => isCapitalised(text);

/**
 * Whether the word names a technology: "Postgres", or "React" within a sentence, but not "React
 * quickly to it".
 */
const isTechnology = (word: WordInPlace, lower: string): boolean =>
  TECHNOLOGIES.has(lower) && (!ORDINARY_WORDS_TOO.has(lower) || (hasCapital(word) && !word.opens));

/**
 * Whether a common word opens a name: "New York", even at the start of a sentence, but not "New
 * Tools are out".
 */
const opensName = (word: WordInPlace, lower: string, tagger: Tagger): boolean =>
  hasCapital(word) &&
  NAME_OPENING.has(lower) &&
  word.capitalFollows &&
  (!word.opens || NAME_TAGS.test(tagger.lookUp(`${lower} ${word.next}`) ?? ""));

/** Whether the word after a name is, or introduces, its verb: "has", "always", "moved". */
const opensPredicate = (next: string): boolean =>
  AUXILIARIES.has(next) ||
  ADVERBS.has(next) ||
  (/[^s]s$|ed$/u.test(next) && knownVerb(next) !== undefined) ||
  (knownVerb(next)?.forms.has("past") ?? false);

/** Whether a verb follows: "Will has moved", but not "Will you move?". */
const precedesVerb = ({ next }: WordInPlace): boolean => opensPredicate(next);

/**
 * Whether a demonym opens the name of a firm: "at Canadian Tire", but not "the Brazilian CEO",
 * "Italian Marco" or "Brazilian Portuguese".
 */
const opensNameOfFirm = (word: WordInPlace, tagger: Tagger): boolean =>
  !word.opens &&
  word.capitalFollows &&
  !DEMONYMS.has(word.next) &&
  !ACRONYMS.has(word.next) &&
  !OCCUPATIONS.has(word.next) &&
  !/Name|Person|Demonym|City|Country|Region/u.test(tagger.lookUp(word.next) ?? "");

/**
 * Whether a word is never a name, even with a capital: "Monday", "API", "Brazilian", "Nurse",
 * "Mom", "I".
 */
const isNeverName = (word: WordInPlace, lower: string, opensNameOfFirm: boolean): boolean =>
  !hasCapital(word) ||
  NOT_NAMES.has(lower) ||
  CALENDAR.has(lower) ||
  (ACRONYMS.has(lower) && !/^\p{Lu}\p{Ll}+$/u.test(word.text)) ||
  (DEMONYMS.has(lower) && !opensNameOfFirm) ||
  (OCCUPATIONS.has(lower) && !word.titled && (!AMBIGUOUS_NAMES.has(lower) || word.ofPost)) ||
  kinTerm(lower) !== undefined ||
  /^(?:I|I'm)$/u.test(word.text);

/**
 * Whether a word that is in no list may be a name, by its neighbours: a verb follows ("Halden
 * grew"), another capital ("Zorvan Labs"), a description or "and" ("Halden, our client"). Words with
 * a common ending ("Pricing changed") and attributes ("Budget grew") are no names.
 */
const mayBeUnknownName = (word: WordInPlace, lower: string, entry: string | undefined): boolean => {
  const standsAsName =
    precedesVerb(word) ||
    word.capitalFollows ||
    (entry === undefined && (word.described || word.next === "and"));
  return standsAsName && !COMMON_ENDING.test(lower) && !ATTRIBUTES.has(lower);
};

/**
 * Whether the first word of a sentence is a name: "Halden grew", "YouTube is down", but not
 * "Hosting costs".
 */
const isNameAtOpening = (
  word: WordInPlace,
  lower: string,
  entry: string | undefined,
  tagger: Tagger,
): boolean => {
  if (NAME_TAGS.test(entry ?? "")) return true;
  if (/^\p{Lu}.*\p{Lu}/u.test(word.text) && /\p{Ll}/u.test(word.text)) return true;
  if (isOrdinary(lower, tagger))
    return (word.capitalFollows && !/ly$|ing$/u.test(lower)) || TECHNOLOGIES.has(lower);
  if (mayBeUnknownName(word, lower, entry)) return true;
  return NAMING_TAGS.some((tag) => word.tags.has(tag)) || TECHNOLOGIES.has(lower);
};

/**
 * Whether the first word of a sentence stands beside a person, and may be a name itself: "Dawn and
 * I", "Zora and Tom", but not "Friends and I".
 */
const standsBesidePerson = (
  { opens, partner }: WordInPlace,
  lower: string,
  entry: string | undefined,
  tagger: Tagger,
): boolean =>
  opens &&
  (AMBIGUOUS_NAMES.has(lower) || entry === undefined || NAME_TAGS.test(entry)) &&
  (partner === "i" || FIRST_NAME_TAGS.test(tagger.lookUp(partner) ?? ""));

const WORD_BEFORE = /(?<word>\p{L}+) $/u;
const NEXT_WORD = /^ (?<word>\p{L}+)(?!\p{L})/u;
/** "my sister April's flat", "my sister April and I" */
const NAME_AHEAD = /^(?:['’]s | and I(?!\p{L}))/u;
/** Whether a word for a month or a season is the name of a relative: "my sister April is a vet". */
export const isNamedRelative = (sentence: string, start: number, end: number): boolean => {
  if (!/^\p{Lu}\p{Ll}+$/u.test(sentence.slice(start, end))) return false;
  const wordBefore = groupsIn(WORD_BEFORE, sentence.slice(0, start))["word"] ?? "";
  if (kinTerm(wordBefore.toLowerCase()) === undefined) return false;
  const rest = sentence.slice(end);
  const next = groupsIn(NEXT_WORD, rest)["word"] ?? "";
  return NAME_AHEAD.test(rest) || opensPredicate(next.toLowerCase());
};

/** Whether a word is a name or part of one, by its own form and its neighbours. */
export const isProperWord = (word: WordInPlace, tagger: Tagger): boolean => {
  const lower = word.text.toLowerCase();
  if (isTechnology(word, lower) || opensName(word, lower, tagger)) return true;
  const mayBeNamed =
    (word.opens && AMBIGUOUS_NAMES.has(lower)) ||
    (word.ofRelative && (AMBIGUOUS_NAMES.has(lower) || CALENDAR.has(lower)));
  if (mayBeNamed && hasCapital(word) && precedesVerb(word)) return true;
  const ofCountry = opensNameOfFirm(word, tagger);
  if (isNeverName(word, lower, ofCountry)) return false;
  const entry = tagger.lookUp(lower);
  if (standsBesidePerson(word, lower, entry, tagger)) return true;
  if (/Demonym/u.test(entry ?? "") && !ofCountry) return false;
  return !word.opens || isNameAtOpening(word, lower, entry, tagger);
};
