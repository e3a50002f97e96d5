import { PHRASES } from "../../data/expressions.ts";
import { listedWords } from "../../data/words.ts";
import { CALENDAR } from "../../data/word-sets.ts";
import type { Token } from "../tokens/token.ts";
import { readVerbGroup, type VerbGroup } from "./verb-group.ts";

/** Verbs that say enough without an object. */
export const COMPLETE_ALONE = listedWords("complete_alone");

const WEATHER = PHRASES.one("weather");
/** Whether "it" refers to nothing: "It is raining", "It takes time". */
export const isExpletive = (predicate: readonly Token[]): boolean => {
  const { verb } = readVerbGroup(predicate);
  return (
    (verb.lemma === "be" && !verb.passive) || WEATHER.test(verb.lemma) || !isInformative(predicate)
  );
};

/** Whether the object is in another sentence: "painted this", "makes it with love". */
export const isPointing = (complement: readonly Token[]): boolean => {
  const [first, second] = complement;
  return (
    first !== undefined &&
    /^(?:it|this|that|them|these|those)$/u.test(first.lower) &&
    (first.after !== "" ||
      second === undefined ||
      !/^(?:noun|adjective|proper|number)$/u.test(second.part)) &&
    !isInformative(complement)
  );
};

const PRAISE = PHRASES.one("praise");
/** Whether the predicate is only a judgement: "is incredible". It states nothing to keep. */
export const isPraise = (verb: VerbGroup, complement: readonly Token[]): boolean =>
  (verb.lemma === "be" || verb.lemma === "look" || verb.lemma === "sound") &&
  complement.length > 0 &&
  complement.every(
    (token) =>
      (token.part === "adverb" && token.lower !== "together") ||
      /^(?:so|the|very|just|too)$/u.test(token.lower) ||
      PRAISE.test(token.lower),
  );

const COURTESY = PHRASES.one("courtesy");
const COMMENT = PHRASES.one("comment");
const READER = /\b(?:you|your|yours|y'all|ya)\b/iu;
export const isSmallTalk = (predicate: string): boolean =>
  COURTESY.test(predicate) || COMMENT.test(predicate) || READER.test(predicate);
const TALK = PHRASES.one("talk");
export const isTalk = (attribute: string): boolean => TALK.test(attribute);
export const addressesReader = (predicate: string): boolean => READER.test(predicate);

/**
 * Whether the words contain something worth keeping about a thing without a name: a number, a name,
 * a date, a protected string or an owner.
 */
export const isInformative = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ part, name, span, time, text, lower }) =>
      name !== null ||
      span !== null ||
      part === "number" ||
      /\d/u.test(text) ||
      time !== null ||
      /^\p{Lu}{2,}s?$/u.test(text) ||
      (CALENDAR.has(lower) && /^\p{Lu}/u.test(text)) ||
      lower === "my" ||
      lower === "our" ||
      lower === "me",
  );

/** A word for the speaker, or for what is theirs. */
export const meansSpeaker = ({ lower }: Token): boolean => /^(?:my|our|me)$/u.test(lower);

/** Whether the words contain something worth keeping besides words for the speaker. */
export const isInformativeBesides = (tokens: readonly Token[]): boolean =>
  isInformative(tokens.filter((token) => !meansSpeaker(token)));
