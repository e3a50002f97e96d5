import { MILLIS_PER_DAY } from "../../../../memory/time.ts";
import { UNDATED } from "../../dates/validity.ts";
import { CONFIDENCE } from "../../extraction/findings.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import { firstOf, introducesNoun, lastOf, textOf } from "../tokens/token.ts";
import { KIND_OF_SERVICE } from "../../data/closings.ts";
import { PHRASES } from "../../data/expressions.ts";
import { keys, listedWords, words } from "../../data/words.ts";
import { verbOf, FORMER_RELATIONS, PLANNED_RELATIONS, type Frame, HOMES } from "./frames.ts";
import { isEmptyPhrase, isIntransitive, isFuture } from "./frame-phrases.ts";
import {
  isBounded,
  isForAWhile,
  isForTheDay,
  isOfTheDay,
  isOneOfSeveral,
  isOngoing,
  objectOf,
  pastInterval,
  phraseWith,
  saysNow,
  type Meaning,
  type SideFact,
  type Statement,
} from "./statement.ts";
import {
  headValue,
  isKnownFirm,
  isKnownPlace,
  isWithOthers,
  targetIn,
  type Target,
} from "./targets.ts";
import type { Discourse } from "../discourse.ts";
import { isOrdinary } from "../tokens/proper-words.ts";
import { kinAt } from "../subjects/kin.ts";
import { DEPARTMENTS, isRole } from "./role.ts";
import { mayBeEither, valueOf, type Value } from "./values.ts";
import {
  type SlotReading,
  relationsTo,
  claimOf,
  denial,
  labelledObject,
  pointedValue,
  isPrecise,
  partnerIn,
} from "./slot-frame.ts";

const REASONS = listedWords("read_holds_reasons");
/** Whether words stand before the noun of a phrase: "the team leader job". */
const isDescribed = (phrase: Phrase | undefined): boolean =>
  phrase !== undefined && headOf(phrase).filter((token) => !introducesNoun(token)).length > 1;

/** Whether the object is one of several posts: "the manager's job", but not "the job". */
const isOnePost = ({ slot, statement }: SlotReading): boolean =>
  slot.slot === "employer" && isDescribed(objectOf(statement));

/**
 * Whether a past beginning is denied only in part: "didn't move to Rome for the weather", "didn't
 * join Acme until May". Who "didn't get the manager's job at Tesco" may work there.
 */
const isPartlyDenied = (reading: SlotReading): boolean => {
  const { frame, statement } = reading;
  const isPastStart = frame.phase === "starts" && /^(?:past|perfect)$/u.test(statement.verb.tense);
  const hasReason = statement.complement.some(({ lower }) => REASONS.has(lower));
  return isPastStart && (hasReason || isOnePost(reading));
};

const FOR_A_LONG_TIME = PHRASES.one("for_a_long_time");
/** Whether a denial says that a state has ended, but not "is no longer moving to Rome". */
const saysOver = ({ frame, statement }: SlotReading): boolean => {
  const { verb, complement } = statement;
  if (frame.phase === "starts" && (verb.progressive || verb.tense === "future")) return false;
  if (verb.ended) return true;
  if (verb.tense === "present") return !isFuture(statement, frame);
  const isPerfect = verb.tense === "perfect" && !verb.adverbs.has("never");
  return isPerfect && FOR_A_LONG_TIME.test(textOf(complement));
};

const LATELY_MILLIS = 14 * MILLIS_PER_DAY;
/** Whether it was last so only some days ago: "I haven't played tennis since Tuesday". */
const isSinceLately = ({ statement, discourse }: SlotReading): boolean => {
  const { times, when } = statement;
  const isSince = times.some(({ kind }) => kind === "since") && when.from !== null;
  return isSince && Date.parse(discourse.occurredAt) - Date.parse(when.from.start) < LATELY_MILLIS;
};

/** Reads a denial: "no longer works at Acme", "never lived in Rome", "is not moving after all". */
const readDenied = (reading: SlotReading, value: Value): Meaning | null => {
  const { frame, slot, statement, discourse } = reading;
  const { verb } = statement;
  const { isCorrecting } = discourse.conversation;
  // "is no longer in Turin" is about whereabouts, not about the residence.
  if (frame.ongoing && slot.slot === "residence") return null;
  if (!verb.ended && !verb.adverbs.has("never") && isPartlyDenied(reading)) return null;
  // "I haven't got the car today"
  const isState = frame.phase === "holds" || verb.lemma === "get";
  if (!verb.ended && isState && (isForAWhile(statement) || isSinceLately(reading))) return null;
  const endedClaim = { ...claimOf(slot, value), value: value.text, action: "DELETE" as const };
  const isOver = !isCorrecting && saysOver(reading);
  if (isOver) return { ...endedClaim, ...relationsTo(frame.former, value, frame) };
  if (isCorrecting || verb.adverbs.has("never") || /^(?:past|perfect)$/u.test(verb.tense))
    return { ...endedClaim, polarity: "NEVER" };
  // "does not live in Rome", "is not moving after all": says nothing about the time before.
  return { ...endedClaim, polarity: "NEVER", fromNow: true };
};

/**
 * The meaning of a plan: it holds from a day or until a day. Without a day it ends nothing. Null
 * for a speculation.
 */
const readPlan = ({ frame, slot, statement }: SlotReading, value: Value): Meaning | null => {
  const { when, confidence } = statement;
  if (confidence === CONFIDENCE.speculation) return null;
  const from = when.planned ?? when.from;
  if (from === null && when.to === null)
    return { ...relationsTo(PLANNED_RELATIONS.get(frame.relation ?? ""), value, frame) };
  const isWithin = when.within && frame.phase === "starts";
  return {
    ...claimOf(slot, value),
    ...relationsTo(frame.relation, value, frame),
    when: { ...when, from, ...(isWithin ? { to: null } : {}) },
  };
};

/**
 * Verbs of moving, after which "too" refers to other people: "I've moved to the Cloud team too".
 */
const MOVES = listedWords("read_holds_moves");

/**
 * Slots of what somebody may do for a single day only: "I'm working at the food bank on Saturday"
 * is no job, and "I'm playing tennis tonight" no pastime.
 */
const DOINGS = keys("employer role hobby vehicle member_of team gym");

/** Verbs of a start and of the state after it: "has subscribed to Le Monde" holds. */
const STARTING = listedWords("read_holds_starting");
const hasBegun = ({ verb, times }: Statement): boolean =>
  STARTING.has(verb.lemma) && !times.some(({ kind }) => kind === "duration");

/** Whether the state was in the past: "worked at Acme", but not "has been working at Acme". */
const isPast = (statement: Statement): boolean => {
  const { verb } = statement;
  const isOver =
    verb.tense === "past" || (verb.tense === "perfect" && !verb.passive && !isOngoing(statement));
  return isOver && !hasBegun(statement);
};

/** The meaning of a past, present or future state. */
const readHeld = (reading: SlotReading, value: Value): Meaning | null => {
  const { frame, slot, statement } = reading;
  const { verb } = statement;
  const milestone =
    frame.phase === "starts" ? ({ category: "BIOGRAPHICAL_MILESTONE" } as const) : {};
  const claim = claimOf(slot, value);
  if (isFuture(statement, frame)) {
    const plan = readPlan(reading, value);
    return plan && { ...plan, ...milestone };
  }
  if (frame.phase === "holds" && slot.slot !== "birthplace" && isPast(statement)) {
    const when = pastInterval(statement);
    return {
      ...relationsTo(frame.former ?? FORMER_RELATIONS.get(frame.relation ?? ""), value, frame),
      ...(when && { ...claim, when }),
    };
  }
  const isOnly = slot.cardinality === "ONE" || claim.label != null;
  const starts = frame.phase === "starts" && verb.tense !== "present" && isOnly;
  return {
    ...relationsTo(frame.relation, value, frame),
    ...(slot.cardinality === "ONE" && isOneOfSeveral(statement) && !MOVES.has(verb.lemma)
      ? {}
      : claim),
    ...(starts ? { action: "UPDATE" as const, ...milestone } : {}),
  };
};

const notSingle = (statement: Statement): SideFact => ({
  ...denial(statement, "relationship_status"),
  text: `${statement.subject.text} is no longer single`,
});

/** Reads the denial of a status: "is not married", "is no longer married". */
const readUnbound = (status: string, { verb }: Statement): Meaning | null => {
  const slot = "relationship_status";
  if (verb.ended) return { slot, value: status, action: "DELETE" };
  return verb.passive && verb.tense === "present" ? { slot, value: `not ${status}` } : null;
};

/**
 * Whether the state is over: "was married to Ana". "was married to Ana on 4 May" states the
 * wedding.
 */
const wasOnce = ({ predicate, times, verb }: Statement): boolean =>
  verb.passive &&
  verb.tense === "past" &&
  predicate.some(({ lower }) => /^(?:was|were)$/u.test(lower)) &&
  !times.some(({ kind }) => kind === "point");

/** "married Ana", "is marrying Ana in May", "was married to Ana". */
const readBondWith = (reading: SlotReading, value: Value): Meaning | null => {
  const { frame, slot, phrase, statement } = reading;
  const { progressive, tense } = statement.verb;
  if (wasOnce(statement) && !isBounded(statement))
    return { ...relationsTo(frame.former, value, frame) };
  // They are together before they marry.
  const isEngaged = frame.status === "married" && progressive && tense === "present";
  if (isEngaged && !isEmptyPhrase(phrase)) {
    const { subject } = statement;
    const text = `${subject.text}'s partner is ${value.text}`;
    const together = { ...claimOf(slot, value), text };
    return { when: UNDATED, facts: [together, notSingle(statement)] };
  }
  const heldMeaning = readHeld(reading, value);
  return heldMeaning?.slot === undefined
    ? heldMeaning
    : { ...heldMeaning, facts: isOverNow(reading) ? [] : [notSingle(statement)] };
};

/** Whether the bond is one of the past: "was married to Greg from 2012 till 2019". */
const isOverNow = ({ statement: { when }, discourse: { occurredAt } }: SlotReading): boolean =>
  when.to !== null && when.to.start <= occurredAt;

/** The words between two people for a bond, by its status. */
const BOND_WORDS: Readonly<Record<string, string>> = {
  married: "is married to",
  engaged: "is engaged to",
  dating: "is dating",
};

/**
 * The meaning with a text that names the partner, who is one of two subjects: "Ross and I got
 * engaged", "Bea and I have been together for ten years". Nothing is stated of the other of the
 * two, because the bond needs one fact.
 */
const ofTwo = (reading: SlotReading, meaning: Meaning | null): Meaning | null => {
  const { frame, slot, phrase, statement } = reading;
  const { partner, subject, verb } = statement;
  const isOfPair = slot.slot === "spouse" && partner !== null && isEmptyPhrase(phrase);
  if (!isOfPair) return meaning;
  const isBond = frame.status !== null || frame.words.length > 0;
  if (partnerIn(reading) === null) return isBond && !verb.ended ? { text: "" } : meaning;
  if (verb.negated || verb.ended) return meaning;
  if (meaning?.slot === undefined || meaning.text !== undefined) return meaning;
  const words = BOND_WORDS[frame.status ?? ""] ?? "is together with";
  return { ...meaning, text: `${subject.text} ${words} ${partner.name}` };
};

/** "got married": the state alone. */
const readBond = ({ frame, phrase, statement }: SlotReading): Meaning | null => {
  const { verb, isAhead, partner } = statement;
  // "I'm an official": only two are.
  const isOfTwo = frame.words.length > 0 && verb.lemma === "be";
  if (partner !== null || isOfTwo || frame.status === null) return null;
  const isDatingNobody = !verb.passive && verb.lemma === "date";
  const to = phraseWith(statement, "to");
  const isToNobody = to !== undefined && !isRole(headOf(to)) && kinAt(to.tokens, 0) === null;
  if (isToNobody || isAhead || verb.progressive || isDatingNobody || !isEmptyPhrase(phrase))
    return null;
  const claim = { slot: "relationship_status", value: frame.status };
  return { ...claim, ...(verb.tense === "present" ? {} : { action: "UPDATE" as const }) };
};

const THESE_DAYS = /\b(?:these days|nowadays)\b/iu;

/** Whether somebody was still there in a whole year or month: "I was still at Arup in March". */
const wasThere = ({ verb, when }: Statement): boolean =>
  verb.tense === "past" && verb.adverbs.has("still") && when.from !== null && when.overBy !== null;

/**
 * Whether the words show a lasting state: "since May", "until June", "from 1 April". For a school,
 * "now" suffices, because nobody visits a school like a shop.
 */
const isLasting = ({ slot, statement }: SlotReading): boolean =>
  statement.when.still ||
  wasThere(statement) ||
  statement.when.to !== null ||
  THESE_DAYS.test(textOf(statement.complement)) ||
  (statement.isAhead && statement.times.some(({ kind }) => kind === "from")) ||
  (slot.slot === "school" && saysNow(statement));

/**
 * Whether "as" names a post: "is at Spotify, as a data analyst", but not "is at Spotify as a
 * guest".
 */
const namesPost = (statement: Statement): boolean => {
  const post = phraseWith(statement, "as");
  return post !== undefined && isRole(headOf(post));
};

/** Whether the phrase only adds to another statement: "is a nurse from Rome". */
const isBeside = ({ words }: Frame, statement: Statement): boolean =>
  words.length === 0 &&
  statement.verb.lemma === "be" &&
  !statement.verb.passive &&
  !isIntransitive(statement);

/** Reads the denial of a value or of a status: "no longer lives in Rome", "is not married". */
const readNoLonger = (reading: SlotReading, value: Value | null): Meaning | null => {
  const { frame, phrase, statement } = reading;
  // "is no longer with Ivo" ends both possible meanings.
  const isEither = frame.ongoing && mayBeEither(phrase);
  const facts = isEither && value !== null ? [denial(statement, "spouse", value.text)] : [];
  if (value !== null) return { ...readDenied(reading, value), facts };
  return frame.status === null ? null : readUnbound(frame.status, statement);
};

/**
 * The phrase with the place of a home: "moved into a care home in Duluth", "lives in a one bed in
 * Hackney". Other phrases are unchanged.
 */
const placeOfHome = ({ slot, phrase, statement: { phrases } }: SlotReading): Phrase => {
  const next = phrases[phrases.indexOf(phrase) + 1];
  const { lower, owns } = lastOf(headOf(phrase));
  const isHome = slot.value === "place" && (HOMES.has(lower) || owns);
  return isHome && next?.preposition === "in" ? next : phrase;
};

/**
 * Names of products by their spelling: "LastPass", "OneNote", but not "McAllen", "LaGrange" or
 * "DeKalb".
 */
const PRODUCT_NAME = /^(?!(?:Ma?c|La|Le|De|Du|Fitz|O)\p{Lu})\p{L}+\p{Ll}\p{Lu}/u;

/** "swapped the Jazz for an MG4": of the kind of what one gives for it. */
const valueLikeGiven = (reading: SlotReading): Value | null => {
  const { frame, slot, phrase, statement, discourse } = reading;
  const givenThing = phrase.preposition === "for" ? objectOf(statement) : undefined;
  const isKind =
    frame.phase === "starts" &&
    givenThing !== undefined &&
    valueOf(slot, givenThing, frame.lemma, discourse) !== null &&
    nameIn(phrase)?.proper === true;
  return isKind
    ? { text: headValue(phrase), target: targetIn(phrase, discourse, frame.target) }
    : null;
};

/**
 * The value of an exchange, if the dropped one is a value of the slot: "switched from warfarin to
 * apixaban". Else null.
 */
const valueLikeDropped = (reading: SlotReading): Value | null => {
  const { frame, slot, phrase, statement, discourse } = reading;
  const from = frame.phase === "starts" ? phraseWith(statement, "from") : undefined;
  const isKind = from !== undefined && slot.cardinality === "MANY" && phrase.preposition === "to";
  const value = headValue(phrase);
  return isKind && valueOf(slot, from, frame.lemma, discourse) !== null
    ? { text: value, target: null }
    : null;
};

/** The value in the phrase of a frame; null if there is none. */
const valueIn = (reading: SlotReading): Value | null => {
  const { frame, slot, statement, discourse } = reading;
  // "moved from Acme to Bolt", "from LastPass to Bitwarden": a change of firm or product, not of
  // place.
  const from = slot.value === "place" ? phraseWith(statement, "from") : undefined;
  const leftName = from === undefined ? null : nameIn(from);
  if (leftName?.type === "organization" || PRODUCT_NAME.test(leftName?.name ?? "")) return null;
  // "moved from McFit to John Reed": towns are left for towns.
  if (leftName !== null && leftName.type !== "place" && nameIn(reading.phrase)?.type === "person")
    return null;
  return frame.labelled
    ? (labelledObject(reading)?.value ?? null)
    : (valueOf(slot, placeOfHome(reading), verbOf(frame), discourse) ??
        partnerIn(reading) ??
        valueLikeDropped(reading) ??
        valueLikeGiven(reading));
};

const OF_STAFF_ONLY = listedWords("firms_of_staff");

/** Whether only employees are "with" the firm: "is with Deloitte". */
const isStaffOnly = ({ text }: Value): boolean => OF_STAFF_ONLY.has(text.toLowerCase());

/** Whether the activity is temporary: "studying chemistry for the exam", "studying law tonight". */
const isForNow = ({ phrases, times, verb }: Statement): boolean =>
  phrases.some(({ preposition }) => /^(?:for|before|until|with|about)$/u.test(preposition ?? "")) ||
  (!verb.begun && times.some(({ kind }) => kind === "point"));

/**
 * Whether a firm is named with which nobody but its staff is: "is with Siemens now", but not "is
 * with Vodafone now", as a customer says.
 */
const isOfStaff = ({ phrase, statement, discourse }: SlotReading, { text }: Value): boolean =>
  phrase.preposition === "with" &&
  saysNow(statement) &&
  isKnownFirm(phrase, discourse) &&
  !KIND_OF_SERVICE.has(text.toLowerCase());

/** A school whose people study there: "is at Leeds uni". */
const HIGHER = /(?:^| )(?:uni|university|sixth form),?$/iu;

const BROADCASTS = listedWords("read_holds_broadcasts");
/**
 * Whether the name is that of a place where people live: "Hull", but not "Marketing", "the Alps",
 * "Love Island".
 */
const isInhabited = ({ tokens }: Phrase, { name }: Target, discourse: Discourse): boolean => {
  const { tagger } = discourse.lexicon;
  if (firstOf(tokens).part === "determiner")
    return tagger.lookUp(name.toLowerCase())?.includes("Country") === true;
  if (DEPARTMENTS.has(name.toLowerCase()) || BROADCASTS.has(name.toLowerCase())) return false;
  const isName = !name.split(" ").every((word) => isOrdinary(word.toLowerCase(), tagger));
  return isName || isKnownPlace(name, discourse);
};

const PASSING = PHRASES.one("read_holds_passing");
const SETTLED = PHRASES.one("read_holds_settled");
/**
 * Whether somebody is in another place for good: "Dana is in Gdansk now", "I am in Hull these days",
 * but not "I am in Hull now", as one says on a journey, or "Dana is in Gdansk now with her parents".
 */
const isSettled = ({ phrase, statement, discourse }: SlotReading, { target }: Value): boolean => {
  const { subject, complement, phrases } = statement;
  // "is with a little firm in Dudley these days"
  const isAlone = phrases.find(({ preposition }) => preposition !== null) === phrase;
  if (target === null || !isAlone || !isInhabited(phrase, target, discourse)) return false;
  const said = textOf(complement);
  const isPerson = subject.speaker || subject.type === "person" || subject.kin !== null;
  const isLong = SETTLED.test(said) || (!subject.speaker && saysNow(statement));
  return isPerson && isLong && target.proper && !PASSING.test(said);
};

/**
 * Whether the work of somebody else was named before: "My brother works at Bayer. I'm at Henkel."
 * Not "I'm at Aldi buying milk".
 */
const isBesideWork = (
  { slot, phrase, statement, discourse: { conversation } }: SlotReading,
  { text, target }: Value,
): boolean =>
  slot.slot === "employer" &&
  phrase.preposition === "at" &&
  target?.proper === true &&
  statement.complement.every(({ part }) => part !== "gerund" && part !== "verb") &&
  conversation.isOfOtherWork(statement.subject.name, text);

/** Whether somebody stays at a person's home: "was at Ana's until May"; not "at Sainsbury's". */
const isAtSomebodys = ({ slot, phrase, statement }: SlotReading): boolean =>
  slot.slot === "employer" && statement.verb.lemma === "be" && lastOf(headOf(phrase)).owns;

/**
 * Whether the statement is too vague for a value: "is with Globex", "is in Berkeley now". It is not
 * if something else shows that the state lasts.
 */
const isVague = (reading: SlotReading, value: Value): boolean => {
  const { slot, phrase, statement, discourse } = reading;
  // The subject may be on a journey or at a viewing, unless it has just left a home.
  if (slot.slot === "residence")
    return (
      (discourse.conversation.movedOut !== statement.subject.name && !isSettled(reading, value)) ||
      isForAWhile(statement)
    );
  if (slot.slot === "school" && HIGHER.test(textOf(headOf(phrase)))) return isForAWhile(statement);
  // "I mixed them up, Ines is at Thales"
  const isRestated =
    discourse.conversation.isCorrecting &&
    slot.slot === "employer" &&
    isKnownFirm(phrase, discourse);
  if (isAtSomebodys(reading)) return true;
  if (isRestated || isBesideWork(reading, value)) return false;
  const isPost = namesPost(statement);
  const isSure = isPost || (isLasting(reading) && !mayBeEither(phrase));
  return (
    !isStaffOnly(value) && !isOfStaff(reading, value) && (!isSure || value.target?.proper !== true)
  );
};

/**
 * Whether the phrase names people with whom or for whom somebody works: "work with Noriko" (perhaps
 * a firm), "working on one with my group", "on recipes for friends".
 */
const isForOthers = (reading: SlotReading, { target }: Value): boolean => {
  const { phrase, statement } = reading;
  return (
    mayBeEither(phrase) ||
    isWithOthers(phrase, statement) ||
    (phraseWith(statement, "on") !== undefined &&
      (phrase.preposition === "with" || (phrase.preposition === "for" && target?.proper !== true)))
  );
};

const THINGS = words("vehicle owns");
/** Whether it is got for somebody else: "bought a Fiesta for my son", but not "for my commute". */
const isForSomebody = ({ slot, frame, statement }: SlotReading): boolean => {
  const tokens = phraseWith(statement, "for")?.tokens ?? [];
  const isPerson =
    firstOf(tokens).name?.type === "person" ||
    (firstOf(tokens).part === "possessive" && kinAt(tokens, 1)?.term.type === "person");
  return THINGS.has(slot.slot) && frame.phase === "starts" && isPerson;
};

/** Whether it was theirs before, or somebody returns: "got the car back", "is back from Spain". */
const isGotBack = ({ slot, statement: { complement, predicate } }: SlotReading): boolean =>
  (THINGS.has(slot.slot) ? complement : slot.slot === "hometown" ? predicate : []).some(
    ({ lower }) => lower === "back",
  );

const OTHERS = /^(?:another|a different|some other|a new) /u;
/**
 * Whether the value names nothing, "moved to another department", or only the place of a group
 * without a name: "the gym on King Street".
 */
const isNoName = ({ slot, phrase }: SlotReading, { text }: Value): boolean =>
  OTHERS.test(text) ||
  (slot.slot === "member_of" &&
    / (?:on|in|near) (?:the )?$/u.test(textOf(phrase.tokens).split(text)[0] ?? ""));

/**
 * Whether an allergy is to some of a kind only: "to animals with fur" does not mean all animals; "to
 * cashews, so nothing with those" is clear.
 */
const isOfSome = ({ slot, phrase, statement }: SlotReading): boolean =>
  slot.slot === "allergy" &&
  !phrase.tokens.some(({ after }) => after.includes(",")) &&
  phraseWith(statement, "with", "that") !== undefined;

/** Whether the meaning is unclear: "is good at Acme", "has been with Globex". */
const isUnclear = (reading: SlotReading, value: Value): boolean => {
  const { frame, slot, statement } = reading;
  return (
    (slot.slot === "field_of_study" && statement.verb.lemma !== "major" && isForNow(statement)) ||
    (DOINGS.has(slot.slot) && frame.phase === "holds" && isForTheDay(statement)) ||
    (statement.verb.lemma === "join" && !isPrecise(reading, value)) ||
    // "got into Bristol at six" is about a train.
    (statement.verb.lemma === "get" && slot.slot === "school" && isOfTheDay(statement)) ||
    (statement.verb.lemma === "work" && isForOthers(reading, value)) ||
    isOfSome(reading) ||
    isNoName(reading, value) ||
    isForSomebody(reading) ||
    isGotBack(reading) ||
    (frame.ongoing && isVague(reading, value))
  );
};

/**
 * The meaning with the end of the replaced value, if the slot has many: "switched from lisinopril
 * to losartan".
 */
const withDropped = (heldMeaning: Meaning | null, reading: SlotReading): Meaning | null => {
  const { frame, slot, statement, discourse } = reading;
  const from = frame.phase === "starts" ? phraseWith(statement, "from") : undefined;
  if (heldMeaning?.slot === undefined || from === undefined || slot.cardinality === "ONE")
    return heldMeaning;
  const droppedValue = valueOf(slot, from, frame.lemma, discourse);
  return droppedValue === null
    ? heldMeaning
    : {
        ...heldMeaning,
        facts: [...(heldMeaning.facts ?? []), denial(statement, slot.slot, droppedValue.text)],
      };
};

/**
 * The denial that a frame implies (`frame.denies`), unless the sentence names a place: "I've moved
 * in with my parents" ends the rent, whatever their names are. A stated place ends it anyway.
 */
const endsBeside = ({ frame, statement }: SlotReading): readonly SideFact[] => {
  const place = phraseWith(statement, "in");
  const isPlaced = place !== undefined && nameIn(place) !== null;
  return frame.denies === null || !statement.subject.speaker || isPlaced
    ? []
    : [denial(statement, frame.denies)];
};

/** Reads a state that starts, holds or is denied. The status of a bond is the stage of its value. */
export const readHolding = (reading: SlotReading): Meaning | null => {
  const { frame, slot } = reading;
  const meaning = ofTwo(reading, readState(reading));
  const isStage = frame.status !== null && meaning?.slot === slot.slot;
  return isStage ? { ...meaning, label: frame.status } : meaning;
};

const readState = (reading: SlotReading): Meaning | null => {
  const { frame, slot, statement } = reading;
  const { verb, subject } = statement;
  const pointerValue = pointedValue(reading);
  const value = pointerValue === undefined ? valueIn(reading) : pointerValue;
  if (verb.negated || verb.ended) return readNoLonger(reading, value);
  if (frame.status !== null)
    return value === null ? readBond(reading) : readBondWith(reading, value);
  const facts = endsBeside(reading);
  if (value === null && facts.length > 0 && /^(?:past|perfect)$/u.test(verb.tense))
    return { facts };
  if (value === null || isUnclear(reading, value)) return null;
  const meaning = readHeld(reading, value);
  const heldMeaning = meaning === null || facts.length === 0 ? meaning : { ...meaning, facts };
  // A pronoun for a person is read as the name in the words of the statement.
  const isPointed = pointerValue !== undefined && slot.value !== "person";
  if (heldMeaning === null || (!isPointed && !isBeside(frame, statement)))
    return withDropped(heldMeaning, reading);
  const relation = (frame.relation ?? slot.slot).replaceAll("_", " ");
  return isPointed
    ? { ...heldMeaning, text: `${subject.text} ${relation} ${value.text}` }
    : { relations: heldMeaning.relations ?? [] };
};
