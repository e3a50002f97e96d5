import { listedWords } from "../../data/words.ts";
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  NEGATIONS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
} from "../../data/word-sets.ts";
import type { PartOfSpeech } from "./token.ts";
import { knownVerb } from "./verb-forms.ts";

const NUMBER =
  /^(?:[+-]?\d[\d.,]*(?:st|nd|rd|th|k|m|x|s|km|kg|cm|lbs?|mb|gb|tb|ms|h|am|pm)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:one|two|three|four|five|six|seven|eight|nine)|hundred|thousand|million|billion|dozen)$/iu;
/** Words in -ing that are usually nouns. */
const THINGS_IN_ING = listedWords("things_in_ing");

/** The part of speech of a word by its tags alone. */
const openClass = (lower: string, tags: ReadonlySet<string>): PartOfSpeech => {
  if (
    lower.endsWith("ing") &&
    lower.length > 4 &&
    !THINGS_IN_ING.has(lower) &&
    (tags.has("Verb") || tags.has("Gerund") || knownVerb(lower) !== undefined)
  )
    return "gerund";
  if (tags.has("Verb")) return "verb";
  if (tags.has("Adverb")) return "adverb";
  if (tags.has("Adjective")) return "adjective";
  if (tags.has("Value") && NUMBER.test(lower)) return "number";
  return "noun";
};

/** Words whose part of speech is certain, in the order in which they are tried. */
const CLOSED_CLASSES: readonly {
  readonly holds: (lower: string) => boolean;
  readonly part: PartOfSpeech;
}[] = [
  { holds: (lower) => lower === "i", part: "pronoun" },
  { holds: (lower) => NEGATIONS.has(lower), part: "negation" },
  { holds: (lower) => AUXILIARIES.has(lower), part: "auxiliary" },
  { holds: (lower) => POSSESSIVES.has(lower), part: "possessive" },
  { holds: (lower) => NUMBER.test(lower), part: "number" },
  { holds: (lower) => PRONOUNS.has(lower), part: "pronoun" },
  { holds: (lower) => DETERMINERS.has(lower), part: "determiner" },
  { holds: (lower) => lower === "to" || PREPOSITIONS.has(lower), part: "preposition" },
  { holds: (lower) => CONJUNCTIONS.has(lower), part: "conjunction" },
];

/**
 * Words of closed classes that the tagger may assign to another part of speech: "in May", "I like",
 * "so tired".
 */
const EXCEPTIONS: ReadonlyMap<string, { readonly tag: string; readonly part: PartOfSpeech }> =
  new Map([
    ["may", { tag: "Month", part: "noun" }],
    ["like", { tag: "Verb", part: "verb" }],
    ["so", { tag: "Adverb", part: "adverb" }],
  ]);

/** The part of speech of a word: by the lists for closed classes, else by the tags. */
export const partOfSpeech = (lower: string, tags: ReadonlySet<string>): PartOfSpeech => {
  const closedPart = CLOSED_CLASSES.find(({ holds }) => holds(lower))?.part;
  if (closedPart !== undefined) {
    const exception = EXCEPTIONS.get(lower);
    return exception !== undefined && tags.has(exception.tag) ? exception.part : closedPart;
  }
  if (lower === "last" && !tags.has("Adjective")) return "adjective";
  if (ADVERBS.has(lower) && !(tags.has("Verb") && lower === "back")) return "adverb";
  return openClass(lower, tags);
};
