import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import { vocabularyType } from "../../../../vocabulary/value-type.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { introducesNoun, firstOf, lastOf, NO_TOKEN, textOf, type Token } from "../tokens/token.ts";
import { tidy } from "../../text/tidy.ts";
import { deviceIn } from "../../data/closings.ts";
import { PHRASES } from "../../data/expressions.ts";
import { isPartner } from "../../data/kinship.ts";
import { listedWords, words } from "../../data/words.ts";
import { HOMES, type Frame } from "./frames.ts";
import { EMPTY, isEmptyPhrase } from "./frame-phrases.ts";
import {
  isForABreak,
  isForAWhile,
  objectOf,
  phraseWith,
  type Meaning,
  type SideFact,
  type Statement,
} from "./statement.ts";
import type { Target } from "./targets.ts";
import { labelIn, valueOf, type Label, type Value } from "./values.ts";

/** A statement as one frame reads it. */
export interface FrameReading {
  readonly frame: Frame;
  /** The phrase that may give the value. */
  readonly phrase: Phrase;
  readonly statement: Statement;
  readonly discourse: Discourse;
}

/** A reading by a frame that has a slot. */
export interface SlotReading extends FrameReading {
  readonly slot: SlotDefinition;
}

/** Whether the subject can have the slot: a person can have an employer, a dog cannot. */
const mayHave = ({ of }: SlotDefinition, { subject }: Statement): boolean => {
  if (of === null) return true;
  const type = subject.speaker ? "person" : vocabularyType(subject.type ?? "");
  return type === null ? !subject.thing : of.includes(type);
};

const BREAKING_UP = words("split break");
/**
 * Whether a group breaks up, which has no spouse: "The Commuters broke up", "Foxglove split up".
 */
const isBondOfGroup = (
  { lemma }: Frame,
  { slot }: SlotDefinition,
  statement: Statement,
): boolean => {
  const { subject, partner } = statement;
  if (slot !== "spouse" || subject.speaker || partner !== null) return false;
  const isAlone = BREAKING_UP.has(lemma) && phraseWith(statement, "with", "from") === undefined;
  return subject.type === null ? subject.definite || isAlone : isAlone && subject.type !== "person";
};

/** Whether one of two is a relative or a friend of the other, the speaker: "my sister and I". */
const isKinOfSpeaker = ({ subject, partner }: Statement): boolean => {
  const other = subject.speaker ? partner : subject;
  const isOfSpeaker = subject.speaker || partner?.speaker === true;
  const term = other?.relative?.term;
  return isOfSpeaker && term !== undefined && !isPartner(term);
};
const FOR_A_DAY = PHRASES.one("slot_frame_for_a_day");
/**
 * Whether two are together without being a couple: "Ross and I are together in Rome", "my sister
 * and I were together all day".
 */
const isNoCouple = (
  { words: frameWords }: Frame,
  { slot }: SlotDefinition,
  statement: Statement,
): boolean =>
  slot === "spouse" &&
  statement.partner !== null &&
  (isKinOfSpeaker(statement) ||
    (frameWords.flat().includes("together") &&
      (FOR_A_DAY.test(textOf(statement.complement).toLowerCase()) ||
        statement.phrases.some(({ preposition }) => /^(?:in|on|at)$/u.test(preposition ?? "")))));

const STREETS = listedWords("streets");
const NOW = words("now currently");
/** A number before the name of a street, whatever the street is called: "30 Beech Grove". */
const NUMBERED = /^(?:\d{1,4}\p{L}?|Zq[a-y]*z) \p{Lu}[^,]*$/u;
/** Whether the phrase is a street without its town: "Brook Street", "12 Oak Lane now". */
const isStreet = (phrase: Phrase): boolean =>
  nameIn(phrase)?.proper === true &&
  phrase.tokens.slice(headOf(phrase).length).every(({ lower }) => NOW.has(lower)) &&
  (STREETS.has(lastOf(headOf(phrase)).lower.split(" ").at(-1) ?? "") ||
    NUMBERED.test(textOf(headOf(phrase))));

/**
 * The slot of a frame. A street is an address: who tells it may still live in the town that is
 * known.
 */
export const slotOf = (
  slot: SlotDefinition,
  phrase: Phrase,
  { vocabulary }: Discourse,
): SlotDefinition =>
  slot.slot === "residence" && isStreet(phrase) ? (vocabulary.definition("address") ?? slot) : slot;

/** A stay that comes to an end, or comes back every year: "for a week", "every summer". */
const STAY = PHRASES.one("stay");
/**
 * Whether what somebody rents is not their home: "rents a garage", "rents out a flat", "rents a
 * villa for a week".
 */
const isNoHome = ({ lemma, slot, words: frameWords }: Frame, statement: Statement): boolean => {
  const { lower } = lastOf(headOf(objectOf(statement) ?? EMPTY));
  const isOfHome =
    slot?.slot === "residence" || (slot?.slot === "roommate" && lemma === "be")
      ? lemma === "rent" || frameWords.flat().some((word) => HOMES.has(word))
      : slot?.slot === "owns" && HOMES.has(lower);
  const isStay =
    STAY.test(textOf(statement.complement)) ||
    isForABreak(statement) ||
    (lemma === "be" && isForAWhile(statement));
  // "rents a garage", "rents a storage unit"
  const isOther = lower !== "" && (lower === "unit" || !HOMES.has(lower));
  const isLet = isOther || firstOf(statement.complement).lower === "out";
  return isOfHome && (isStay || (lemma === "rent" && isLet));
};

/**
 * Whether somebody has a home, without a word of whether it is bought or rented: "got my own flat".
 */
const isHomeOfOwn = ({ lemma, slot }: Frame, phrase: Phrase): boolean =>
  slot?.slot === "owns" &&
  /^(?:have|get|find)$/u.test(lemma) &&
  phrase.tokens.some(({ lower }) => lower === "own") &&
  HOMES.has(lastOf(headOf(phrase)).lower);

/** Whether the stay is a visit: "is staying in Leeds". With a stated end it is not. */
const isVisit = ({ lemma }: Frame, { slot }: SlotDefinition, { verb, when }: Statement): boolean =>
  verb.progressive &&
  ((slot === "residence" && lemma === "stay" && when.to === null) ||
    (slot === "hometown" && lemma === "come"));

/** Whether a frame may give a slot of the subject. */
export const mayRead = ({ frame, slot, phrase, statement }: SlotReading): boolean =>
  frame.of === "subject" ||
  (frame.of === "object" && slot.value === "animal") ||
  (statement.subject.attribute === null &&
    mayHave(slot, statement) &&
    (slot.slot !== "address" || isStreet(phrase)) &&
    !isNoHome(frame, statement) &&
    !isHomeOfOwn(frame, phrase) &&
    !isVisit(frame, slot, statement) &&
    !isNoCouple(frame, slot, statement) &&
    !isBondOfGroup(frame, slot, statement));

/** The relation from the subject to a value; empty if the value is no entity. */
export const relationsTo = (
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

/** The slot and the value of a claim. A device has its kind as its label. */
export const claimOf = ({ slot }: SlotDefinition, { text }: Value): Partial<Meaning> => {
  const label = slot === "owns" ? deviceIn(text) : null;
  return { slot, value: text, ...(label === null ? {} : { label }) };
};

/** The fact that a value of a slot has ended, or all values if it is null. */
export const denial = (
  { subject }: Statement,
  slot: string,
  value: string | null = null,
): SideFact => ({
  text:
    value === null
      ? `${subject.text} has no ${slot.replaceAll("_", " ")} any more`
      : `${subject.text}'s ${slot.replaceAll("_", " ")} is no longer ${value}`,
  slot,
  value,
  action: "DELETE",
});

/** The category of an end. */
export const ENDS = { category: "RELATIONSHIP_CHANGE" } as const;

/** The fact that somebody no longer has the subject: a pet that died, a flatmate who moved out. */
export const lossOf = (slot: string, { subject }: Statement, { speaker }: Discourse): SideFact => {
  const owner = subject.relative?.owner ?? speaker;
  const text = `${owner} no longer has ${subject.name}`;
  return { subject: owner, text, slot, value: subject.name, action: "DELETE" };
};

/** Words for a job besides the main one: "the Saturday job". */
const BESIDE = PHRASES.one("slot_frame_beside");

/** Whether it is a label of the slot. A job besides the main one is no employer on record. */
const isLabelOf = (label: Label, slot: SlotDefinition): boolean =>
  (label.slot === slot || label.slot.within === slot.slot) &&
  !(slot.slot === "employer" && label.before.some(({ lower }) => BESIDE.test(lower)));

/** Whether a word before a label may be the value: "Netflix" in "my Netflix subscription". */
const mayBeValue = ({ slot, value }: SlotDefinition, part: Token["part"]): boolean =>
  part === "proper" ||
  // In "the engineering company", the noun is no name.
  (part === "noun" && slot !== "employer") ||
  (part === "adjective" && value === "text");

/** Institutions without an article: "finished school". */
const BARE_LABELS = listedWords("slot_frame_bare_labels");

/**
 * The value in an object whose noun is a label of the slot: "my Netflix subscription", "my job".
 * The value is null if the object gives none. Null for other objects.
 */
export const labelledObject = ({
  frame,
  slot,
  phrase,
  statement,
  discourse,
}: SlotReading): { readonly value: Value | null } | null => {
  const head = headOf(phrase);
  const ownerToken = firstOf(head);
  const isOwned = /^(?:my|our|his|her|their|the)$/u.test(ownerToken.lower);
  const isBare = BARE_LABELS.has(head.at(-1)?.lower ?? "") && head.length === 1;
  if (!isOwned && !isBare && !(frame.labelled && /^an?$/u.test(ownerToken.lower))) return null;
  const label = labelIn(isBare ? head : head.slice(1), discourse.vocabulary);
  if (label === null || !isLabelOf(label, slot)) return null;
  const before = label.before.filter(({ part }) => mayBeValue(slot, part));
  const at = phraseWith(statement, "at", "with", "from", "as", "to", "for");
  const value =
    label.slot === slot && before.length > 0
      ? { text: tidy(textOf(before)), target: null }
      : at === undefined
        ? null
        : valueOf(slot, at, frame.labelled ? "" : frame.lemma, discourse);
  // "lost my job at the engineering company" gives no name.
  const isNamed = value?.target == null || value.target.proper || slot.cardinality === "MANY";
  return { value: isNamed ? value : null };
};

/**
 * The earlier value that "it" or "there" means: "sold it", "left there". A place counts
 * whoever lives there. Null if unknown; undefined if the phrase has no such word.
 */
export const pointedValue = (reading: SlotReading): Value | null | undefined => {
  const { frame, slot, phrase } = reading;
  const { conversation, vocabulary, findings } = reading.discourse;
  const [{ lower } = NO_TOKEN, next = NO_TOKEN] = phrase.tokens;
  const isPlace = /^(?:place|organization)$/u.test(slot.value);
  const isPointed = (isPlace ? /^(?:here|there)$/u : /^(?:it|him|her)$/u).test(lower);
  if (!isPointed || !/^(?:none|adverb|preposition|conjunction|time)$/u.test(next.part))
    return undefined;
  const slots = [slot.slot, ...vocabulary.kindredSlots(slot.slot)];
  const { name: subject } = reading.statement.subject;
  // "Helen is back, so I report to her again"
  const isPerson = slot.value === "person" && frame.phase !== "ends" && lower !== "it";
  const text =
    conversation.claimed(slots, isPlace ? null : subject) ??
    (slot.value === "place" ? conversation.onlyPlace() : null) ??
    // "Had lunch at Nokia. My mate Pekka works there."
    (slot.slot === "employer" && frame.lemma === "work" ? conversation.onlyFirm() : null) ??
    (isPerson ? conversation.personFor(lower, subject) : null);
  if (text === null) return null;
  const name = frame.target === null ? null : findings.entity(text, frame.target);
  return { text, target: name === null ? null : { name, type: frame.target, proper: true } };
};

const EMPLOYERS = listedWords("common_employers");

const FORCES = listedWords("forces");

/**
 * Whether somebody's own thing is named, which is known by its name: "left her violin on the bus".
 */
const isOwnThing = (phrase: Phrase): boolean =>
  firstOf(phrase.tokens).part === "possessive" && nameIn(phrase)?.type !== "organization";

const CARE = listedWords("slot_frame_care");
/**
 * Whether a patient goes home: "was discharged from the hospital", "left the hospital yesterday",
 * but not "left the hospital after nine years", as who works there may say.
 */
const isDischarge = (
  { frame: { lemma }, statement }: Pick<SlotReading, "frame" | "statement">,
  { name }: Target,
): boolean =>
  CARE.has(name.toLowerCase()) &&
  (/^(?:get|discharge)$/u.test(lemma) || (lemma === "leave" && isForAWhile(statement)));

/**
 * Whether the value is specific enough for its verb: "left Acme", "left acme", "retired from the
 * police", but not "left the office" or "left Rome this morning".
 */
export const isPrecise = (
  { frame, slot, phrase, statement }: SlotReading,
  { target }: Value,
): boolean =>
  target === null ||
  slot.slot === "medication" ||
  (!isDischarge({ frame, statement }, target) && isOwnValue({ frame, slot, phrase }, target));

/** Whether the entity is a value of the slot of its own, rather than a place for some hours. */
const isOwnValue = (
  { frame, slot, phrase }: Pick<SlotReading, "frame" | "slot" | "phrase">,
  target: Target,
): boolean =>
  (/^(?:resign|retire)$/u.test(frame.lemma) && EMPLOYERS.has(target.name.toLowerCase())) ||
  (/^(?:leave|join)$/u.test(frame.lemma) && FORCES.has(target.name.toLowerCase())) ||
  (slot.value === "place" && frame.lemma === "leave"
    ? nameIn(phrase)?.type === "place"
    : (target.proper && !(frame.lemma === "leave" && isOwnThing(phrase))) ||
      (!introducesNoun(firstOf(phrase.tokens)) &&
        phrase.tokens.every(({ part }) => part !== "adverb")));

/**
 * The partner as the value: "Otto and I got married". Null for other slots, or if a value is named.
 */
export const partnerIn = ({ frame, phrase, slot, statement }: SlotReading): Value | null => {
  const { partner, subject } = statement;
  if (slot.slot !== "spouse" || partner === null || !isEmptyPhrase(phrase)) return null;
  // A new bond needs one fact, but an end needs a fact for each of the two.
  const isFirst = subject.speaker || (!partner.speaker && partner.isSecond);
  return isFirst || frame.phase === "ends"
    ? { text: partner.name, target: { name: partner.name, type: "person", proper: true } }
    : null;
};
