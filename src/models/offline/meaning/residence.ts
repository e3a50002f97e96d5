import type { Phrase } from "../english/phrases.ts";
import type { Discourse } from "../english/discourse.ts";
import {
  isBounded,
  isCurrent,
  isOneOfSeveral,
  isOngoing,
  isSo,
  objectOf,
  phraseWith,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
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

const resides = (
  statement: Statement,
  place: Target,
  phrase: Phrase,
  more: Partial<Meaning> = {},
): Meaning => ({
  relations: [{ type: "lives_in", target: place.name, targetType: "place" }],
  ...(isOneOfSeveral(statement) ? {} : { slot: "residence", value: headValue(phrase) }),
  ...more,
});

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

/** live in, be based in: where somebody lives, lived or lives no more; where something is. */
export const readLiving: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (
    verb.unreal ||
    subject.attribute !== null ||
    (!LIVING.test(verb.lemma) && !(verb.passive && SEATED.test(verb.lemma)))
  )
    return null;
  const phrase = phraseWith(statement, "in", "at", "near", "outside", "outside of", "to");
  if (
    phrase?.preposition === "at" &&
    phrase.tokens[0]?.part === "number" &&
    isPerson(statement) &&
    isCurrent(statement)
  )
    return addressIn(phrase);
  const place = placeIn(phrase, discourse);
  if (place === null || phrase === undefined) return null;
  if (verb.passive && SEATED.test(verb.lemma) && !isPerson(statement)) {
    const seat = /^(?:base|headquarter)$/u.test(verb.lemma) && !subject.thing;
    return isCurrent(statement)
      ? {
          relations: [{ type: "located_in", target: place.name, targetType: "place" }],
          ...(seat ? { slot: "headquarters", value: headValue(phrase) } : {}),
        }
      : null;
  }
  if (subject.thing) return null;
  if (verb.ended || (verb.negated && verb.tense === "present"))
    return {
      action: "DELETE",
      slot: "residence",
      value: headValue(phrase),
      relations: [{ type: "lived_in", target: place.name, targetType: "place" }],
    };
  if (verb.negated) return null;
  if (
    (verb.tense === "past" ||
      (verb.tense === "perfect" && !verb.passive && !isOngoing(statement))) &&
    verb.lemma !== "settle"
  )
    return {
      relations: [{ type: "lived_in", target: place.name, targetType: "place" }],
      ...(isBounded(statement) ? { slot: "residence", value: headValue(phrase) } : {}),
    };
  if (statement.ahead)
    return { relations: [{ type: "moving_to", target: place.name, targetType: "place" }] };
  return resides(statement, place, phrase);
};

/** move to: another residence, once one has moved. */
export const readMoving: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (
    !MOVING.test(verb.lemma) ||
    subject.attribute !== null ||
    subject.thing ||
    verb.negated ||
    verb.unreal
  )
    return null;
  const phrase = phraseWith(
    statement,
    "to",
    "back to",
    "out to",
    "over to",
    "down to",
    "up to",
    "into",
  );
  const place = placeIn(phrase, discourse);
  if (place === null || phrase === undefined) return null;
  const ahead = statement.ahead || (verb.progressive && verb.tense === "present");
  if (ahead)
    return {
      relations: [{ type: "moving_to", target: place.name, targetType: "place" }],
      category: "BIOGRAPHICAL_MILESTONE",
    };
  if (subject.type === "organization")
    return {
      relations: [{ type: "located_in", target: place.name, targetType: "place" }],
      slot: "headquarters",
      value: headValue(phrase),
      action: "UPDATE",
    };
  return resides(statement, place, phrase, {
    action: "UPDATE",
    category: "BIOGRAPHICAL_MILESTONE",
  });
};

/** be born in, on: where and when. */
export const readBirth: Reader = (statement, discourse) => {
  const { verb, subject, times } = statement;
  if (verb.lemma !== "bear" || !verb.passive || verb.negated || subject.attribute !== null)
    return null;
  const phrase = phraseWith(statement, "in", "at", "near");
  const place = placeIn(phrase, discourse);
  const time = times.find(({ kind }) => kind === "point");
  const dated = time !== undefined && /\d/u.test(time.core);
  const day =
    dated && /\d{1,2}(?:st|nd|rd|th)?\b(?!\d)/u.test(time.core.replace(/(?:19|20)\d{2}/u, ""))
      ? time.core
      : undefined;
  const told =
    place === null || phrase === undefined ? {} : { slot: "birthplace", value: headValue(phrase) };
  return {
    category: "BIOGRAPHICAL_MILESTONE",
    relations: place === null ? [] : [{ type: "born_in", target: place.name, targetType: "place" }],
    ...(place === null && day !== undefined
      ? { slot: "birthday", value: day }
      : place === null && dated
        ? { slot: "birth_year", value: time.core }
        : told),
  };
};

/** grow up in, come from: where somebody is from. */
export const readOrigin: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (subject.attribute !== null || subject.thing || !isSo(statement)) return null;
  const up = statement.complement[0]?.lower === "up" || (verb.lemma === "raise" && verb.passive);
  if (up && /^(?:grow|raise)$/u.test(verb.lemma)) {
    const place = placeIn(phraseWith(statement, "in", "up in", "near"), discourse);
    return place === null
      ? null
      : { relations: [{ type: "grew_up_in", target: place.name, targetType: "place" }] };
  }
  if (
    !/^(?:be|come|hail|originate)$/u.test(verb.lemma) ||
    verb.tense !== "present" ||
    verb.progressive ||
    verb.passive
  )
    return null;
  const phrase = statement.phrases.find(
    ({ preposition }, i) =>
      preposition === "from" &&
      (i === 0 ||
        statement.phrases
          .slice(0, i)
          .every(({ tokens }) =>
            tokens.every(({ lower }) =>
              /^(?:originally|actually|really|also|now|here)$/u.test(lower),
            ),
          )),
  );
  const somebodyFrom =
    phrase === undefined && verb.lemma === "be" ? phraseWith(statement, "from") : undefined;
  if (somebodyFrom !== undefined) {
    const home = placeIn(somebodyFrom, discourse);
    return home?.type === "place" && home.proper && isPerson(statement)
      ? { relations: [{ type: "from", target: home.name, targetType: "place" }] }
      : null;
  }
  const place = placeIn(phrase, discourse);
  if (place === null || phrase === undefined) return null;
  return {
    relations: [{ type: "from", target: place.name, targetType: "place" }],
    ...(isPerson(statement) ? { slot: "origin", value: headValue(phrase) } : {}),
    category: "BIOGRAPHICAL_MILESTONE",
  };
};

/** visit, travel to: places somebody has been to. */
export const readTravel: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (subject.attribute !== null || subject.thing || !isSo(statement) || verb.passive) return null;
  const object = objectOf(statement);
  const phrase =
    verb.lemma === "visit"
      ? object
      : /^(?:travel|fly|go|drive)$/u.test(verb.lemma)
        ? phraseWith(statement, "to")
        : verb.lemma === "be" && verb.tense === "perfect"
          ? phraseWith(statement, "to")
          : undefined;
  const target = targetIn(phrase, discourse);
  if (phrase === undefined || target === null || !target.proper || target.type !== "place")
    return null;
  return {
    relations: [
      {
        type: statement.ahead || verb.progressive ? "visiting" : "visited",
        target: target.name,
        targetType: "place",
      },
    ],
  };
};
