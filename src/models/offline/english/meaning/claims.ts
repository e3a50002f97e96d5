import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import { vocabularyType } from "../../../../vocabulary/value-type.ts";
import { UNDATED } from "../../dates/validity.ts";
import { CONFIDENCE } from "../../extraction/findings.ts";
import { headOf, nameIn, upToComma, type Phrase } from "../clauses/phrases.ts";
import { COMPLETE_ALONE } from "../clauses/small-talk.ts";
import type { Discourse } from "../discourse.ts";
import { firstOf, lastOf, NO_TOKEN, textOf, type Token } from "../tokens/token.ts";
import { itemsOf } from "../../text/list-items.ts";
import { tidy } from "../../text/tidy.ts";
import { groupsIn, PHRASES } from "../../data/expressions.ts";
import { listedWords, words } from "../../data/words.ts";
import {
  CLOSED_VALUES,
  EMPTY,
  FORMER_RELATIONS,
  isEmptyPhrase,
  isIntransitive,
  isParticle,
  isPlan,
  phraseOf,
  PLANNED_RELATIONS,
  type Frame,
} from "./frames.ts";
import { readLinked } from "./linked.ts";
import {
  isBounded,
  isFigurative,
  isOfEntity,
  isOneOfSeveral,
  isOngoing,
  objectOf,
  phraseWith,
  saysNow,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
import { readParting } from "./parting.ts";
import { headValue, isKnownFirm } from "./targets.ts";
import { kinAt } from "../subjects/kin.ts";
import { DEPARTMENTS, isRole } from "./role.ts";
import { CAR_MODELS, isAccepted, labelIn, mayBeEither, valueOf, type Value } from "./values.ts";

/** A frame about a slot, with what it is about. */
interface SlotFrame {
  readonly frame: Frame;
  readonly slot: SlotDefinition;
  readonly phrase: Phrase;
}

/** Whether the subject can have a slot: a person an employer, a dog none. */
const mayHave = ({ of }: SlotDefinition, { subject }: Statement): boolean => {
  if (of === null) return true;
  const type = subject.speaker ? "person" : vocabularyType(subject.type ?? "");
  return type === null ? !subject.thing : of.includes(type);
};

/** "The Commuters broke up": a band has no bond to end. */
const isBondOfGroup = ({ slot }: SlotDefinition, { subject }: Statement): boolean =>
  slot === "spouse" && subject.definite && subject.type === null;

const mayTell = (frame: Frame, slot: SlotDefinition, statement: Statement): boolean =>
  frame.of === "subject" ||
  (statement.subject.attribute === null &&
    mayHave(slot, statement) &&
    !isBondOfGroup(slot, statement));

const relationsTo = (
  type: string | null | undefined,
  { target, text }: Value,
  frame: Frame,
): Pick<Meaning, "relations"> =>
  type == null || (target === null && frame.slot?.value !== "person")
    ? {}
    : {
        relations: [
          { type, target: target?.name ?? text, targetType: target?.type ?? frame.target },
        ],
      };

const claimOf = ({ slot }: SlotDefinition, { text }: Value): Partial<Meaning> => ({
  slot,
  value: text,
});

/** What a claim says beside the statement: that nothing holds any longer of a slot. */
const denial = (
  { subject, confidence }: Statement,
  slot: string,
  value: string | null = null,
): NonNullable<Meaning["facts"]>[number] => ({
  text:
    value === null
      ? `${subject.text} has no ${slot.replaceAll("_", " ")} any more`
      : `${subject.text}'s ${slot.replaceAll("_", " ")} is no longer ${value}`,
  slot,
  value,
  confidence,
  action: "DELETE",
});

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

/** "finished school": places that are spoken of without an article. */
const BARE_LABELS = words("school college uni university");

/** What the object says whose noun is a label of the slot: "my Netflix subscription", "my job". */
const labelledObject = (
  { frame, slot, phrase }: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): { readonly value: Value | null } | null => {
  const head = headOf(phrase);
  const ownerToken = firstOf(head);
  const isOwned = /^(?:my|our|his|her|their|the)$/u.test(ownerToken.lower);
  const isBare = BARE_LABELS.has(head.at(-1)?.lower ?? "") && head.length === 1;
  if (!isOwned && !isBare && !(frame.labelled && /^an?$/u.test(ownerToken.lower))) return null;
  const label = labelIn(isBare ? head : head.slice(1), discourse.vocabulary);
  if (label === null || (label.slot !== slot && label.slot.within !== slot.slot)) return null;
  const before = label.before.filter(
    ({ part }) =>
      part === "proper" ||
      // "the engineering company" is not called so.
      (part === "noun" && slot.slot !== "employer") ||
      (part === "adjective" && slot.value === "text"),
  );
  const at = phraseWith(statement, "at", "with", "from", "as", "to", "for");
  const value =
    label.slot === slot && before.length > 0
      ? { text: tidy(textOf(before)), target: null }
      : at === undefined
        ? null
        : valueOf(slot, at, frame.labelled ? "" : frame.lemma, discourse);
  // "lost my job at the engineering company": it is not called so.
  const isNamed = value?.target == null || value.target.proper || slot.cardinality === "MANY";
  return { value: isNamed ? value : null };
};

/** "sold it", "left there": the value that was spoken of, of anybody where a place is pointed at; undefined where nothing is. */
const pointedValue = (
  { frame, slot, phrase }: SlotFrame,
  { subject }: Statement,
  { conversation, vocabulary, findings }: Discourse,
): Value | null | undefined => {
  const [{ lower } = NO_TOKEN, next = NO_TOKEN] = phrase.tokens;
  const isPlace = /^(?:place|organization)$/u.test(slot.value);
  const isPointed = (isPlace ? /^(?:here|there)$/u : /^(?:it|him|her)$/u).test(lower);
  if (!isPointed || !/^(?:none|adverb|preposition|conjunction|time)$/u.test(next.part))
    return undefined;
  const slots = [slot.slot, ...vocabulary.kindredSlots(slot.slot)];
  const text =
    conversation.claimed(slots, isPlace ? null : subject.name) ??
    (slot.value === "place" ? conversation.onlyPlace() : null);
  if (text === null) return null;
  const name = frame.target === null ? null : findings.entity(text, frame.target);
  return { text, target: name === null ? null : { name, type: frame.target, proper: true } };
};

const OF_THE_DAY = PHRASES.one("of_the_day");
const HOMES = listedWords("homes");

/** "moved out of that dump", "moved out of our flat": where one lived, whatever it is called; not "out of the office". */
const isDescribedHome = ({ frame, slot, phrase }: SlotFrame): boolean =>
  slot.slot === "residence" &&
  frame.words.length > 0 &&
  (firstOf(phrase.tokens).lower === "that" || HOMES.has(lastOf(headOf(phrase)).lower));

/** What has ended: a value, all that the slot held (a value of null), or nothing. */
const endedValue = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): { readonly value: Value | null } | null => {
  const { frame, slot, phrase } = slotFrame;
  // "left Rome at dawn": a journey; "left the gym at six": an errand.
  const mayBeForTheDay = slot.value === "place" || frame.lemma === "leave";
  if (mayBeForTheDay && OF_THE_DAY.test(textOf(statement.complement))) return null;
  const pointerValue = pointedValue(slotFrame, statement, discourse);
  if (pointerValue !== undefined) return pointerValue === null ? null : { value: pointerValue };
  const objectValue = labelledObject(slotFrame, statement, discourse);
  const isOfAll = objectValue?.value === null && slot.cardinality === "MANY";
  if (objectValue !== null && !isOfAll) return objectValue;
  const value = valueOf(slot, phrase, frame.lemma, discourse);
  if (value === null && isDescribedHome(slotFrame)) return { value };
  if (value !== null) return isPrecise(slotFrame, value) ? { value } : null;
  const first = { ...phrase, tokens: upToComma(phrase.tokens) };
  // "quit": a job, and no diet, of which a word must tell.
  const mayBeOther = CLOSED_VALUES.has(slot.slot) && frame.words.flat().every(isParticle);
  const isAlone = slot.cardinality === "ONE" && !mayBeOther && isEmptyPhrase(first);
  return isAlone && isComplete(frame, statement) ? { value } : null;
};

/** "Hugo split up with Bea": neither has the other any more. */
const endOfOther = (
  slot: SlotDefinition,
  value: Value | null,
  { subject, confidence, partner }: Statement,
): NonNullable<Meaning["facts"]> =>
  slot.relationship?.symmetric !== true || value === null || subject.speaker || partner !== null
    ? []
    : [
        {
          subject: value.text,
          text: `${value.text}'s ${slot.slot} is no longer ${subject.name}`,
          slot: slot.slot,
          value: subject.name,
          confidence,
          action: "DELETE",
        },
      ];

/** "graduated from Halden": a fact of its own, beside the end of what it ends. */
const readMilestone = (
  { frame, slot }: SlotFrame,
  value: Value | null,
  statement: Statement,
  { conversation }: Discourse,
): Meaning => ({
  // "I'm married to Bea now, Ana and I divorced".
  ...(frame.status === null ||
  conversation.hasClaimed(slot.slot, statement.subject.name, value?.text)
    ? {}
    : { slot: "relationship_status", value: frame.status, action: "UPDATE" as const }),
  ...(value === null
    ? {}
    : relationsTo(slot.slot === "school" ? "graduated_from" : frame.former, value, frame)),
  category: "BIOGRAPHICAL_MILESTONE",
  facts: [
    denial(statement, slot.slot, value?.text),
    ...endOfOther(slot, value, statement),
    ...(frame.denies === null ? [] : [denial(statement, frame.denies)]),
  ],
});

/** "stepped down as CEO of Halden": whom Halden has for it no more. */
const postGivenUp = (
  { phrase }: SlotFrame,
  { subject, confidence }: Statement,
  { vocabulary, findings }: Discourse,
): NonNullable<Meaning["facts"]> => {
  const of = phrase.tokens.findIndex(({ lower }) => lower === "of");
  const name = phrase.tokens.slice(of + 1).find((token) => token.name !== null)?.name;
  const label = tidy(textOf(phrase.tokens.slice(0, Math.max(of, 0)))).replace(/^(?:the|our) /u, "");
  const slot = vocabulary.definition(vocabulary.canonicalSlot(label, "organization"));
  const organization = name == null ? null : findings.entity(name.name, "organization");
  return organization === null || slot?.value !== "person"
    ? []
    : [
        {
          subject: organization,
          text: `${organization}'s ${slot.slot} is no longer ${subject.name}`,
          slot: slot.slot,
          value: subject.name,
          confidence,
          action: "DELETE",
        },
      ];
};

/** "I'm not leaving Acme after all": it goes on, whatever was planned. */
const readGoingOn = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  const isPlanned = isPlan(statement, slotFrame.frame) || statement.verb.progressive;
  if (!isPlanned || !STAYS.test(textOf(statement.complement))) return null;
  const value = endedValue(slotFrame, statement, discourse)?.value ?? null;
  return value && { ...claimOf(slotFrame.slot, value), fromNow: true };
};
const STAYS = /\bafter all\b/u;

/** "the summer is over"; not "Ana and I are over". */
const isOfNoPair = ({ status, lemma, passive }: Frame, { subject, partner }: Statement): boolean =>
  status !== null && lemma === "be" && !passive && !subject.speaker && partner === null;

/** "left Acme", "sold my car", "retired": what is so no more; not "left early", "left my keys". */
const readEnd = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  const { frame, slot } = slotFrame;
  const { verb, when } = statement;
  if (verb.ended) return null;
  if (isOfNoPair(frame, statement)) return null;
  if (verb.negated) return readGoingOn(slotFrame, statement, discourse);
  const isPlanned = isPlan(statement, frame) || verb.progressive;
  if (isPlanned && when.planned === null) return null;
  const kept = exceptionOf(slotFrame, statement, discourse);
  const endValue = kept === null ? endedValue(slotFrame, statement, discourse) : null;
  if (endValue === null) return kept;
  const value = endValue.value ?? partnerIn(slotFrame, statement);
  const dates = isPlanned ? { when: { ...UNDATED, from: when.planned } } : {};
  if (frame.milestone)
    return { ...readMilestone(slotFrame, value, statement, discourse), ...dates };
  return {
    slot: slot.slot,
    value: value?.text ?? null,
    action: "DELETE",
    ...(value === null ? {} : relationsTo(frame.former, value, frame)),
    facts: [
      // "left Hill School": a pupil, or a teacher.
      ...(slot.slot === "school" && value !== null && frame.lemma === "leave"
        ? [denial(statement, "employer", value.text)]
        : []),
      ...(slot.slot === "role" ? postGivenUp(slotFrame, statement, discourse) : []),
      ...successorOf(slotFrame, statement, discourse),
    ],
    ...dates,
    ...ENDS,
  };
};

const ENDS = { category: "RELATIONSHIP_CHANGE" } as const;

/** "left Lidl for Aldi", "left London for Leeds": what takes its place; not "left Lidl for good". */
const successorOf = (
  { frame, slot }: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): NonNullable<Meaning["facts"]> => {
  const next = slot.cardinality === "ONE" ? phraseWith(statement, "for") : undefined;
  const value = next === undefined ? null : valueOf(slot, next, frame.lemma, discourse);
  const isSure = value?.target?.proper === true && frame.lemma === "leave";
  if (!isSure || nameIn(next ?? EMPTY)?.type == null) return [];
  const { subject, confidence } = statement;
  const text = `${subject.text}'s ${slot.slot} is ${value.text}`;
  return [{ text, slot: slot.slot, value: value.text, confidence, action: "UPDATE" }];
};

const ALL_BUT = PHRASES.one("all_but");
/** "cancelled all but Spotify": all has ended, and one goes on. */
const exceptionOf = (
  { frame, slot, phrase }: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  const { complement, subject, confidence } = statement;
  const { exception } = groupsIn(ALL_BUT, tidy(textOf(complement)));
  // Of what one owns, the rest is of one kind alone.
  if (exception === undefined || slot.cardinality === "ONE" || slot.slot === "owns") return null;
  const from = complement.findIndex(({ lower }) => exception.toLowerCase().startsWith(lower));
  const facts = itemsOf(complement.slice(from)).flatMap((tokens) => {
    const value = valueOf(slot, { ...phrase, tokens }, frame.lemma, discourse)?.text;
    const text = `${subject.text} keeps ${value}`;
    return value === undefined ? [] : [{ text, slot: slot.slot, value, confidence }];
  });
  return facts.length === 0 ? null : { facts: [denial(statement, slot.slot), ...facts] };
};

const CIRCUMSTANCES = words("with after before because despite without during along");
/** Verbs that say enough without an object: "quit", "was laid off", "graduated with a first"; not "left with Ana". */
const isComplete = (frame: Frame, { complement: tokens, phrases }: Statement): boolean => {
  const circumstance = phrases.find(({ preposition }) => CIRCUMSTANCES.has(preposition ?? ""));
  const at =
    (frame.milestone || frame.passive) && frame.status === null
      ? tokens.findIndex(({ lower }) => lower === circumstance?.preposition)
      : -1;
  const complement = at < 0 ? tokens : tokens.slice(0, at);
  return isSaidWhole(frame, complement);
};

const isSaidWhole = (frame: Frame, complement: readonly Token[]): boolean =>
  (frame.passive || COMPLETE_ALONE.has(frame.lemma) || frame.words.length > 0) &&
  upToComma(complement).every(
    ({ part, time, lower }) =>
      time !== null ||
      /^(?:adverb|time|determiner|possessive)$/u.test(part) ||
      frame.words.flat().includes(lower),
  );

const EMPLOYERS = listedWords("common_employers");
const FORCES = listedWords("forces");
/** "left Acme", "left acme", "retired from the police"; not "left the office", "left Rome this morning". */
const isPrecise = ({ frame, slot, phrase }: SlotFrame, { target }: Value): boolean =>
  target === null ||
  slot.slot === "medication" ||
  (/^(?:resign|retire)$/u.test(frame.lemma) && EMPLOYERS.has(target.name.toLowerCase())) ||
  (frame.lemma === "leave" && FORCES.has(target.name.toLowerCase())) ||
  (slot.value === "place" && frame.lemma === "leave"
    ? nameIn(phrase)?.type === "place"
    : target.proper ||
      (!/^(?:determiner|possessive)$/u.test(firstOf(phrase.tokens).part) &&
        phrase.tokens.every(({ part }) => part !== "adverb")));

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

/** "died last May": the day of death, as far as it is told; not "died to know". */
const readDeath = (statement: Statement, discourse: Discourse): Meaning | null => {
  const { verb, complement, subject } = statement;
  const { conversation } = discourse;
  const isSaid = /^(?:past|perfect)$/u.test(verb.tense) && !verb.progressive && !verb.negated;
  const isPetsOnly = verb.lemma === "put" && subject.type !== "pet";
  if (!isSaid || isPetsOnly || complement.some(({ lower }) => lower === "to" || lower === "for"))
    return null;
  const isPet = subject.type === "pet" && subject.kin === null;
  // "My wife Ana died": whose she was is told in the same breath.
  const losses = conversation
    .rolesOf(subject.name)
    .flatMap(({ owner, slot }) =>
      slot === null || discourse.vocabulary.isLasting(slot)
        ? []
        : [{ ...lossOf(slot, statement, discourse), subject: owner }],
    );
  const facts = isPet ? [lossOf("pet", statement, discourse)] : losses;
  return { slot: "death", value: null, onDay: true, category: "BIOGRAPHICAL_MILESTONE", facts };
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

const readSlot = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  const { frame, slot } = slotFrame;
  if (statement.verb.unreal || isFigurative(statement)) return null;
  // "is retraining as a teacher": not yet.
  if (slot.slot === "role" && frame.lemma === "retrain" && statement.verb.progressive) return null;
  if (slot.slot === "death") return readDeath(statement, discourse);
  if (frame.plan) return readGivenUp(slotFrame, statement, discourse);
  if (frame.of === "object") return readObjectsHolder(slotFrame, statement, discourse);
  if (frame.of === "subject") return readSubjectsEnd(slotFrame, statement, discourse);
  return frame.phase === "ends"
    ? readEnd(slotFrame, statement, discourse)
    : readHolding(slotFrame, statement, discourse);
};

/** "Tom manages me now": whom the speaker has for a boss. */
const readObjectsHolder = (
  { slot, phrase }: SlotFrame,
  { subject, verb, ahead }: Statement,
  { speaker }: Discourse,
): Meaning | null => {
  const isOfSpeaker = /^(?:me|us)$/u.test(firstOf(phrase.tokens).lower);
  const isOver = verb.ended || (verb.negated && verb.tense === "present");
  if (!isOfSpeaker || subject.speaker || ahead || (!isOver && verb.tense === "past")) return null;
  const type = isOver ? undefined : slot.relationship?.type;
  return {
    subject: speaker,
    text: `${speaker}'s ${slot.slot} is ${isOver ? "no longer " : ""}${subject.name}`,
    slot: slot.slot,
    value: subject.name,
    action: isOver ? "DELETE" : "UPDATE",
    relations: type === undefined ? [] : [{ type, target: speaker, inverse: true }],
  };
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
    : (valueOf(slot, placeOfHome(slotFrame, statement), frame.lemma, discourse) ??
        partnerIn(slotFrame, statement) ??
        valueLikeDropped(slotFrame, statement, discourse));
};

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

const OF_STAFF_ONLY = listedWords("firms_of_staff");
/** "is with Deloitte": nobody else is with it. */
const isStaffOnly = ({ text }: Value): boolean => OF_STAFF_ONLY.has(text.toLowerCase());

/** "studying chemistry for the exam", "studying law tonight": for a while. */
const isForNow = ({ phrases, times }: Statement): boolean =>
  phrases.some(({ preposition }) => /^(?:for|before|until|with|about)$/u.test(preposition ?? "")) ||
  times.some(({ kind }) => kind === "point");

/** "is good at Acme", "has been with Globex": too little to tell what it is. */
const isUnclear = (
  slotFrame: SlotFrame,
  value: Value,
  statement: Statement,
  discourse: Discourse,
): boolean =>
  (slotFrame.slot.slot === "field_of_study" && isForNow(statement)) ||
  (statement.verb.lemma === "join" && !isPrecise(slotFrame, value)) ||
  // "work with Noriko": a colleague or a firm; "working on one with my group": those one does it with.
  (statement.verb.lemma === "work" &&
    (mayBeEither(slotFrame.phrase) ||
      (slotFrame.phrase.preposition === "with" && phraseWith(statement, "on") !== undefined))) ||
  // "allergic to animals with fur": not to all of them; "to cashews, so nothing with those" is clear.
  (slotFrame.slot.slot === "allergy" &&
    !slotFrame.phrase.tokens.some(({ after }) => after.includes(",")) &&
    phraseWith(statement, "with", "that") !== undefined) ||
  (slotFrame.frame.ongoing && isVague(slotFrame, value, statement, discourse));

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
const readHolding = (
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

/** That somebody has no longer whom the subject names: a pet that died, a flatmate who moved out. */
const lossOf = (
  slot: string,
  { subject, confidence }: Statement,
  { speaker }: Discourse,
): NonNullable<Meaning["facts"]>[number] => {
  const owner = subject.relative?.owner ?? speaker;
  const text = `${owner} no longer has ${subject.name}`;
  return { subject: owner, text, slot, value: subject.name, confidence, action: "DELETE" };
};

/** Whether what is named is of the kind that the frame ends: "the Hilux", the dog Milo, Owen. */
const isOfKind = ({ slot, phrase }: SlotFrame, statement: Statement): boolean => {
  const { subject } = statement;
  if (subject.kin !== null || subject.speaker || !isOfEntity(statement)) return false;
  if (slot.value === "animal") return subject.type === "pet";
  if (slot.value === "product")
    return subject.definite || CAR_MODELS.has(subject.name.toLowerCase());
  // "moved out, back to Parma"
  const isAlone = isEmptyPhrase({ ...phrase, tokens: upToComma(statement.complement) });
  return (
    slot.value === "person" &&
    subject.type !== "pet" &&
    (isAlone || (isEmptyPhrase(phrase) && isIntransitive(statement)))
  );
};

/** "my car was stolen", "the Polo was written off", "Milo ran away", "Owen moved out": that what the subject is, is somebody's no more. */
const readSubjectsEnd = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  const { slot } = slotFrame;
  const { subject, verb } = statement;
  const { planned } = statement.when;
  const isPlanned = planned !== null && (statement.ahead || verb.progressive);
  // "The Hilux is sold!"
  const isDone = verb.passive && verb.tense === "present" && statement.complement.length === 0;
  if (verb.negated || (!isPlanned && !isDone && !/^(?:past|perfect)$/u.test(verb.tense)))
    return null;
  const dates = isPlanned ? { when: { ...UNDATED, from: planned } } : {};
  if (isOfKind(slotFrame, statement))
    return { facts: [lossOf(slot.slot, statement, discourse)], ...dates };
  const isOwn =
    subject.attribute !== null &&
    discourse.vocabulary.canonicalSlot(subject.attribute, "person") === slot.slot;
  return isOwn ? { slot: slot.slot, value: null, action: "DELETE", ...ENDS, ...dates } : null;
};

/** Slots whose plans are called by a name alone, and by one behind "the". */
const PLANNED = ["residence", "employer"];
const PLANNED_THINGS = [...PLANNED, "pet", "vehicle", "school"];

/** "Malmö is off", "drop the plan to move": what was to begin does not. */
const readGivenUp = (
  { frame, slot, phrase }: SlotFrame,
  statement: Statement,
  { speaker }: Discourse,
): Meaning | null => {
  const { subject, verb, confidence } = statement;
  const given = { action: "DELETE", polarity: "NEVER" } as const;
  if (frame.of === null)
    return verb.negated ? null : { ...given, ...ENDS, slot: slot.slot, value: null, fromNow: true };
  const isNamed = isOfEntity(statement) && subject.kin === null && !subject.speaker;
  const isOff = isEmptyPhrase(phrase) && !verb.unreal && (verb.lemma === "happen") === verb.negated;
  const isSomebody = subject.type === "person" || (subject.type === "pet" && !subject.definite);
  if (!isNamed || !isOff || isSomebody) return null;
  // Of a name alone it is not known whether it is a town or a firm.
  const facts = (subject.definite ? PLANNED_THINGS : PLANNED).map((of) => ({
    ...given,
    subject: speaker,
    text: `${speaker}'s plan for the ${of} ${subject.name} is off`,
    slot: of,
    value: subject.name,
    confidence,
  }));
  return { facts, fromNow: true };
};

/** "Otto and I got married": with whom, where no other is named. */
const partnerIn = (
  { frame, phrase, slot }: SlotFrame,
  { partner, subject }: Statement,
): Value | null => {
  if (slot.slot !== "spouse" || partner === null || !isEmptyPhrase(phrase)) return null;
  // A bond is told once; that it is over, of both.
  const isFirst = subject.speaker || (!partner.speaker && subject.name < partner.name);
  return isFirst || frame.phase === "ends"
    ? { text: partner.name, target: { name: partner.name, type: "person", proper: true } }
    : null;
};

/** Each item of a list, where the slot has several values: "gave up tennis and golf". */
const readEach = (
  slotFrame: SlotFrame,
  statement: Statement,
  discourse: Discourse,
): Meaning | null => {
  const items = slotFrame.slot.cardinality === "MANY" ? itemsOf(slotFrame.phrase.tokens) : [];
  if (items.length < 2) return readSlot(slotFrame, statement, discourse);
  const read = items.flatMap((tokens) => {
    const meaning = readSlot(
      { ...slotFrame, phrase: { ...slotFrame.phrase, tokens } },
      statement,
      discourse,
    );
    return meaning?.slot === undefined || meaning.value == null
      ? []
      : [{ tokens, meaning, value: meaning.value }];
  });
  const [first, second] = read;
  if (first === undefined) return readSlot(slotFrame, statement, discourse);
  if (second === undefined) return first.meaning;
  return {
    ...first.meaning,
    items: read.map(({ tokens }) => tokens),
    values: read.map(({ value }) => value),
    itemSlot: slotFrame.slot.slot,
    relations: read.flatMap(({ meaning }) => meaning.relations ?? []),
  };
};

/** What is told beside what it rests on: "as a nurse", "in the fraud team", "studies law". */
const DEPENDENTS: readonly {
  readonly base: string;
  readonly verb: RegExp;
  readonly slot: string;
  readonly told: string;
  /** None where it is the object. */
  readonly prepositions: readonly string[];
}[] = [
  {
    base: "employer",
    verb: /^(?:work|be|join|start|get|land|take|find|accept|hire)$/u,
    slot: "role",
    told: "works as",
    prepositions: ["as"],
  },
  {
    base: "employer",
    verb: /^(?:work|be|join|start)$/u,
    slot: "team",
    told: "works in",
    prepositions: ["in", "on"],
  },
  { base: "school", verb: /^study$/u, slot: "field_of_study", told: "studies", prepositions: [] },
  {
    base: "school",
    verb: /^(?:do|pursue|start|begin|take)$/u,
    slot: "field_of_study",
    told: "studies",
    prepositions: ["in"],
  },
];

/** "works as a nurse at Acme in the fraud team", "studies law at Halden": what changes apart. */
const withDependents = (meaning: Meaning, statement: Statement, discourse: Discourse): Meaning => {
  const { value, action, when } = meaning;
  const { verb, confidence, subject } = statement;
  const isPlanned = statement.ahead && when !== undefined;
  const isSoNow =
    when === undefined && (isOngoing(statement) || (action === "UPDATE" && verb.tense === "past"));
  if (value == null || action === "DELETE" || !(isPlanned || isSoNow)) return meaning;
  const dependents = DEPENDENTS.flatMap(({ base, verb: lemmas, slot, told, prepositions }) => {
    const phrase =
      prepositions.length > 0 ? phraseWith(statement, ...prepositions) : objectOf(statement);
    if (base !== meaning.slot || !lemmas.test(verb.lemma)) return [];
    if (phrase === undefined || isEmptyPhrase(phrase)) return [];
    // "joined as a favour".
    if (action === "UPDATE" && !isRole(headOf(phrase))) return [];
    const isTyped = slot === "team" || (slot === "field_of_study" && prepositions.length > 0);
    const typed = isTyped ? discourse.vocabulary.definition(slot) : null;
    const lemma = slot === "team" ? verb.lemma : "study";
    const read =
      typed === null ? headValue(phrase) : valueOf(typed, phrase, lemma, discourse)?.text;
    const text = `${subject.text} ${told} ${tidy(textOf(headOf(phrase)))}`;
    return read === undefined ? [] : [{ phrase, fact: { text, slot, value: read, confidence } }];
  });
  const isApart = dependents.filter(({ phrase }) => phrase.preposition !== null);
  return {
    ...meaning,
    facts: [...(meaning.facts ?? []), ...dependents.map(({ fact }) => fact)],
    without: [...(meaning.without ?? []), ...isApart.map(({ phrase }) => phrase)],
  };
};

/** "at Nubank", "of Nubank": what may name the organization of a role or a team. */
const organizationPhrase = (statement: Statement): Phrase => {
  const { complement } = statement;
  const of = complement.findIndex(({ lower }) => lower === "of");
  const tokens = complement.slice(of < 0 ? complement.length : of + 1);
  return phraseWith(statement, "at", "with", "for") ?? { ...EMPTY, tokens };
};

const STUDENT = /\b(?:student|pupil|undergraduate|undergrad|postgraduate|postgrad|fresher)\b/iu;
/** The slot on which another rests, and the verb that tells it: of "a student at McGill" where one studies. */
const baseOf = (
  { slot = "", value }: Meaning,
  { verb }: Statement,
  { vocabulary }: Discourse,
): { readonly name: string; readonly lemma: string } =>
  slot === "role" && (STUDENT.test(value ?? "") || /^(?:re)?train$/u.test(verb.lemma))
    ? { name: "school", lemma: "study" }
    : { name: vocabulary.basesOf(slot)[0] ?? "", lemma: verb.lemma };

/** "the CTO of Nubank", "on the platform team at Halden": the organization that it rests on; not "head of Engineering". */
export const withBase = (meaning: Meaning, statement: Statement, discourse: Discourse): Meaning => {
  const { value, action, facts = [], relations = [] } = meaning;
  const { name, lemma } = baseOf(meaning, statement, discourse);
  const base = discourse.vocabulary.definition(name);
  const isTold = value == null || action === "DELETE" || facts.some((fact) => fact.slot === name);
  if (base?.value !== "organization" || isTold) return meaning;
  const phrase = organizationPhrase(statement);
  const namedHead = nameIn(phrase);
  if (namedHead?.proper !== true || DEPARTMENTS.has(namedHead.name.toLowerCase())) return meaning;
  const baseValue = valueOf(base, phrase, lemma, discourse);
  if (baseValue?.target == null) return meaning;
  const { subject, confidence } = statement;
  const type = base.relationship?.type ?? "";
  const text = `${subject.text} ${type.replaceAll("_", " ")} ${baseValue.text}`;
  return {
    ...meaning,
    relations: [...relations, { type, target: baseValue.text, targetType: base.value }],
    facts: [...facts, { text, slot: name, value: baseValue.text, confidence }],
  };
};

/** "moved in with Tom in Bristol": not where both are told by one preposition, as a firm and a team. */
const sharesPreposition = ({ prepositions }: Frame, first: Frame): boolean =>
  first.prepositions === null ||
  first.prepositions.some((preposition) => prepositions?.includes(preposition));

/** Whether a frame may speak of a slot where another has: of what another preposition tells. */
const maySpeak = (frame: Frame, first: Frame | null): boolean =>
  first === null ||
  (frame.prepositions !== null &&
    frame.phase === first.phase &&
    (first.phase === "starts"
      ? !sharesPreposition(frame, first)
      : first.phase === "holds" &&
        frame.slot !== first.slot &&
        (first.prepositions === null || !sharesPreposition(frame, first))));

/** "plays bass in the Wombats": what a second phrase says of another slot than the first. */
const toldBeside = (
  meanings: readonly Meaning[],
  { subject, confidence }: Statement,
): NonNullable<Meaning["facts"]> => {
  const dependents = meanings.flatMap(({ facts = [] }) => facts.map(({ slot }) => slot));
  const [first, ...others] = meanings.filter(
    ({ slot, value }) => slot !== undefined && value != null,
  );
  return others.flatMap(({ slot = "", value = null, action }) =>
    slot === first?.slot || action === "DELETE" || dependents.includes(slot)
      ? []
      : [
          {
            text: `${subject.text}'s ${slot.replaceAll("_", " ")} is ${value}`,
            slot,
            value,
            confidence,
          },
        ],
  );
};

/** "moved to Tesco"; not "switched from Barclays to Lloyds": what is known of Barclays tells what they are. */
const isNewFirm = (phrase: Phrase, statement: Statement, discourse: Discourse): boolean =>
  (statement.verb.lemma !== "switch" || phraseWith(statement, "from") === undefined) &&
  isKnownFirm(phrase, discourse);

/**
 * What the verb of a statement says by the table of verb phrases: a slot that starts, holds or
 * ends, and what joins its subject to what it names.
 */
export const readFrames: Reader = (statement, discourse) => {
  const { verb } = statement;
  const meanings: Meaning[] = [];
  let slotFrame: Frame | null = null;
  let partingMeaning: Meaning | null = null;
  for (const frame of discourse.frames.of(verb.lemma)) {
    const phrase = phraseOf(frame, statement);
    if (phrase === null || (frame.named && !isNewFirm(phrase, statement, discourse))) continue;
    if (phraseWith(statement, ...frame.unless) !== undefined) continue;
    if (frame.parted !== null) {
      partingMeaning ??= readParting(frame, phrase, statement, discourse);
    } else if (frame.slot === null) {
      const linkedMeaning = readLinked(frame, phrase, statement, discourse);
      if (linkedMeaning !== null) meanings.push(linkedMeaning);
    } else if (maySpeak(frame, slotFrame) && mayTell(frame, frame.slot, statement)) {
      const meaning = readEach({ frame, slot: frame.slot, phrase }, statement, discourse);
      if (meaning === null) continue;
      slotFrame ??= frame;
      meanings.push(withDependents(meaning, statement, discourse));
    }
  }
  // Only where no verb phrase tells of which slot it is.
  if (slotFrame === null && partingMeaning !== null) meanings.push(partingMeaning);
  return meanings.length === 0
    ? null
    : {
        ...(Object.assign({}, ...meanings.toReversed()) as Meaning),
        relations: meanings.flatMap(({ relations }) => relations ?? []),
        facts: [
          ...meanings.flatMap(({ facts }) => facts ?? []),
          ...toldBeside(meanings, statement),
        ],
      };
};
