import { ACRONYMS, CALENDAR, DEMONYMS, NOT_NAMES } from "../data/not-names.ts";
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
}

const NAME_TAGS = /FirstName|MaleName|FemaleName|Person|City|Country|Region|Place|Organization|LastName|SportsTeam/u;

/** Whether the dictionary knows a word, or its singular, as anything but a name. */
const isOrdinary = (lower: string, tagger: Tagger): boolean => {
  const entry = tagger.lookUp(lower) ?? (lower.endsWith("s") ? tagger.lookUp(lower.slice(0, -1)) : undefined);
  return entry !== undefined && !NAME_TAGS.test(entry) || knownVerb(lower) !== undefined;
};

/** Whether a word is (part of) a name by its own form. */
export const isProperWord = (word: WordInPlace, tagger: Tagger): boolean => {
  const lower = word.text.toLowerCase();
  if (TECHNOLOGIES.has(lower) && (!ORDINARY_WORDS_TOO.has(lower) || capitalised(word.text) && !word.opens)) return true;
  if (!capitalised(word.text) || NOT_NAMES.has(lower) || CALENDAR.has(lower) || ACRONYMS.has(lower) || DEMONYMS.has(lower) || OCCUPATIONS.has(lower)) return false;
  if (kinTerm(lower) !== undefined || /^(?:I|I'm)$/u.test(word.text)) return false;
  if (!word.opens) return true;
  const entry = tagger.lookUp(lower);
  if (entry !== undefined && NAME_TAGS.test(entry)) return true;
  if (/^\p{Lu}.*\p{Lu}/u.test(word.text) && /\p{Ll}/u.test(word.text)) return true;
  if (isOrdinary(lower, tagger)) return word.capitalFollows && !/ly$|ing$/u.test(lower) || TECHNOLOGIES.has(lower);
  return word.tags.has("ProperNoun") || word.tags.has("Person") || word.tags.has("Place") || word.tags.has("Organization") || TECHNOLOGIES.has(lower);
};
