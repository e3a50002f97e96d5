import type { Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import {
  isCurrent,
  isOfEntity,
  isOngoing,
  isSo,
  objectOf,
  phraseWith,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
import { firstOf } from "../tokens/token.ts";
import { phaseOf, tied, TIES } from "./ties.ts";
import { headValue, targetIn, valueIn, type Target } from "./targets.ts";

const LIVING = /^(?:live|reside|base|settle|dwell)$/u;
const SEATED = /^(?:base|locate|headquarter|situate)$/u;
const MOVING = /^(?:move|relocate|emigrate|immigrate|resettle)$/u;
/** What one moves to that is no place. */
const NO_PLACE =
  /\b(?:house|apartment|flat|home|condo|studio|room|place|team|role|project|position|department|desk|office|company|job|floor|side)\b/iu;

const placeIn = (phrase: Phrase | undefined, discourse: Discourse): Target | null => {
  const target = targetIn(phrase, discourse, "place");
  return target === null ||
    target.type === "person" ||
    target.type === "organization" ||
    target.type === "product" ||
    NO_PLACE.test(target.name)
    ? null
    : target;
};

const isPerson = (statement: Statement): boolean =>
  statement.subject.speaker ||
  statement.subject.type === "person" ||
  statement.subject.kin !== null;

/** "27 Oak Street, Lyon": where somebody lives, in the town that is named last. */
const addressIn = (phrase: Phrase): Meaning => {
  const town = phrase.tokens.findLast(
    ({ name }, i) => name !== null && phrase.tokens[i - 1]?.after === ",",
  )?.name;
  return {
    slot: "residence",
    value: valueIn(phrase),
    relations: town == null ? [] : [{ type: "lives_in", target: town.name, targetType: "place" }],
  };
};

/** "is headquartered in Lyon": where something is; not "was based in Lyon". */
const readSeatOfThing = (statement: Statement, place: Target, phrase: Phrase): Meaning | null => {
  const hasSeat = /^(?:base|headquarter)$/u.test(statement.verb.lemma) && !statement.subject.thing;
  return isCurrent(statement)
    ? {
        relations: [{ type: "located_in", target: place.name, targetType: "place" }],
        ...(hasSeat ? { slot: "headquarters", value: headValue(phrase) } : {}),
      }
    : null;
};

/** "lived in Rome", "settled in Rome" is still so. */
const hasLived = (statement: Statement): boolean => {
  const { lemma, tense, passive } = statement.verb;
  const isOver = tense === "past" || (tense === "perfect" && !passive && !isOngoing(statement));
  return isOver && lemma !== "settle";
};

/**
 * "lives in Rome", "is based in Rome": where somebody lives, lived or lives no more; where
 * something is. Not "lives with Tom".
 */
export const readLiving: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  const isSeated = verb.passive && SEATED.test(verb.lemma);
  if (verb.unreal || subject.attribute !== null || !(LIVING.test(verb.lemma) || isSeated))
    return null;
  const phrase = phraseWith(statement, "in", "at", "near", "outside", "outside of", "to");
  if (phrase === undefined) return null;
  const isAddress = phrase.preposition === "at" && firstOf(phrase.tokens).part === "number";
  if (isAddress && isPerson(statement) && isCurrent(statement)) return addressIn(phrase);
  const place = placeIn(phrase, discourse);
  if (place === null) return null;
  if (isSeated && !isPerson(statement)) return readSeatOfThing(statement, place, phrase);
  if (subject.thing) return null;
  const phase = phaseOf(statement, hasLived(statement));
  return tied(TIES.residence, statement, place, phase, headValue(phrase));
};

/** "moved to Rome": another residence, once one has moved; not "moved to another team". */
export const readMoving: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (!MOVING.test(verb.lemma) || !isOfEntity(statement) || !isSo(statement)) return null;
  const phrase = phraseWith(statement, "to", "into");
  const place = placeIn(phrase, discourse);
  if (place === null || phrase === undefined) return null;
  const category = "BIOGRAPHICAL_MILESTONE" as const;
  const isPlan = statement.ahead || (verb.progressive && verb.tense === "present");
  if (isPlan) return { ...tied(TIES.residence, statement, place, "planned"), category };
  const value = headValue(phrase);
  if (subject.type === "organization")
    return {
      relations: [{ type: "located_in", target: place.name, targetType: "place" }],
      slot: "headquarters",
      value,
      action: "UPDATE",
    };
  return {
    ...tied(TIES.residence, statement, place, "holds", value),
    action: "UPDATE",
    category,
  };
};

/** The day or the year of a date of birth; null where the date names neither. */
const birthDateIn = ({ times }: Statement): Pick<Meaning, "slot" | "value"> | null => {
  const core = times.find(({ kind }) => kind === "point")?.core ?? "";
  if (!/\d/u.test(core)) return null;
  const hasDay = /\d{1,2}(?:st|nd|rd|th)?\b(?!\d)/u.test(core.replace(/(?:19|20)\d{2}/u, ""));
  return { slot: hasDay ? "birthday" : "birth_year", value: core };
};

/** "was born in Rome", "was born on 4 May": where, or else when. */
export const readBirth: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (verb.lemma !== "bear" || !verb.passive || verb.negated || subject.attribute !== null)
    return null;
  const category = "BIOGRAPHICAL_MILESTONE" as const;
  const phrase = phraseWith(statement, "in", "at", "near");
  const place = placeIn(phrase, discourse);
  if (place === null || phrase === undefined) return { category, ...birthDateIn(statement) };
  return {
    category,
    relations: [{ type: "born_in", target: place.name, targetType: "place" }],
    slot: "birthplace",
    value: headValue(phrase),
  };
};

/** "grew up in Rome", "was raised in Rome"; not "raised two kids in Rome". */
const readGrowingUp: Reader = (statement, discourse) => {
  const place = placeIn(phraseWith(statement, "in", "up in", "near"), discourse);
  return place === null
    ? null
    : { relations: [{ type: "grew_up_in", target: place.name, targetType: "place" }] };
};

const isUpbringing = ({ verb, complement }: Statement): boolean =>
  /^(?:grow|raise)$/u.test(verb.lemma) &&
  (firstOf(complement).lower === "up" || (verb.lemma === "raise" && verb.passive));

/** "from Rome" behind nothing but adverbs: "is originally from Rome". */
const originPhrase = ({ phrases }: Statement): Phrase | undefined => {
  const from = phrases.findIndex(({ preposition }) => preposition === "from");
  const isDirect = phrases
    .slice(0, Math.max(0, from))
    .every(({ tokens }) =>
      tokens.every(({ lower }) => /^(?:originally|actually|really|also|now|here)$/u.test(lower)),
    );
  return isDirect ? phrases[from] : undefined;
};

/** "is a nurse from Rome": told beside what somebody is, so that it is no attribute. */
const readOriginBeside: Reader = (statement, discourse) => {
  const home = placeIn(phraseWith(statement, "from"), discourse);
  return home?.type === "place" && home.proper && isPerson(statement)
    ? { relations: [{ type: "from", target: home.name, targetType: "place" }] }
    : null;
};

/** "comes from Rome", "grew up in Rome": where somebody is from; not "came from Rome yesterday". */
export const readOrigin: Reader = (statement, discourse) => {
  const { verb } = statement;
  if (!isOfEntity(statement) || !isSo(statement)) return null;
  if (isUpbringing(statement)) return readGrowingUp(statement, discourse);
  const isOrigin = /^(?:be|come|hail|originate)$/u.test(verb.lemma) && verb.tense === "present";
  if (!isOrigin || verb.progressive || verb.passive) return null;
  const phrase = originPhrase(statement);
  if (phrase === undefined)
    return verb.lemma === "be" ? readOriginBeside(statement, discourse) : null;
  const place = placeIn(phrase, discourse);
  if (place === null) return null;
  return {
    relations: [{ type: "from", target: place.name, targetType: "place" }],
    ...(isPerson(statement) ? { slot: "origin", value: headValue(phrase) } : {}),
    category: "BIOGRAPHICAL_MILESTONE",
  };
};

/** The place of a journey: "visited Rome", "flew to Rome", "has been to Rome". */
const destinationPhrase = (statement: Statement): Phrase | undefined => {
  const { lemma, tense } = statement.verb;
  if (lemma === "visit") return objectOf(statement);
  const travels =
    /^(?:travel|fly|go|drive)$/u.test(lemma) || (lemma === "be" && tense === "perfect");
  return travels ? phraseWith(statement, "to") : undefined;
};

/** "visited Rome", "is flying to Rome": places somebody has been to; not "went to bed". */
export const readTravel: Reader = (statement, discourse) => {
  const { verb } = statement;
  if (!isOfEntity(statement) || !isSo(statement) || verb.passive) return null;
  const target = targetIn(destinationPhrase(statement), discourse);
  if (target === null || !target.proper || target.type !== "place") return null;
  const type = statement.ahead || verb.progressive ? "visiting" : "visited";
  return { relations: [{ type, target: target.name, targetType: "place" }] };
};
