import { listedWords, words } from "../../data/words.ts";
import { kinTerm } from "../../data/kinship.ts";
import { OCCUPATIONS } from "../../data/word-sets.ts";
import {
  introducesNoun,
  firstOf,
  impliedWord,
  lastOf,
  tokenAt,
  type Token,
} from "../tokens/token.ts";
import { knownVerb } from "../tokens/verb-forms.ts";

const LETTING_GO = listedWords("letting_go");
const POINTERS = words("it them");
const DEMONSTRATIVES = listedWords("object_pronouns_demonstratives");
/** Words with which a known thing opens: "the caravan", "my iPad". */
const OPENINGS = new Set([...listedWords("object_pronouns_openings"), ...DEMONSTRATIVES]);
const PEOPLE = listedWords("object_pronouns_people");
const OF_PHRASE = /^(?:adjective|noun|proper|number)$/u;
const NOUN = /^(?:noun|proper)$/u;
const PLURAL = /(?<!s)s$/u;

/** Whether a noun names a person or a place, which nobody lets go of as a thing. */
const isNoThing = ({ lower, name }: Token): boolean =>
  name?.type === "person" ||
  name?.type === "place" ||
  kinTerm(lower) !== undefined ||
  OCCUPATIONS.has(lower) ||
  PEOPLE.has(lower);

/** The thing that is named from a position on: "the old caravan". Empty if none is. */
const thingAt = (tokens: readonly Token[], i: number): readonly Token[] => {
  const opens = OPENINGS.has(tokenAt(tokens, i).lower);
  const isPart = introducesNoun(tokenAt(tokens, i - 1));
  if (!opens && (isPart || tokenAt(tokens, i).part !== "proper")) return [];
  let end = i + 1;
  while (
    OF_PHRASE.test(tokenAt(tokens, end).part) &&
    tokenAt(tokens, end).time === null &&
    tokenAt(tokens, end - 1).after === ""
  )
    end += 1;
  const phrase = tokens.slice(i, end);
  const last = lastOf(phrase);
  return NOUN.test(last.part) && !last.owns && !isNoThing(last) ? phrase : [];
};

/**
 * The only known thing that a clause names, or its only object: the phone of "I dropped my phone in
 * the lake". Null if it names none or several.
 */
const thingIn = (tokens: readonly Token[]): readonly Token[] | null => {
  const things: { readonly thing: readonly Token[]; readonly isObject: boolean }[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const thing = thingAt(tokens, i);
    const isObject = tokenAt(tokens, i - 1).part !== "preposition";
    if (thing.length > 0) things.push({ thing, isObject });
    i += Math.max(thing.length - 1, 0);
  }
  const objects = things.filter(({ isObject }) => isObject);
  const [only, ...others] = objects.length > 0 ? objects : things;
  return others.length === 0 ? (only?.thing ?? null) : null;
};

/**
 * Whether the clause lets go of the object at a position: "sold it", "let it go", "came off it".
 */
const letsGo = (tokens: readonly Token[], position: number): boolean =>
  tokenAt(tokens, position - 1).lower === "off" ||
  // not "dropped it off at the shop"
  (tokens
    .slice(Math.max(0, position - 3), position)
    .some(({ lower }) => LETTING_GO.has(knownVerb(lower)?.lemma ?? "")) &&
    tokenAt(tokens, position + 1).lower !== "off");

/**
 * The clause with the thing of the clause before in the place of the pronoun: "we sold the caravan"
 * for "we sold it" after "The caravan leaked". Other clauses stay as they are.
 */
export const withThingNamed = (
  tokens: readonly Token[],
  before: readonly Token[],
): readonly Token[] => {
  const at = tokens.findIndex(({ lower }) => POINTERS.has(lower));
  const pointer = tokenAt(tokens, at);
  const thing = at > 0 && letsGo(tokens, at) ? thingIn(before) : null;
  if (thing === null) return tokens;
  if ((pointer.lower === "them") !== PLURAL.test(lastOf(thing).lower)) return tokens;
  const namedThing = thing.map((token) => ({
    ...token,
    start: pointer.start,
    before: "",
    after: "",
  }));
  const first = firstOf(namedThing);
  // The owner of "Bea's violin" may be the subject of the clause: "she sold the violin".
  const opening =
    first.owns || DEMONSTRATIVES.has(first.lower)
      ? impliedWord("the", "determiner", pointer)
      : { ...first, text: OPENINGS.has(first.lower) ? first.lower : first.text };
  const phrase = [opening, ...namedThing.slice(1)];
  const last = { ...lastOf(phrase), after: pointer.after };
  return [...tokens.slice(0, at), ...phrase.slice(0, -1), last, ...tokens.slice(at + 1)];
};
