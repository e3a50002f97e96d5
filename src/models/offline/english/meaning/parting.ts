import { keys, listedWords } from "../../data/words.ts";
import { UNDATED } from "../../dates/validity.ts";
import { isCapitalised } from "../../text/tidy.ts";
import { headOf, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { firstOf, NO_TOKEN, type Token } from "../tokens/token.ts";
import { EMPTY, isFuture } from "./frame-phrases.ts";
import type { FrameReading } from "./slot-frame.ts";
import {
  isFigurative,
  isOfEntity,
  isOfTheDay,
  isShutForTheDay,
  isSo,
  objectOf,
  type Meaning,
  type Statement,
} from "./statement.ts";
import { headValue } from "./targets.ts";

const MOST_PARTED_WORDS = 4;
const NO_VALUE_PARTS = keys("pronoun verb auxiliary conjunction negation");
const NOT_PARTED_WITH = listedWords("parting_not_parted_with");
/**
 * Whether the words name something that can end: a name ("the ThinkPad") or one word for an
 * activity ("keto"), but not "the dishes", "my seat" or "work".
 */
const isPartedWith = (head: readonly Token[]): boolean => {
  const [only = NO_TOKEN, ...others] = head;
  const isPlain = head.every(
    ({ part, time, owns }) => time === null && !owns && !NO_VALUE_PARTS.has(part),
  );
  const isOneWord = others.length === 0 && only.part === "noun" && !NOT_PARTED_WITH.has(only.lower);
  return (
    isPlain &&
    head.length <= MOST_PARTED_WORDS &&
    (isOneWord || head.some(({ name }) => name !== null && name.type !== "person"))
  );
};

/** "the Fairphone" of "gave my son the Fairphone"; nothing of "gave my son a Fairphone". */
const givenTo = ({ tokens, ...phrase }: Phrase): Phrase => {
  const second = tokens.findIndex(({ lower }, i) => i > 0 && /^(?:the|my|our)$/u.test(lower));
  return { ...phrase, tokens: second < 0 ? [] : tokens.slice(second) };
};

/**
 * Reads the end of the known fact with a value, in whatever slot: "is off keto", "gave the ThinkPad
 * to Sam".
 */
export const readParting = (reading: FrameReading): Meaning | null => {
  const { frame, phrase, statement, discourse } = reading;
  if (isFigurative(statement)) return null;
  if (frame.parted === "subject") return readLostThing(statement, discourse);
  if (frame.parted === "taken") return readTaken(reading);
  const { subject, verb, when } = statement;
  const isPlanned = isFuture(statement, frame) || (verb.progressive && verb.lemma !== "be");
  const isDone = verb.lemma === "be" || /^(?:past|perfect)$/u.test(verb.tense);
  if (verb.negated || verb.unreal || verb.ended || !isOfEntity(statement)) return null;
  if (isPlanned ? when.planned === null : !isDone) return null;
  const whole = frame.parted === "given" ? (objectOf(statement) ?? EMPTY) : phrase;
  const object = frame.parted === "given" && frame.prepositions === null ? givenTo(whole) : whole;
  const value = headValue(object);
  if (!isPartedWith(headOf(object)) || isOfTheDay(statement)) return null;
  return {
    facts: [{ text: `${subject.text} no longer has ${value}`, value, action: "DELETE" }],
    ...(isPlanned ? { when: { ...UNDATED, from: when.planned } } : {}),
  };
};

/**
 * Reads that somebody else has the speaker's pet: "my sister has taken Salt"; not "has taken Salt to
 * the vet".
 */
const readTaken = ({ statement, phrase, discourse }: FrameReading): Meaning | null => {
  const { subject, verb, phrases } = statement;
  const [head = NO_TOKEN, ...others] = headOf(phrase);
  const isPet = head.name?.type === "pet" && others.length === 0;
  const isElsewhere = phrases.some(({ preposition }) => preposition !== null);
  const isDone = verb.tense === "perfect" && isSo(statement) && isOfEntity(statement);
  if (!isPet || !isDone || subject.speaker || isElsewhere) return null;
  const value = headValue(phrase);
  const { speaker } = discourse;
  return {
    slot: "pet",
    value,
    facts: [
      { subject: speaker, text: `${speaker} no longer has ${value}`, value, action: "DELETE" },
    ],
  };
};

/**
 * Reads the end of the speaker's possession with the name of the subject: "Static Bloom is over",
 * "my Pixel died".
 */
const readLostThing = (statement: Statement, { speaker }: Discourse): Meaning | null => {
  const { subject, verb } = statement;
  // "Westpac closed the branch"
  const { part } = firstOf((objectOf(statement) ?? EMPTY).tokens);
  if (!verb.passive && /^(?:determiner|possessive|number)$/u.test(part)) return null;
  const value = subject.attribute ?? subject.name;
  const isOwn = subject.attribute === null ? !subject.speaker : subject.name === speaker;
  const isThing =
    subject.kin === null &&
    (subject.attribute !== null ||
      !/^(?:person|pet|place)$/u.test(subject.type ?? "") ||
      // In "the Canon died", the verb makes it look like a person.
      (subject.definite && !subject.plural && subject.type === "person"));
  const isDone =
    verb.lemma === "be" ? verb.tense === "present" : /^(?:past|perfect)$/u.test(verb.tense);
  if (isShutForTheDay(statement)) return null;
  if (!isOwn || !isThing || !isDone || verb.negated || verb.unreal || !isCapitalised(value))
    return null;
  const text = `${speaker} no longer has ${value}`;
  return { facts: [{ subject: speaker, text, value, action: "DELETE" }] };
};
