import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import { endedAfter, UNDATED } from "../../dates/validity.ts";
import { headOf, nameIn, upToComma } from "../clauses/phrases.ts";
import { COMPLETE_ALONE } from "../clauses/small-talk.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { itemsOf, upTo } from "../../text/list-items.ts";
import type { RelativeRole } from "../subjects/kin.ts";
import type { Subject } from "../subjects/subject.ts";
import { isGerund } from "../../comparison/standing-statement.ts";
import { firstWord, isCapitalised, tidy } from "../../text/tidy.ts";
import { groupsIn, PHRASES } from "../../data/expressions.ts";
import { keys, listedWords, words } from "../../data/words.ts";
import { CLOSED_VALUES, isParticle, type Frame, HOMES } from "./frames.ts";
import { EMPTY, isEmptyPhrase, isIntransitive, isFuture } from "./frame-phrases.ts";
import { postOfOrganization } from "./role.ts";
import {
  isBeing,
  isForABreak,
  isOfEntity,
  isOfTheDay,
  phraseWith,
  saysNow,
  type Meaning,
  type SideFact,
  type Statement,
} from "./statement.ts";
import { isKnownFirm } from "./targets.ts";
import { CAR_MODELS, valueOf, type Value } from "./values.ts";
import {
  type SlotReading,
  relationsTo,
  claimOf,
  denial,
  labelledObject,
  pointedValue,
  ENDS,
  isPrecise,
  lossOf,
  partnerIn,
} from "./slot-frame.ts";

/**
 * Whether the words describe the current home: "moved out of that dump", "moved out of our flat",
 * but not "out of the office".
 */
const isDescribedHome = ({ frame, slot, phrase }: SlotReading): boolean =>
  slot.slot === "residence" &&
  frame.words.length > 0 &&
  (firstOf(phrase.tokens).lower === "that" || HOMES.has(lastOf(headOf(phrase)).lower));

const CIRCUMSTANCES = listedWords("read_ends_circumstances");

const isWhole = (frame: Frame, complement: readonly Token[]): boolean =>
  (frame.passive || COMPLETE_ALONE.has(frame.lemma) || frame.words.length > 0) &&
  upToComma(complement).every(
    ({ part, time, lower }) =>
      time !== null ||
      /^(?:adverb|time|determiner|possessive)$/u.test(part) ||
      frame.words.flat().includes(lower),
  );

/**
 * Whether the statement is complete without an object: "quit", "was laid off", "graduated with a
 * first", but not "left with Ana".
 */
const isComplete = (frame: Frame, { complement }: Statement): boolean => {
  const isAlone = frame.milestone || frame.passive || COMPLETE_ALONE.has(frame.lemma);
  const mayGoOn = isAlone && frame.status === null;
  // A stated length is one token, "after 32 years". "sacked for stealing", but not "stepped aside for
  // a cyclist".
  const opensCircumstance = ({ lower }: Token, i: number): boolean =>
    CIRCUMSTANCES.has(firstWord(lower)) || (lower === "for" && isGerund(complement[i + 1]?.lower));
  return isWhole(
    frame,
    upTo(complement, (token, i) => mayGoOn && opensCircumstance(token, i)),
  );
};

/**
 * The ended value. It is null inside the result if the whole slot ends; the result is null if
 * nothing does.
 */
const endedValue = (reading: SlotReading): { readonly value: Value | null } | null => {
  const { frame, slot, phrase, statement, discourse } = reading;
  // "left Rome at dawn" is a journey, and "left the gym at six" an errand.
  const mayBeForTheDay = slot.value === "place" || frame.lemma === "leave";
  if (mayBeForTheDay && isOfTheDay(statement)) return null;
  const pointerValue = pointedValue(reading);
  if (pointerValue !== undefined) return pointerValue === null ? null : { value: pointerValue };
  const objectValue = labelledObject(reading);
  const isOfAll = objectValue?.value === null && slot.cardinality === "MANY";
  if (objectValue !== null && !isOfAll) return objectValue;
  const value = valueOf(slot, phrase, frame.lemma, discourse);
  if (value === null && isDescribedHome(reading)) return { value };
  if (value !== null) return isPrecise(reading, value) ? { value } : null;
  const first = { ...phrase, tokens: upToComma(phrase.tokens) };
  // "quit" alone ends a job, but no diet, which needs a word for it.
  const mayBeOther = CLOSED_VALUES.has(slot.slot) && frame.words.flat().every(isParticle);
  const isAlone = slot.cardinality === "ONE" && !mayBeOther && isEmptyPhrase(first);
  return isAlone && isComplete(frame, statement) ? { value } : null;
};

/** That somebody or a firm no longer has the subject as the value of a slot. */
const formerOf = (owner: string, { slot }: SlotDefinition, { name }: Subject): SideFact => ({
  subject: owner,
  text: `${owner}'s ${slot} is no longer ${name}`,
  slot,
  value: name,
  action: "DELETE",
});

/**
 * The end for the other person: after "Hugo split up with Bea", neither is the partner of the
 * other.
 */
const endOfOther = (
  { slot, statement: { subject, partner } }: SlotReading,
  value: Value | null,
): readonly SideFact[] =>
  slot.relationship?.symmetric !== true || value === null || subject.speaker || partner !== null
    ? []
    : [formerOf(value.text, slot, subject)];

/** The earlier period of the value: "left Acme after nine years". */
const heldBefore = (reading: SlotReading, value: Value | null): readonly SideFact[] => {
  const { slot, statement, discourse } = reading;
  const { subject, times, when } = statement;
  const end = when.from ?? { start: discourse.occurredAt, precision: "DAY", certain: true };
  const validity = slot.cardinality === "ONE" && value !== null ? endedAfter(times, end) : null;
  if (validity === null || value === null) return [];
  const text = `${subject.text}'s ${slot.slot.replaceAll("_", " ")} was ${value.text}`;
  return [{ text, slot: slot.slot, value: value.text, validity }];
};

/**
 * Reads a milestone, which is a fact of its own in addition to the end: "graduated from Halden"
 * ends the school and states a relation, "got divorced" ends the spouse and states a status.
 */
const readMilestone = (reading: SlotReading, value: Value | null): Meaning => {
  const { frame, slot, statement, discourse } = reading;
  // "I'm married to Bea now, Ana and I divorced": Bea's bond stands, so the status stays.
  const isOther = discourse.conversation.hasClaimed(slot.slot, statement.subject.name, value?.text);
  return {
    ...(frame.status !== null &&
      !isOther && { slot: "relationship_status", value: frame.status, action: "UPDATE" }),
    ...(value !== null &&
      relationsTo(slot.slot === "school" ? "graduated_from" : frame.former, value, frame)),
    category: "BIOGRAPHICAL_MILESTONE",
    facts: [
      denial(statement, slot.slot, value?.text),
      ...endOfOther(reading, value),
      ...(frame.denies === null ? [] : [denial(statement, frame.denies)]),
    ],
  };
};

/**
 * The end for the organization: after "stepped down as CEO of Halden", it no longer has that CEO.
 */
const postGivenUp = ({ phrase, statement, discourse }: SlotReading): readonly SideFact[] => {
  const of = phrase.tokens.findIndex(({ lower }) => lower === "of");
  const name = phrase.tokens.slice(of + 1).find((token) => token.name !== null)?.name;
  const label = tidy(textOf(phrase.tokens.slice(0, Math.max(of, 0)))).replace(/^(?:the|our) /u, "");
  const post = name == null ? null : postOfOrganization(label, name.name, discourse);
  return post === null ? [] : [formerOf(post.organization, post.slot, statement.subject)];
};

const STAYS = /\bafter all\b/u;

/**
 * Reads the cancellation of a planned end: "I'm not leaving Acme after all". The value continues.
 */
const readGoingOn = (reading: SlotReading): Meaning | null => {
  const { frame, slot, statement } = reading;
  const isPlanned = isFuture(statement, frame) || statement.verb.progressive;
  if (!isPlanned || !STAYS.test(textOf(statement.complement))) return null;
  const ended = endedValue(reading);
  // "I'm not leaving my job after all": which job that is, only memory knows.
  if (ended?.value === null) return slot.slot === "employer" ? { fromNow: true } : null;
  return ended && { ...claimOf(slot, ended.value), fromNow: true };
};

/** Whether "over" is not about a pair: "the summer is over", but not "Ana and I are over". */
const isOfNoPair = ({ status, lemma, passive }: Frame, { subject, partner }: Statement): boolean =>
  status !== null && lemma === "be" && !passive && !subject.speaker && partner === null;

/**
 * The new value after "for": "left Lidl for Aldi", "left London for Leeds", but not "left Lidl for
 * good".
 */
const successorOf = ({ frame, slot, statement, discourse }: SlotReading): readonly SideFact[] => {
  const next = slot.cardinality === "ONE" ? phraseWith(statement, "for") : undefined;
  const value = next === undefined ? null : valueOf(slot, next, frame.lemma, discourse);
  const isSure = value?.target?.proper === true && frame.lemma === "leave";
  const isKnown = nameIn(next ?? EMPTY)?.type != null || isKnownFirm(next ?? EMPTY, discourse);
  if (!isSure || !isKnown) return [];
  const { subject } = statement;
  const text = `${subject.text}'s ${slot.slot} is ${value.text}`;
  return [{ text, slot: slot.slot, value: value.text, action: "UPDATE" }];
};

const ALL_BUT = PHRASES.one("all_but");

/**
 * Reads the end of all values except some: "cancelled all but Spotify". The exceptions are
 * restated. Null for other statements.
 */
const exceptionOf = (reading: SlotReading): Meaning | null => {
  const { frame, slot, phrase, statement, discourse } = reading;
  const { complement, subject } = statement;
  const { exception } = groupsIn(ALL_BUT, tidy(textOf(complement)));
  // Possessions are excluded, because "all but one" is then about one kind only.
  if (exception === undefined || slot.cardinality === "ONE" || slot.slot === "owns") return null;
  const from = complement.findIndex(({ lower }) => exception.toLowerCase().startsWith(lower));
  const facts = itemsOf(complement.slice(from)).flatMap((tokens) => {
    const value = valueOf(slot, { ...phrase, tokens }, frame.lemma, discourse)?.text;
    const text = `${subject.text} keeps ${value}`;
    return value === undefined ? [] : [{ text, slot: slot.slot, value }];
  });
  return facts.length === 0 ? null : { facts: [denial(statement, slot.slot), ...facts] };
};

/** The meaning of an ended value, with its consequences: "left Acme", "sold my car". */
const readLoss = (reading: SlotReading, value: Value | null): Meaning => {
  const { frame, slot, statement } = reading;
  return {
    slot: slot.slot,
    value: value?.text ?? null,
    action: "DELETE",
    ...(value === null ? {} : relationsTo(frame.former, value, frame)),
    facts: [
      // "left Hill School" may be said by a pupil or by a teacher.
      ...(slot.slot === "school" && value !== null && frame.lemma === "leave"
        ? [denial(statement, "employer", value.text)]
        : []),
      ...(slot.slot === "role" ? postGivenUp(reading) : []),
      ...successorOf(reading),
    ],
    ...ENDS,
  };
};

/** Whether a pet is only out of sight: "lost Mango in the park", but not "lost Mango in March". */
const isAstray = ({ frame, slot, statement }: SlotReading): boolean =>
  slot.value === "animal" &&
  frame.lemma === "lose" &&
  /^(?:the|a|an|my|our)$/u.test(
    firstOf(phraseWith(statement, "in", "on", "at")?.tokens ?? []).lower,
  );

/**
 * The ends of the values that a food does not belong to: "is eating fish again", but not "went back
 * to catching fish". Null for other ends.
 */
const readExcluded = ({ frame, slot, statement }: SlotReading): Meaning | null => {
  const isOther = statement.complement.some(
    ({ part, lower }) => part === "gerund" && lower !== "eating",
  );
  if (frame.values === null || isOther) return null;
  return { facts: [...words(frame.values)].map((value) => denial(statement, slot.slot, value)) };
};

/** Whether it tells of a time without work that is over: "was unemployed in the spring". */
const wasWithoutWork = ({ slot, statement }: SlotReading): boolean =>
  slot.slot === "employer" && isBeing(statement) && statement.verb.tense === "past";

const POSSESSIONS = keys("vehicle owns pet");
/** Whether somebody parts with what is the speaker's: "Tom sold my car". */
const isOfSpeaker = ({ slot, statement, discourse }: SlotReading): boolean =>
  POSSESSIONS.has(slot.slot) &&
  statement.subject.name !== discourse.speaker &&
  statement.complement[0]?.lower === "my";

/** Reads an end: "left Acme", "sold my car", "retired", but not "left early" or "left my keys". */
export const readEnd = (reading: SlotReading): Meaning | null => {
  const { frame, statement } = reading;
  const { verb, when } = statement;
  if (verb.ended || isOfNoPair(frame, statement) || isOfSpeaker(reading)) return null;
  if (isForABreak(statement) || isAstray(reading) || wasWithoutWork(reading)) return null;
  if (verb.negated) return readGoingOn(reading);
  // "is eating meat again": that has begun.
  const isBegun = verb.lemma === "eat" && verb.tense === "present";
  const isPlanned = !isBegun && (isFuture(statement, frame) || verb.progressive);
  if (isPlanned && when.planned === null) return null;
  if (frame.values !== null) return readExcluded(reading);
  const exception = exceptionOf(reading);
  const endValue = exception === null ? endedValue(reading) : null;
  if (endValue === null) return exception;
  const value = endValue.value ?? partnerIn(reading);
  const meaning = (frame.milestone ? readMilestone : readLoss)(reading, value);
  if (isPlanned) return { ...meaning, when: { ...UNDATED, from: when.planned } };
  return { ...meaning, facts: [...heldBefore(reading, value), ...(meaning.facts ?? [])] };
};

/** That the owner no longer has a pet without a name: "my cat died". */
const petGone = ({ owner, term: { label } }: RelativeRole): SideFact => ({
  subject: owner,
  text: `${owner} no longer has a ${label}`,
  slot: "pet",
  value: label,
  action: "DELETE",
});

/** Reads the day of a death, as precisely as stated: "died last May", but not "died to know". */
export const readDeath = ({ statement, discourse }: SlotReading): Meaning | null => {
  const { verb, complement, subject } = statement;
  const { conversation } = discourse;
  const hasDied = /^(?:past|perfect)$/u.test(verb.tense) && !verb.progressive && !verb.negated;
  const isPetsOnly = verb.lemma === "put" && subject.type !== "pet";
  // "the Canon died"
  const isThing = subject.definite && subject.type !== "pet";
  if (
    !hasDied ||
    isPetsOnly ||
    isThing ||
    complement.some(({ lower }) => lower === "to" || lower === "for")
  )
    return null;
  const isPet = subject.type === "pet" && subject.kin === null;
  const petFacts = subject.type === "pet" && subject.kin !== null ? [petGone(subject.kin)] : [];
  // In "My wife Ana died", the relationship is in the same sentence.
  const losses = conversation
    .rolesOf(subject.name)
    .flatMap(({ owner, slot }) =>
      slot === null || discourse.vocabulary.isLasting(slot)
        ? []
        : [{ ...lossOf(slot, statement, discourse), subject: owner }],
    );
  const facts = isPet ? [lossOf("pet", statement, discourse)] : [...losses, ...petFacts];
  // "died of cancer" may be long ago; "died" alone is news.
  const isNews =
    statement.times.length > 0 || !complement.some(({ lower }) => /^(?:of|from)$/u.test(lower));
  const death = { slot: "death", value: null, onDay: true } as const;
  return { ...(isNews && death), category: "BIOGRAPHICAL_MILESTONE", facts };
};

/** Whether the subject is of the kind that the frame ends: "the Hilux", the dog Milo, Owen. */
const isOfKind = ({ slot, phrase, statement }: SlotReading): boolean => {
  const { subject } = statement;
  if (subject.kin !== null || subject.speaker || subject.attribute !== null) return false;
  // "someone ran into my Fiesta, it's been written off"
  if (slot.value === "product" && CAR_MODELS.has(subject.name.toLowerCase())) return true;
  if (subject.thing) return false;
  if (slot.value === "animal") return subject.type === "pet";
  if (slot.value === "product") return subject.definite;
  // "moved out, back to Parma"
  const isAlone = isEmptyPhrase({ ...phrase, tokens: upToComma(statement.complement) });
  return (
    slot.value === "person" &&
    subject.type !== "pet" &&
    (isAlone || (isEmptyPhrase(phrase) && isIntransitive(statement)))
  );
};

/** Whether somebody else keeps the pet now: "Bruno lives with my ex now". */
const livesElsewhere = ({ phrase, statement }: SlotReading): boolean =>
  statement.verb.lemma === "live" &&
  statement.verb.tense === "present" &&
  saysNow(statement) &&
  !phrase.tokens.some(({ lower }) => /^(?:me|us)$/u.test(lower));

/** The end of the home of a flatmate who moves out. */
const homeLeft = ({ slot, statement: { subject } }: SlotReading): readonly SideFact[] =>
  slot.within === null
    ? []
    : [
        {
          text: `${subject.text} no longer lives there`,
          slot: slot.within,
          value: null,
          action: "DELETE",
        },
      ];

/**
 * Reads the end of the value that the subject is: "my car was stolen", "the Polo was written off",
 * "Milo ran away", "Owen moved out".
 */
export const readSubjectsEnd = (reading: SlotReading): Meaning | null => {
  const { slot, statement, discourse } = reading;
  const { subject, verb } = statement;
  const { planned } = statement.when;
  const isPlanned = planned !== null && (statement.isAhead || verb.progressive);
  // "The Hilux is sold!"
  const isDone = verb.passive && verb.tense === "present" && statement.complement.length === 0;
  const isOver = isDone || livesElsewhere(reading) || /^(?:past|perfect)$/u.test(verb.tense);
  if (verb.negated || (!isPlanned && !isOver)) return null;
  const dates = isPlanned ? { when: { ...UNDATED, from: planned } } : {};
  if (isOfKind(reading))
    return { facts: [lossOf(slot.slot, statement, discourse), ...homeLeft(reading)], ...dates };
  const isOwn =
    subject.attribute !== null &&
    discourse.vocabulary.canonicalSlot(subject.attribute, "person") === slot.slot;
  return isOwn ? { slot: slot.slot, value: null, action: "DELETE", ...ENDS, ...dates } : null;
};

/** Verbs of a plan that comes true: "Malmö is not happening". */
const TAKING_PLACE = words("happen work");

/** The slots of which a bare name may be a plan: "Malmö is off". */
const PLANNED = ["residence", "employer"];

const PASTIME = PHRASES.one("pastime_name");
/** Those of a thing with "the": "the Volvo is off". */
const PLANNED_THINGS = [...PLANNED, "pet", "vehicle", "school"];

/** Reads the cancellation of a plan: "Malmö is off", "drop the plan to move". */
export const readGivenUp = (reading: SlotReading): Meaning | null => {
  const { frame, slot, phrase, statement } = reading;
  const { speaker } = reading.discourse;
  const { subject, verb } = statement;
  const cancellation = { action: "DELETE", polarity: "NEVER" } as const;
  // "drop the plan to move" names the slot, "Malmö is off" only a value.
  if (frame.of === null)
    return verb.negated
      ? null
      : { ...cancellation, ...ENDS, slot: slot.slot, value: null, fromNow: true };
  const isNamed = isOfEntity(statement) && subject.kin === null && !subject.speaker;
  // "Malmö is off", but "Malmö is not happening".
  const saysOff = TAKING_PLACE.has(verb.lemma) ? verb.negated : !verb.negated;
  const isOff = isEmptyPhrase(phrase) && !verb.unreal && saysOff;
  const isSomebody = subject.type === "person" || (subject.type === "pet" && !subject.definite);
  // "Squash was cancelled" is about one date.
  if (!isNamed || !isOff || isSomebody || PASTIME.test(subject.name)) return null;
  // A bare name may be that of a town, of a firm or of a journey's end: each plan is cancelled, and
  // those that are not known end nothing.
  const value = subject.name;
  const journey = { subject: speaker, text: `${speaker} is not going to ${value}`, value };
  const facts = (subject.definite ? PLANNED_THINGS : PLANNED).map((of) => ({
    ...cancellation,
    subject: speaker,
    text: `${speaker}'s plan for the ${of} ${value} is off`,
    slot: of,
    value,
  }));
  const isJourney = verb.lemma === "be" && !subject.definite && isCapitalised(value);
  return {
    facts: isJourney ? [...facts, { ...journey, action: "DELETE" }] : facts,
    fromNow: true,
  };
};
