import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  NEGATIONS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
} from "../data/closed-class.ts";
import type { PartOfSpeech } from "./token.ts";
import { knownVerb } from "./verb-forms.ts";

const NUMBER =
  /^(?:[+-]?\d[\d.,]*(?:st|nd|rd|th|k|m|x|s|km|kg|cm|lbs?|mb|gb|tb|ms|h|am|pm)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen)$/iu;
/** -ing words that are things more often than doings. */
const THINGS_IN_ING = new Set([
  "morning",
  "evening",
  "wedding",
  "building",
  "meeting",
  "ceiling",
  "king",
  "ring",
  "string",
  "thing",
  "something",
  "anything",
  "nothing",
  "everything",
  "spring",
  "clothing",
  "wing",
  "sibling",
  "earring",
  "pudding",
  "sling",
  "duckling",
  "boeing",
  "beijing",
]);

/** The part of speech of a word of which nothing is known but its tags. */
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

/** The part of speech of a word: closed classes by their lists, the rest by what the tagger says. */
export const partOfSpeech = (lower: string, tags: ReadonlySet<string>): PartOfSpeech => {
  if (lower === "i") return "pronoun";
  if (NEGATIONS.has(lower)) return "negation";
  if (AUXILIARIES.has(lower)) return lower === "may" && tags.has("Month") ? "noun" : "auxiliary";
  if (POSSESSIVES.has(lower)) return "possessive";
  if (NUMBER.test(lower)) return "number";
  if (PRONOUNS.has(lower)) return "pronoun";
  if (DETERMINERS.has(lower)) return "determiner";
  if (lower === "to" || PREPOSITIONS.has(lower))
    return lower === "like" && tags.has("Verb") ? "verb" : "preposition";
  if (CONJUNCTIONS.has(lower))
    return lower === "so" && tags.has("Adverb") ? "adverb" : "conjunction";
  if (lower === "last" && !tags.has("Adjective")) return "adjective";
  if (ADVERBS.has(lower) && !(tags.has("Verb") && lower === "back")) return "adverb";
  return openClass(lower, tags);
};
