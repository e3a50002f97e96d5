import { CONFIDENCE } from "../../extraction/findings.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { lastOf } from "../tokens/token.ts";
import { listedWords, words } from "../../data/words.ts";
import {
  verbOf,
  FORMER_RELATIONS,
  isEmptyPhrase,
  isIntransitive,
  isPlan,
  PLANNED_RELATIONS,
  type Frame,
} from "./frames.ts";
import {
  isBounded,
  isOneOfSeveral,
  isOngoing,
  phraseWith,
  saysNow,
  type Meaning,
  type Statement,
} from "./statement.ts";
import { headValue } from "./targets.ts";
import { kinAt } from "../subjects/kin.ts";
import { isRole } from "./role.ts";
import { isAccepted, mayBeEither, valueOf, type Value } from "./values.ts";
import {
  type SlotFrame,
  relationsTo,
  claimOf,
  denial,
  labelledObject,
  pointedValue,
  HOMES,
  isPrecise,
  partnerIn,
} from "./slot-frame.ts";

/** "no longer works at Acme", "never lived in Rome", "is not moving after all": what is denied. */
const readDenied = (
  { frame, slot }: SlotFrame,
  value: Value,
  statement: Statement,
  { conversation }: Discourse,
): Meaning | null => {
  const { verb } = statement;
  // "is no longer in Turin": where one is, and not where one lives.
  if (frame.ongoing && slot.slot === "residence") return null;
  const over = { ...claimOf(slot, value), value: value.text, action: "DELETE" as const };
  // "is no longer moving to Rome": a plan is given up, and nothing that is so has ended.
  const isGivenUp = frame.phase === "starts" && (verb.progressive || verb.tense === "future");
  const isOver =
    !isGivenUp &&
    !conversation.isCorrecting &&
    (verb.ended || (verb.tense === "present" && !isPlan(statement, frame)));
  if (isOver) return { ...over, ...relationsTo(frame.former, value, frame) };
  if (
    conversation.isCorrecting ||
    verb.adverbs.has("never") ||
    /^(?:past|perfect)$/u.test(verb.tense)
  )
    return { ...over, polarity: "NEVER" };
  return { ...over, polarity: "NEVER", fromNow: true };
};

/** What will be so from a day on, or until one; without a day it closes nothing. */
const readPlan = (
  { frame, value, claim }: Pick<SlotFrame, "frame"> & { value: Value; claim: Partial<Meaning> },
  when: Statement["when"],
): Meaning => {
  const from = when.planned ?? when.from;
  if (from === null && when.to === null)
    return { ...relationsTo(PLANNED_RELATIONS.get(frame.relation ?? ""), value, frame) };
  const isWithin = when.within && frame.phase === "starts";
  return {
    ...claim,
    ...relationsTo(frame.relation, value, frame),
    when: { ...when, from, ...(isWithin ? { to: null } : {}) },
  };
};

/** "I've moved to the Cloud team too": as others have, and not to one more. */
const MOVES = words("move switch transfer relocate change");

/** What is so, was so, or will be so from a day on. */
const readHeld = (
  { frame, slot }: SlotFrame,
  value: Value,
  statement: Statement,
): Meaning | null => {
  const { verb, when } = statement;
  const milestone =
    frame.phase === "starts" ? ({ category: "BIOGRAPHICAL_MILESTONE" } as const) : {};
  const claim = claimOf(slot, value);
  if (isPlan(statement, frame))
    return statement.confidence === CONFIDENCE.speculation
      ? null
      : { ...readPlan({ frame, value, claim }, when), ...milestone };
  const isOver =
    frame.phase === "holds" &&
    slot.slot !== "birthplace" &&
    (verb.tense === "past" || (verb.tense === "perfect" && !verb.passive && !isOngoing(statement)));
  if (isOver && verb.lemma !== "settle")
    return {
      ...relationsTo(frame.former ?? FORMER_RELATIONS.get(frame.relation ?? ""), value, frame),
      ...(isBounded(statement) ? claim : {}),
    };
  const starts = frame.phase === "starts" && verb.tense !== "present" && slot.cardinality === "ONE";
  return {
    ...relationsTo(frame.relation, value, frame),
    ...(slot.cardinality === "ONE" && isOneOfSeveral(statement) && !MOVES.has(verb.lemma)
      ? {}
      : claim),
    ...(starts ? { action: "UPDATE" as const, ...milestone } : {}),
  };
};

const notSingle = (statement: Statement): NonNullable<Meaning["facts"]>[number] => ({
  ...denial(statement, "relationship_status"),
  text: `${statement.subject.text} is no longer single`,
});

/** "is not married", "is no longer married". */
const readUnbound = (status: string, { verb }: Statement): Meaning | null => {
  const slot = "relationship_status";
  if (verb.ended) return { slot, value: status, action: "DELETE" };
  return verb.passive && verb.tense === "present" ? { slot, value: `not ${status}` } : null;
};

/** "was married to Ana": it is over; not "was married to Ana on 4 May", which tells of the wedding. */
const wasOnce = ({ predicate, times, verb }: Statement): boolean =>
  verb.passive &&
  verb.tense === "past" &&
  predicate.some(({ lower }) => /^(?:was|were)$/u.test(lower)) &&
  !times.some(({ kind }) => kind === "point");

/** "married Ana", "got married": the partner where one is named, and else the state. */
const readBond = (
  slotFrame: SlotFrame,
  value: Value | null,
  statement: Statement,
): Meaning | null => {
  const { status } = slotFrame.frame;
  if (status === null) return null;
  if (value !== null && wasOnce(statement) && !isBounded(statement))
    return { ...relationsTo(slotFrame.frame.former, value, slotFrame.frame) };
  if (value !== null) {
    const heldMeaning = readHeld(slotFrame, value, statement);
    return heldMeaning?.slot === undefined
      ? heldMeaning
      : { ...heldMeaning, facts: [notSingle(statement)] };
  }
  const { verb, ahead, partner } = statement;
  if (partner !== null) return null;
  const isDatingNobody = !verb.passive && verb.lemma === "date";
  const to = phraseWith(statement, "to");
  const isToNobody = to !== undefined && !isRole(headOf(to)) && kinAt(to.tokens, 0) === null;
  if (isToNobody || ahead || verb.progressive || isDatingNobody || !isEmptyPhrase(slotFrame.phrase))
    return null;
  const claim = { slot: "relationship_status", value: status };
  return { ...claim, ...(verb.tense === "present" ? {} : { action: "UPDATE" as const }) };
};

/** "since May", "until June", "from 1 April"; of a school, "now" as well: nobody is at a shop like that. */
const isLasting = ({ slot }: SlotFrame, statement: Statement): boolean =>
  statement.when.still ||
  statement.when.to !== null ||
  (statement.ahead && statement.times.some(({ kind }) => kind === "from")) ||
  (slot.slot === "school" && saysNow(statement));

/** "is at Spotify, as a data analyst"; not "is at Spotify as a guest". */
const tellsPost = (statement: Statement): boolean => {
  const post = phraseWith(statement, "as");
  return post !== undefined && isRole(headOf(post));
};

/** "is a nurse from Rome": told beside what somebody is, so that it is no attribute. */
const isBeside = ({ words }: Frame, statement: Statement): boolean =>
  words.length === 0 &&
  statement.verb.lemma === "be" &&
  !statement.verb.passive &&
  !isIntransitive(statement);

/** "no longer lives in Rome"; "is not married". */
const readNoLonger = (
  slotFrame: SlotFrame,
  value: Value | null,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  // "is no longer with Ivo": neither of the two that it may be.
  const isEither = slotFrame.frame.ongoing && mayBeEither(slotFrame.phrase);
  const facts = isEither && value !== null ? [denial(statement, "spouse", value.text)] : [];
  if (value !== null) return { ...readDenied(slotFrame, value, statement, discourse), facts };
  return slotFrame.frame.status === null ? null : readUnbound(slotFrame.frame.status, statement);
};

/** "moved into a care home in Duluth", "lives in a one bed in Hackney": where it is. */
const placeOfHome = ({ slot, phrase }: SlotFrame, { phrases }: Statement): Phrase => {
  const next = phrases[phrases.indexOf(phrase) + 1];
  const { lower, owns } = lastOf(headOf(phrase));
  const isHome = slot.value === "place" && (HOMES.has(lower) || owns);
  return isHome && next?.preposition === "in" ? next : phrase;
};

/** "LastPass", "OneNote"; not "McAllen", "LaGrange", "DeKalb". */
const PRODUCT_NAME = /^(?!(?:Ma?c|La|Le|De|Du|Fitz|O)\p{Lu})\p{L}+\p{Ll}\p{Lu}/u;

/** "switched from warfarin to apixaban": of the kind of what it replaces. */
const valueLikeDropped = (
  { frame, slot, phrase }: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Value | null => {
  const from = frame.phase === "starts" ? phraseWith(statement, "from") : undefined;
  const isKind = from !== undefined && slot.cardinality === "MANY" && phrase.preposition === "to";
  const value = headValue(phrase);
  return isKind &&
    isAccepted(slot.slot, value, discourse) &&
    valueOf(slot, from, frame.lemma, discourse) !== null
    ? { text: value, target: null }
    : null;
};

/** The value that a phrase of the table names. */
const valueIn = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Value | null => {
  const { frame, slot } = slotFrame;
  // "moved from Acme to Bolt", "from LastPass to Bitwarden": from one firm or product to another.
  const from = slot.value === "place" ? phraseWith(statement, "from") : undefined;
  const left = from === undefined ? null : nameIn(from);
  if (left?.type === "organization" || PRODUCT_NAME.test(left?.name ?? "")) return null;
  return frame.labelled
    ? (labelledObject(slotFrame, statement, discourse)?.value ?? null)
    : (valueOf(slot, placeOfHome(slotFrame, statement), verbOf(frame), discourse) ??
        partnerIn(slotFrame, statement) ??
        valueLikeDropped(slotFrame, statement, discourse));
};

const OF_STAFF_ONLY = listedWords("firms_of_staff");

/** "is with Deloitte": nobody else is with it. */
const isStaffOnly = ({ text }: Value): boolean => OF_STAFF_ONLY.has(text.toLowerCase());

/** "studying chemistry for the exam", "studying law tonight": for a while. */
const isForNow = ({ phrases, times, verb }: Statement): boolean =>
  phrases.some(({ preposition }) => /^(?:for|before|until|with|about)$/u.test(preposition ?? "")) ||
  (!verb.begun && times.some(({ kind }) => kind === "point"));

/** "is with Globex", "is in Berkeley now": too little, where nothing else tells that it lasts. */
const isVague = (
  slotFrame: SlotFrame,
  value: Value,
  statement: Statement,
  { conversation }: Discourse,
): boolean => {
  // On a journey, or at a viewing, unless a home was left in the same breath.
  if (slotFrame.slot.slot === "residence") return conversation.leftHome !== statement.subject.name;
  const isPost = tellsPost(statement);
  const isSure = isPost || (isLasting(slotFrame, statement) && !mayBeEither(slotFrame.phrase));
  return !isStaffOnly(value) && (!isSure || value.target?.proper !== true);
};

/**
 * "work with Noriko": a colleague or a firm; "working on one with my group", "on recipes for
 * friends": those one does it with or for.
 */
const isForOthers = ({ phrase }: SlotFrame, { target }: Value, statement: Statement): boolean =>
  mayBeEither(phrase) ||
  (phraseWith(statement, "on") !== undefined &&
    (phrase.preposition === "with" || (phrase.preposition === "for" && target?.proper !== true)));

/** "is good at Acme", "has been with Globex": too little to tell what it is. */
const isUnclear = (
  slotFrame: SlotFrame,
  value: Value,
  statement: Statement,
  discourse: Discourse,
): boolean =>
  (slotFrame.slot.slot === "field_of_study" && isForNow(statement)) ||
  (statement.verb.lemma === "join" && !isPrecise(slotFrame, value)) ||
  (statement.verb.lemma === "work" && isForOthers(slotFrame, value, statement)) ||
  // "allergic to animals with fur": not to all of them; "to cashews, so nothing with those" is clear.
  (slotFrame.slot.slot === "allergy" &&
    !slotFrame.phrase.tokens.some(({ after }) => after.includes(",")) &&
    phraseWith(statement, "with", "that") !== undefined) ||
  (slotFrame.frame.ongoing && isVague(slotFrame, value, statement, discourse));

/** "switched from lisinopril to losartan": of what one may have several, which one it replaces. */
const withDropped = (
  heldMeaning: Meaning | null,
  { frame, slot }: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
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

/** What begins or goes on, or is denied to. */
export const readHolding = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  const { frame, slot } = slotFrame;
  const { verb, subject } = statement;
  const pointerValue = pointedValue(slotFrame, statement, discourse);
  const value =
    pointerValue === undefined ? valueIn(slotFrame, statement, discourse) : pointerValue;
  if (verb.negated || verb.ended) return readNoLonger(slotFrame, value, statement, discourse);
  if (frame.status !== null) return readBond(slotFrame, value, statement);
  if (value === null || isUnclear(slotFrame, value, statement, discourse)) return null;
  const heldMeaning = readHeld(slotFrame, value, statement);
  if (heldMeaning === null || (pointerValue === undefined && !isBeside(frame, statement)))
    return withDropped(heldMeaning, slotFrame, statement, discourse);
  const relation = (frame.relation ?? slot.slot).replaceAll("_", " ");
  return pointerValue === undefined
    ? { relations: heldMeaning.relations ?? [] }
    : { ...heldMeaning, text: `${subject.text} ${relation} ${value.text}` };
};
