import { ACRONYMS, CALENDAR, DEMONYMS, NOT_NAMES } from "../data/not-names.ts";
import { AMBIGUOUS_NAMES } from "../data/ambiguous-names.ts";
import { ATTRIBUTES } from "../data/attributes.ts";
import { ADVERBS, AUXILIARIES } from "../data/closed-class.ts";
import { kinTerm } from "../data/kinship.ts";
import { OCCUPATIONS } from "../data/occupations.ts";
import { ORDINARY_WORDS_TOO, TECHNOLOGIES } from "../data/technologies.ts";
import { capitalised } from "../text/tidy.ts";
import type { Tagger } from "./tagger.ts";
import { knownVerb } from "./verb-forms.ts";

export interface WordInPlace {
  readonly text: string;
  readonly tags: ReadonlySet<string>;
  /** Whether it begins the sentence, or follows a colon: a capital tells nothing there. */
  readonly opens: boolean;
  /** Whether the next word has a capital that tells. */
  readonly capitalFollows: boolean;
  /** The next word in lower case; empty where there is none. */
  readonly next: string;
  /** Whether a comma and a description follow: "Priya, our designer,". */
  readonly described: boolean;
}

/** Common words that many names begin with. */
const NAME_OPENING = new Set([
  "new",
  "old",
  "great",
  "big",
  "good",
  "first",
  "last",
  "happy",
  "red",
  "blue",
  "black",
  "white",
  "green",
]);
/** Endings of nouns that name no bearer. */
export const COMMON_ENDING =
  /(?:ing|tion|sion|ment|ness|ity|ism|ship|ance|ence|ers|ings|ware|age|ups?|ly)$/u;
const NAME_TAGS =
  /FirstName|MaleName|FemaleName|Person|City|Country|Region|Place|Organization|LastName|SportsTeam/u;

/** Whether the dictionary knows a word, or its singular, as anything but a name. */
export const isOrdinary = (lower: string, tagger: Tagger): boolean => {
  const entry =
    tagger.lookUp(lower) ?? (lower.endsWith("s") ? tagger.lookUp(lower.slice(0, -1)) : undefined);
  return (
    (entry !== undefined && entry !== "Noun" && !NAME_TAGS.test(entry)) ||
    knownVerb(lower) !== undefined
  );
};

/** Whether a word is (part of) a name by its own form. */
export const isProperWord = (word: WordInPlace, tagger: Tagger): boolean => {
  const lower = word.text.toLowerCase();
  if (
    TECHNOLOGIES.has(lower) &&
    (!ORDINARY_WORDS_TOO.has(lower) || (capitalised(word.text) && !word.opens))
  )
    return true;
  if (
    capitalised(word.text) &&
    NAME_OPENING.has(lower) &&
    word.capitalFollows &&
    (!word.opens || NAME_TAGS.test(tagger.lookUp(`${lower} ${word.next}`) ?? ""))
  )
    return true;
  const acts =
    AUXILIARIES.has(word.next) ||
    ADVERBS.has(word.next) ||
    (/[^s]s$|ed$/u.test(word.next) && knownVerb(word.next) !== undefined) ||
    (knownVerb(word.next)?.forms.has("past") ?? false);
  if (word.opens && acts && capitalised(word.text) && AMBIGUOUS_NAMES.has(lower)) return true;
  if (
    !capitalised(word.text) ||
    NOT_NAMES.has(lower) ||
    CALENDAR.has(lower) ||
    (ACRONYMS.has(lower) && !/^\p{Lu}\p{Ll}+$/u.test(word.text)) ||
    DEMONYMS.has(lower) ||
    (OCCUPATIONS.has(lower) && word.text !== "Dev")
  )
    return false;
  if (kinTerm(lower) !== undefined || /^(?:I|I'm)$/u.test(word.text)) return false;
  if (!word.opens) return !/Demonym/u.test(tagger.lookUp(lower) ?? "");
  const entry = tagger.lookUp(lower);
  if (entry !== undefined && /Demonym/u.test(entry)) return false;
  if (entry !== undefined && NAME_TAGS.test(entry)) return true;
  if (/^\p{Lu}.*\p{Lu}/u.test(word.text) && /\p{Ll}/u.test(word.text)) return true;
  if (isOrdinary(lower, tagger))
    return (word.capitalFollows && !/ly$|ing$/u.test(lower)) || TECHNOLOGIES.has(lower);
  if (
    (acts || (word.described && entry === undefined)) &&
    !COMMON_ENDING.test(lower) &&
    !ATTRIBUTES.has(lower)
  )
    return true;
  return (
    word.tags.has("ProperNoun") ||
    word.tags.has("Person") ||
    word.tags.has("Place") ||
    word.tags.has("Organization") ||
    TECHNOLOGIES.has(lower)
  );
};
