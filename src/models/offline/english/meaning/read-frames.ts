import { PHRASES } from "../../data/expressions.ts";
import { KIND_OF_SERVICE } from "../../data/closings.ts";
import { keys } from "../../data/words.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { itemsOf } from "../../text/list-items.ts";
import type { Frame } from "./frames.ts";
import { EMPTY, phraseOf } from "./frame-phrases.ts";
import type { Subject } from "../subjects/subject.ts";
import { subjectsOf } from "../subjects/read-subjects.ts";
import { readLinked } from "./read-links.ts";
import {
  isFigurative,
  isSo,
  objectOf,
  phraseWith,
  saysNow,
  type Meaning,
  type Reader,
  type SideFact,
  type Statement,
} from "./statement.ts";
import { readParting } from "./parting.ts";
import { isKnownFirm } from "./targets.ts";
import { withDependents } from "./dependents.ts";
import { mayRead, slotOf, type SlotReading } from "./slot-frame.ts";
import { readEnd, readDeath, readSubjectsEnd, readGivenUp } from "./read-ends.ts";
import { readHolding } from "./read-holds.ts";

/**
 * Reads whom or what the speaker has, from a clause about them: "Tom manages me now", "Rex has come
 * to live with us".
 */
const readObjectsHolder = (reading: SlotReading): Meaning | null => {
  const { frame, slot, phrase, statement } = reading;
  const { subject, verb, isAhead } = statement;
  const { speaker } = reading.discourse;
  const isOfSpeaker = /^(?:me|us)$/u.test(firstOf(phrase.tokens).lower);
  const isOver = verb.ended || (verb.negated && verb.tense === "present");
  const isOnce = !isOver && verb.tense === "past" && frame.phase !== "starts";
  const isOther = slot.value === "animal" && subject.type !== "pet";
  if (!isOfSpeaker || subject.speaker || isAhead || isOnce || isOther) return null;
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

const readSlot = (reading: SlotReading): Meaning | null => {
  const { frame, slot, statement } = reading;
  if (statement.verb.unreal || isFigurative(statement)) return null;
  // "is retraining as a teacher" is not a role yet.
  if (slot.slot === "role" && frame.lemma === "retrain" && statement.verb.progressive) return null;
  if (slot.slot === "death") return readDeath(reading);
  if (frame.plan) return readGivenUp(reading);
  if (frame.of === "object") return readObjectsHolder(reading);
  if (frame.of === "subject") return readSubjectsEnd(reading);
  return frame.phase === "ends" ? readEnd(reading) : readHolding(reading);
};

/** Whether the list is one thing with its name: "an electric guitar, a Fender Telecaster". */
const isThingWithName = (
  [first = [], second = [], ...others]: readonly (readonly Token[])[],
  { tokens }: Phrase,
): boolean =>
  others.length === 0 &&
  tokens.length === first.length + second.length &&
  firstOf(first).part === "determiner" &&
  firstOf(second).part === "determiner" &&
  !first.some(({ name }) => name !== null) &&
  second.some(({ text }) => /^\p{Lu}/u.test(text));

/** The meaning of each item of a list if the slot has many values: "gave up tennis and golf". */
const readEach = (reading: SlotReading): Meaning | null => {
  const { slot, phrase } = reading;
  const readItem = (tokens: readonly Token[] = []): Meaning | null =>
    readSlot({ ...reading, phrase: { ...phrase, tokens } });
  const items = slot.cardinality === "MANY" ? itemsOf(phrase.tokens) : [];
  if (items.length < 2) return readSlot(reading);
  if (isThingWithName(items, phrase)) return readItem(items[1]);
  const itemMeanings = items.flatMap((tokens) => {
    const meaning = readItem(tokens);
    return meaning?.slot === undefined || meaning.value == null
      ? []
      : [{ tokens, meaning, value: meaning.value }];
  });
  const [first, second] = itemMeanings;
  if (first === undefined) return readSlot(reading);
  if (second === undefined) return first.meaning;
  return {
    ...first.meaning,
    items: itemMeanings.map(({ tokens }) => tokens),
    values: itemMeanings.map(({ value }) => value),
    itemSlot: slot.slot,
    relations: itemMeanings.flatMap(({ meaning }) => meaning.relations ?? []),
  };
};

/**
 * Whether a frame has a preposition of the first one, as a firm and a team may, or the first one
 * has none. "moved in with Tom in Bristol" has two different prepositions.
 */
const sharesPreposition = ({ prepositions }: Frame, first: Frame): boolean =>
  first.prepositions === null ||
  first.prepositions.some((preposition) => prepositions?.includes(preposition));

/**
 * Whether a frame may add a slot after another frame has: if it reads the phrase of another
 * preposition.
 */
const maySpeak = (frame: Frame, first: Frame | null): boolean =>
  first === null ||
  (frame.prepositions !== null &&
    frame.phase === first.phase &&
    (first.phase === "starts"
      ? !sharesPreposition(frame, first)
      : first.phase === "holds" &&
        frame.slot !== first.slot &&
        (first.prepositions === null || !sharesPreposition(frame, first))));

/** A value of a slot in words: "user's role is nurse", "user is a member of Acme". */
const inWords = (subject: string, slot: string, value: string | null): string => {
  if (slot === "roommate") return `${subject} lives with ${value}`;
  const label = slot.replaceAll("_", " ");
  return label.endsWith(" of")
    ? `${subject} is a ${label} ${value}`
    : `${subject}'s ${label} is ${value}`;
};

/**
 * The facts of a second phrase about another slot: "plays bass in the Wombats", "lives in Rome with
 * Ana and Tom".
 */
const factsBeside = (
  first: Meaning | null,
  meanings: readonly Meaning[],
  { subject }: Statement,
): readonly SideFact[] => {
  const dependents = meanings.flatMap(({ facts = [] }) => facts.map(({ slot }) => slot));
  return meanings.flatMap(({ slot, value, values, action }) =>
    slot === undefined ||
    value == null ||
    slot === first?.slot ||
    action === "DELETE" ||
    dependents.includes(slot)
      ? []
      : (values ?? [value]).map((one) => ({
          text: inWords(subject.text, slot, one),
          slot,
          value: one,
        })),
  );
};

/** Slots of a move to a firm or to a town. */
const JOINED = keys("employer residence");

/**
 * Whether the phrase names a service that somebody switches to: "switched to Vodafone", "moved over
 * to Monzo", "has a phone contract with EE". It is then no employer.
 */
const isCustomer = ({ slot }: Frame, phrase: Phrase, statement: Statement): boolean => {
  if (!JOINED.has(slot?.slot ?? "")) return false;
  const { verb, complement } = statement;
  if (OF_CUSTOMERS.test(textOf(headOf(objectOf(statement) ?? EMPTY)))) return true;
  const kind = KIND_OF_SERVICE.get(lastOf(headOf(phrase)).lower);
  // Shops have many employees among the speakers, banks have many customers.
  const isMove = verb.lemma === "move" && kind !== "supermarket";
  const isOver = /^(?:over|across|back)$/u.test(firstOf(complement).lower);
  return kind !== undefined && (verb.lemma === "switch" || isMove || isOver);
};
const OF_CUSTOMERS = PHRASES.one("read_frames_of_customers");

/** "left Acme", "left Paul a message", "left Paul at the airport": no end of a bond. */
const endsNoBond = (
  { slot, phase, lemma, words }: Frame,
  phrase: Phrase,
  { phrases, verb }: Statement,
): boolean => {
  const next = phrases.find(({ preposition }) => preposition !== null)?.preposition;
  return (
    slot?.slot === "spouse" &&
    phase === "ends" &&
    lemma === "leave" &&
    words.length === 0 &&
    (verb.negated ||
      nameIn(phrase)?.type !== "person" ||
      phrase.tokens.some(({ part }, i) => i > 0 && part === "determiner") ||
      (next !== undefined && next !== "for" && next !== "after"))
  );
};

/**
 * Whether the phrase names a known firm: "moved to Tesco", but not "switched from Barclays to
 * Lloyds", where the known fact about Barclays decides.
 */
const isNewFirm = (phrase: Phrase, statement: Statement, discourse: Discourse): boolean =>
  (statement.verb.lemma !== "switch" || phraseWith(statement, "from") === undefined) &&
  isKnownFirm(phrase, discourse);

const isPerson = ({ type, thing, attribute }: Subject): boolean =>
  type === "person" && !thing && attribute === null;

/**
 * The relatives without a name with whom somebody lives somewhere: "lives in Leeds with their
 * parents". Null if there are others among them: "with his wife and two kids".
 */
const readCompanyAtHome = ({ slot, phrase, statement, discourse }: SlotReading): Meaning | null => {
  const { verb } = statement;
  const isShared = slot.slot === "roommate" && /^(?:live|share)$/u.test(verb.lemma);
  if (!isShared || verb.negated || verb.ended) return null;
  const relatives = subjectsOf(phrase.tokens, discourse);
  const [first] = relatives;
  if (first === undefined || !relatives.every(isPerson)) return null;
  for (const { name, type } of relatives) discourse.findings.entity(name, type);
  return { slot: slot.slot, value: first.name, values: relatives.map(({ name }) => name) };
};

/** Slots of which a value beside another one can end alone, and is then no part of its words. */
const PARTED = keys("member_of roommate");

/** Somebody with whom the speaker lives, as said of them: "Ida has moved in with us". */
const readGuest = ({ slot, frame, phrase, statement, discourse }: SlotReading): Meaning | null => {
  const { subject, verb } = statement;
  const isOver = verb.ended || (verb.tense === "past" && frame.phase !== "starts");
  const isOurs = /^(?:me|us)$/u.test(firstOf(phrase.tokens).lower);
  if (slot.slot !== "roommate" || frame.phase === "ends" || !isOurs) return null;
  const { name, type, thing, attribute, speaker: isSpeaker } = subject;
  // "Dean moved in with us": nobody else is called so, and he is a person.
  const mayBePerson = /^(?:person|concept)?$/u.test(type ?? "") && !thing && attribute === null;
  if (!mayBePerson || isSpeaker || !isSo(statement) || isOver) return null;
  const { speaker, findings } = discourse;
  findings.entity(name, "person");
  const text = inWords(speaker, slot.slot, name);
  const { when } = statement;
  const validity = when.planned === null ? when : { ...when, from: when.planned, to: null };
  const guest = { subject: speaker, text, slot: slot.slot, value: name, validity };
  // "lives with us" may have been so for long.
  const isNew = frame.phase === "starts" || verb.progressive || saysNow(statement);
  return { facts: [{ ...guest, ...(isNew && { movesIn: name }) }] };
};

/** The meaning with who moves in with whom: "Lewis has moved in with Sam". */
const withGuest = (meaning: Meaning, { frame, statement }: SlotReading): Meaning =>
  meaning.slot === "roommate" && frame.phase === "starts" && meaning.action !== "DELETE"
    ? { ...meaning, movesIn: statement.subject.name }
    : meaning;

/** The meaning of a frame in a slot, alone or beside another. */
const readInSlot = (reading: SlotReading, isBeside: boolean): Meaning | null => {
  const { slot, phrase, statement, discourse } = reading;
  const guest = readGuest(reading);
  if (guest !== null) return guest;
  const own = mayRead(reading) ? readEach(reading) : null;
  const meaning = own ?? (isBeside ? readCompanyAtHome(reading) : null);
  if (meaning === null) return null;
  const whole = withGuest(withDependents(meaning, statement, discourse), reading);
  // "plays bass in the Wombats": who leaves the band may still play.
  return isBeside && PARTED.has(slot.slot) ? { ...whole, omittedPhrases: [phrase] } : whole;
};

/**
 * Reads the verb of a statement with the table of verb phrases: a slot that starts, holds or ends,
 * and relations of the subject.
 */
export const readFrames: Reader = (statement, discourse) => {
  const { verb } = statement;
  const meanings: Meaning[] = [];
  let slotFrame: Frame | null = null;
  let partingMeaning: Meaning | null = null;
  for (const frame of discourse.frames.of(verb.lemma)) {
    const phrase = phraseOf(frame, statement);
    if (phrase === null || frame.departs !== null) continue;
    if (frame.named && !isNewFirm(phrase, statement, discourse)) continue;
    if (phraseWith(statement, ...frame.unless) !== undefined) continue;
    if (isCustomer(frame, phrase, statement) || endsNoBond(frame, phrase, statement)) continue;
    const reading = { frame, phrase, statement, discourse };
    if (frame.parted !== null) {
      partingMeaning ??= readParting(reading);
    } else if (frame.slot === null) {
      const linkedMeaning = readLinked(reading);
      if (linkedMeaning !== null) meanings.push(linkedMeaning);
    } else if (maySpeak(frame, slotFrame)) {
      const slot = slotOf(frame.slot, phrase, discourse);
      const meaning = readInSlot({ ...reading, slot }, slotFrame !== null);
      if (meaning === null) continue;
      slotFrame ??= frame;
      meanings.push(meaning);
    }
  }
  // An end without a slot counts only if no verb phrase gives the slot.
  if (slotFrame === null && partingMeaning !== null) meanings.push(partingMeaning);
  const first = meanings.find(({ slot, value }) => slot !== undefined && value != null) ?? null;
  // The items of a list belong to its own slot alone.
  const alike = meanings.filter(
    ({ items, slot }) => items === undefined || slot === undefined || slot === first?.slot,
  );
  const whole = Object.assign({}, ...alike.toReversed()) as Meaning;
  const endMeanings = meanings.filter(({ slot }) => PARTED.has(slot ?? "") && slot !== whole.slot);
  return meanings.length === 0
    ? null
    : {
        ...whole,
        omittedPhrases: [whole, ...endMeanings].flatMap((one) => one.omittedPhrases ?? []),
        relations: meanings.flatMap(({ relations }) => relations ?? []),
        facts: [
          ...meanings.flatMap(({ facts }) => facts ?? []),
          ...factsBeside(first, meanings, statement),
        ],
      };
};
