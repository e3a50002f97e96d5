import { contentHash } from "../../../memory/content-hash.ts";
import * as reasons from "../../../memory/reasons.ts";
import { foldName } from "../../../language/names.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { FactOfOther, ReconciliationQuestion, Verdict } from "../../port.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { asCompared } from "../extraction/compared-slot.ts";
import { keys, listedWords, pairs } from "../data/words.ts";
import { sForm, verbReading } from "../english/tokens/verb-forms.ts";
import { overlap, withoutEnding } from "../text/content-words.ts";
import { changedBy, otherPriceOf } from "./changed-figures.ts";
import { endedByKind } from "./ended-by-kind.ts";
import { endedBesides, endedBond, endedRole, firstEnded } from "./ended-statements.ts";
import { endedInPortuguese } from "./ended-in-portuguese.ts";
import { endedTogether, leftOut } from "./ended-together.ts";
import { fulfilledIntentions } from "./fulfilled-intentions.ts";
import { handedOverFacts } from "./successors.ts";
import { ACTIVITY_ALONE, oversIn, type Over } from "./what-is-over.ts";
import {
  contradictedAbstinence,
  replacedBy,
  replacedService,
  reversedPreference,
} from "./replaced-statements.ts";
import { meansSameValue } from "./same-value.ts";
import { otherVersion } from "./other-version.ts";
import { undoneOutcomes } from "./undone-outcomes.ts";
import {
  EMPLOYMENT,
  endingOf,
  isNamesake,
  isSameName,
  replacement,
  type NamedChange,
  type NamedFact,
} from "./standing-facts.ts";
import { behindSubject, objectKeys, standingStatement } from "./standing-statement.ts";

const NEGATIVE = PHRASES.one("negative");

/**
 * The polarity of a text: 1 affirms, -1 denies. Two denials affirm; "no longer … anymore" denies
 * once.
 */
export const polarityOf = (text: string): 1 | -1 => {
  const denials = new Set((text.match(NEGATIVE) ?? []).map((word) => word.toLowerCase()));
  if (denials.size > 1) denials.delete("anymore");
  return denials.size % 2 === 0 ? 1 : -1;
};

type Candidate = ReconciliationQuestion["candidates"][number];

const ADD: Verdict = {
  action: "ADD",
  candidate: null,
  reason: "No rule found a known fact that it repeats or replaces.",
};

/** Share of the words that two facts must have in common for one to retract the other. */
const ENOUGH = 0.5;
const KEPT_WORD = /[\p{L}\p{N}$€£%][\p{L}\p{N}.,:/'-]*/gu;
const EMPTY = listedWords("denial_words");

/** Words that mean the same in a statement and in its denial. */
const SYNONYMS = pairs("synonyms");

/** The same as not to like something. */
const CANNOT_STAND = / (?:cannot|can not|can't) (?:stand|bear|abide)(?= \p{L})/u;
const AFTER_ALL = / (?:after all|again)(?!\p{L})/u;

const wordsOf = (text: string, subject: string): Set<string> => {
  const own = new Set((subject.toLowerCase().match(KEPT_WORD) ?? []).map(stemOf));
  const plainText = text
    .toLowerCase()
    .replace(AFTER_ALL, "")
    .replace(CANNOT_STAND, " does not like ");
  return new Set(
    (plainText.match(KEPT_WORD) ?? [])
      .filter((word) => !EMPTY.has(word))
      .map(stemOf)
      .filter((word) => !own.has(word)),
  );
};
const stemOf = (word: string): string => {
  const plainWord = word.replace(/^(?:cannot|can't)$/u, "can").replace(/'s$/u, "");
  return withoutEnding(SYNONYMS[plainWord] ?? plainWord);
};

const verdict = (
  action: Verdict["action"],
  candidate: Pick<Candidate, "id">,
  reason: string,
): Verdict => ({
  action,
  candidate: candidate.id,
  reason,
});

/** Whether a value contains a name: "CFO of Halden" contains "Halden". */
const namesWithin = (value: string, name: string): boolean =>
  ` ${foldName(value)} `.includes(` ${foldName(name)} `);

/**
 * The words before a value without a slot: "user's dog is" in "user's dog is Rex". Null for other
 * facts.
 */
const roleOf = ({ text, slot, value }: NamedFact): string | null =>
  slot === null && value !== null && text.endsWith(` is ${value}`)
    ? text.slice(0, -value.length).toLowerCase()
    : null;

const hasValue = ({ value }: Candidate, other: string): boolean =>
  value !== null && meansSameValue(value, other);

/** Types of values that any verb can end. It ends a hobby, but no friend, town or birthday. */
const PARTED_WITH: ReadonlySet<string> = new Set(["activity", "organization", "product", "text"]);
const mayPartWith = (slot: string, vocabulary: Vocabulary): boolean => {
  const definition = vocabulary.definition(slot);
  return definition === null || (!definition.lasting && PARTED_WITH.has(definition.value));
};

/** Slots of possessions. Somebody who sells a guitar may still play it. */
const THINGS = keys("owns vehicle pet");

/** Whether the name is the thing without its number: "my Pixel" for the Pixel 7. */
const isCalledShort = ({ slot, value }: Candidate, name: string): boolean =>
  THINGS.has(slot ?? "") &&
  /^\p{Lu}/u.test(name) &&
  foldName(value ?? "").startsWith(`${foldName(name)} `);

/** Whether the name is the verb of a pastime: "does not climb anymore" for "climbing". */
const isActivityOf = ({ slot, value }: Candidate, name: string): boolean =>
  slot === "hobby" && /^\p{L}+ing$/u.test(value ?? "") && verbReading(value ?? "").lemma === name;

const PART = /^(?:the |an? )?(?<part>\p{Ll}[\p{Ll} ]*?) of (?:my|our|his|her|their|the) /u;
/** Nouns behind a value that mean the same as the value alone: "keto diet", "ramipril tablets". */
const SAME_WITH = listedWords("same_with_value");
/**
 * Whether the name is that of something about the thing: "the photo of their bike", "the FT
 * article".
 */
const isPartOf = ({ value }: Candidate, name: string): boolean => {
  const { part } = groupsIn(PART, name);
  if (part !== undefined) return !namesWithin(value ?? "", part);
  const foldedName = foldName(name.replace(OPENING, ""));
  const noun = /^\p{Ll}+$/u.exec(name.split(" ").at(-1) ?? "")?.[0];
  return (
    noun !== undefined && foldedName.startsWith(`${foldName(value ?? "")} `) && !SAME_WITH.has(noun)
  );
};
const DETERMINER = /(?:^| )(?:the|his|her|their|its|an?) (?:\p{Ll}+ )?$/u;
/**
 * Whether a text has the name of a thing as another word: "gave up golf", "cannot focus" are about
 * no Golf and no Focus; "sold the golf" may be.
 */
const isOtherWord = ({ slot, value }: Candidate, text: string): boolean => {
  if (value === null || !THINGS.has(slot ?? "") || !/^\p{Lu}\p{Ll}+$/u.test(value)) return false;
  const at = text.search(new RegExp(`(?<!\\p{L})${value.toLowerCase()}(?!\\p{L})`, "u"));
  return at > 0 && !DETERMINER.test(text.slice(0, at));
};
/** Verbs by which a job or a place at a school ends; others end what one does with its products. */
const BELONGING = listedWords("judge_belonging");
/** Whether only another use of the name ends: who takes no subway may work at Subway. */
const isOtherUse = ({ slot }: Candidate, overs: readonly Over[]): boolean =>
  EMPLOYMENT.has(slot ?? "") &&
  overs.length > 0 &&
  overs.every(({ verbs }) => [...verbs].every((verb) => !BELONGING.has(verb)));

/** Whether the value only stands behind what has ended: Max, in "tennis with Max". */
const isBehind = ({ value }: Candidate, name: string): boolean =>
  BEHIND.some((preposition) => foldName(name).endsWith(` ${preposition} ${foldName(value ?? "")}`));
const BEHIND = ["with", "against", "about", "from"];

const COMPANY = / with (?<who>(?:\p{Lu}|(?:my|our|his|her|their) ).*)$/u;
/** Whether the known text says nothing of the company: tennis goes on after "tennis with Max". */
const isInOtherCompany = ({ text }: Candidate, name: string): boolean => {
  const { who } = groupsIn(COMPANY, name);
  return who !== undefined && !text.includes(who);
};
const OPENING = /^(?:the|my|our|his|her|their|an?) /u;

/** A thing by the name of its place: "the Oslo flat". */
const PLACED = /^(?<place>\p{Lu}[\p{L}-]+) (?:\p{Ll}+ )?\p{Ll}+$/u;
/** The place in a known text: Leith in "owns a flat in Leith". */
const OF_PLACE = / (?:in|on|at|near) (?:the )?\p{Lu}/u;
/** Whether the thing is at another place: "the Oslo flat" is not a flat in Leith. */
const isElsewhere = ({ text }: Candidate, name: string): boolean => {
  const { place } = groupsIn(PLACED, name.replace(OPENING, ""));
  return place !== undefined && OF_PLACE.test(text) && !namesWithin(text, place);
};

/**
 * The only candidate with this value, in whatever slot: "is off keto" ends the diet. Null if
 * several slots have the value.
 */
const partedWith = (
  { fact, candidates }: ReconciliationQuestion,
  vocabulary: Vocabulary,
): Candidate | null => {
  const { slot, value, text } = fact;
  const isActivityAlone = ACTIVITY_ALONE.test(text);
  const overs = oversIn(fact);
  const [only = null, ...others] = candidates.filter(
    (candidate) =>
      value !== null &&
      candidate.slot !== null &&
      !isPartOf(candidate, value) &&
      !isBehind(candidate, value) &&
      !isInOtherCompany(candidate, value) &&
      !(isActivityAlone && THINGS.has(candidate.slot)) &&
      !isElsewhere(candidate, value) &&
      !isOtherUse(candidate, overs) &&
      !isNamesake(candidate, value) &&
      (hasValue(candidate, value) ||
        isCalledShort(candidate, value) ||
        isActivityOf(candidate, value)) &&
      mayPartWith(candidate.slot, vocabulary) &&
      !(THINGS.has(slot ?? "") && vocabulary.definition(candidate.slot)?.value === "activity"),
  );
  return others.every((other) => other.slot === only?.slot) ? only : null;
};

/**
 * The known facts that a statement may end by what it names. A claim ends a home, with what rests
 * on it, unless it is exchanged: "swapped Leeds for York".
 */
const endableOf = (
  candidates: readonly Candidate[],
  vocabulary: Vocabulary,
  isExchange = false,
): readonly Candidate[] => {
  const ofHome = new Set(isExchange ? [] : ["residence", ...vocabulary.restingOn("residence")]);
  return candidates.filter(
    ({ slot }) => slot === null || (!vocabulary.isLasting(slot) && !ofHome.has(slot)),
  );
};

/** The known fact that ends with what a statement says to be over; null if there is none. */
const endedIn = (
  { fact, candidates, ofOthers = [] }: ReconciliationQuestion,
  vocabulary: Vocabulary,
): NamedChange<Candidate | FactOfOther> | null => {
  const overs = oversIn(fact);
  const isExchange = overs.length > 0 && overs.every(({ replaced }) => replaced);
  const endable = endableOf(candidates, vocabulary, isExchange);
  return (
    firstEnded<Candidate | FactOfOther>(overs, endable, fact.subject) ??
    endingOf(
      endedBond(overs, candidates, ofOthers, fact.subject) ?? endedRole(fact, candidates, ofOthers),
    )
  );
};

const CARE = listedWords("slot_frame_care");
/**
 * The known stay of a patient that ends with "left the hospital", whoever works there; null if there
 * is none.
 */
const stayEndedIn = (
  question: ReconciliationQuestion,
  vocabulary: Vocabulary,
): Candidate | null => {
  const { slot, value } = question.fact;
  if (slot !== "employer" || value === null || !CARE.has(value.toLowerCase())) return null;
  const ending = endedIn(
    { ...question, candidates: question.candidates.filter((one) => one.slot === null) },
    vocabulary,
  );
  return question.candidates.find(({ id }) => id === ending?.fact.id) ?? null;
};

/**
 * The verdict on a statement that something has ended: DELETE with the fact that it ends, found by
 * slot, by what it names, by its opposite, or by the words that it denies; ADD if it ends none.
 */
const retraction = (question: ReconciliationQuestion, vocabulary: Vocabulary): Verdict => {
  const { fact, candidates } = question;
  const { slot, value } = fact;
  const stay = stayEndedIn(question, vocabulary);
  if (stay !== null) return verdict("DELETE", stay, "It names what has ended.");
  const inSlot = candidates.find(
    (candidate) =>
      slot !== null &&
      candidate.slot === slot &&
      (value === null || (hasValue(candidate, value) && !isElsewhere(candidate, value))),
  );
  if (inSlot) return verdict("DELETE", inSlot, reasons.ended(inSlot.slot ?? ""));
  // "moved out of Marsh Lane" ends "rents a two-bed on Marsh Lane in Leeds".
  const home =
    slot === "address" && value !== null
      ? candidates.find((other) => other.slot === "residence" && namesWithin(other.text, value))
      : undefined;
  if (home) return verdict("DELETE", home, reasons.ended("residence"));
  const post =
    slot === "employer" && value !== null
      ? candidates.find((other) => other.slot === "role" && namesWithin(other.value ?? "", value))
      : undefined;
  if (post) return verdict("DELETE", post, reasons.ended("role"));
  const partedCandidate = partedWith(question, vocabulary);
  if (partedCandidate !== null)
    return verdict("DELETE", partedCandidate, reasons.ended(partedCandidate.slot ?? ""));
  const ending = endedIn(question, vocabulary);
  if (ending !== null) return verdict("DELETE", ending.fact, "It names what has ended.");
  const inPortuguese = endedInPortuguese(fact, candidates);
  if (inPortuguese !== null) return verdict("DELETE", inPortuguese, "It names what has ended.");
  const opposite = oppositeOf(question);
  if (opposite) return verdict("DELETE", opposite, reasons.OPPOSITE);
  if (value !== null || slot !== null) return ADD;
  const words = wordsOf(fact.text, fact.subject);
  const [nearest] = candidates
    .filter(({ text, slot }) => slot === null && polarityOf(text) !== polarityOf(fact.text))
    .map((candidate) => ({
      candidate,
      share: overlap(words, wordsOf(candidate.text, fact.subject)),
    }))
    .filter(({ share }) => share > ENOUGH)
    .toSorted((a, b) => b.share - a.share);
  return nearest === undefined
    ? ADD
    : verdict("DELETE", nearest.candidate, "It takes back a statement with the same words.");
};

const ENCOUNTERS = listedWords("encounters");
const DAY = PHRASES.one("month_or_day");
/** A preposition within a slot: `flight_to_oslo`. */
const LINK = /_(?:to|from|in|at|for|with|of|on|by)_/u;
/** Words for whoever provides what the words before them name: `electricity_supplier`. */
const PROVIDERS = listedWords("judge_providers");
/**
 * Whether the slot is a short name of the known one: "demo" for "investor_demo", "flight" for
 * "flight_to_oslo".
 */
const isShortFor = (slot: string, value: string | null, knownSlot: string | null): boolean =>
  knownSlot !== null &&
  (knownSlot.endsWith(`_${slot}`) ||
    (slot === "usual" && knownSlot.startsWith("usual_")) ||
    (knownSlot.startsWith(`${slot}_`) && PROVIDERS.has(knownSlot.slice(slot.length + 1))) ||
    // "the MRI" for "the MRI scan", if a day follows: the dentist has a name
    (knownSlot.startsWith(`${slot}_`) &&
      ENCOUNTERS.has(knownSlot.slice(slot.length + 1)) &&
      DAY.test(value ?? "")) ||
    (knownSlot.startsWith(slot) && knownSlot.slice(slot.length).search(LINK) === 0));

/**
 * The verdict on a change in a slot with a short name. Null if several known slots have that short
 * name.
 */
const inSlotCalledForShort = ({ fact, candidates }: ReconciliationQuestion): Verdict | null => {
  const { slot, value, action } = fact;
  if (slot === null || action !== "UPDATE") return null;
  const [only, ...others] = candidates.filter((known) => isShortFor(slot, value, known.slot));
  return only === undefined || others.some((other) => other.slot !== only.slot)
    ? null
    : verdict("UPDATE", only, reasons.otherValueForShort(only.slot ?? "", slot));
};

/**
 * Whether two slots outside the vocabulary have the same meaning in different words: `trip_budget`
 * and `budget_for_the_trip`. A flight to Rome is no flight from Rome.
 */
const isSameSlot = (a: string, b: string, vocabulary: Vocabulary): boolean => {
  if (a === b) return true;
  if (vocabulary.definition(a) !== null || vocabulary.definition(b) !== null) return false;
  const [wordsA, wordsB] = [a, b].map((slot) => slot.replaceAll("_", " "));
  const isCompound = [a, b].some((slot) => !LINK.test(slot));
  return isCompound && isSameName(objectKeys(wordsA ?? ""), objectKeys(wordsB ?? ""));
};

/** A verb phrase of the vocabulary as facts have it: "is based in" for "be based in". */
const asInFacts = (phrase: string): string => {
  const [verb = "", ...rest] = phrase.split(" ");
  return [verb === "be" ? "is" : sForm(verb), ...rest].join(" ");
};

/**
 * The known fact that states the slot in its words but was read without it, because nobody had said
 * yet what the subject is: "Lumen is based in Porto".
 */
const statedInSlot = (
  slot: string,
  { fact: { subject }, candidates }: ReconciliationQuestion,
  vocabulary: Vocabulary,
): Candidate | undefined => {
  const wordings = vocabulary.definition(slot)?.verbs.en.holds.map(asInFacts) ?? [];
  return candidates.find(
    (candidate) =>
      candidate.slot === null &&
      wordings.some((words) => behindSubject(candidate.text, subject)?.startsWith(` ${words} `)),
  );
};

/**
 * The verdict on a value of a slot with one value at a time. Null if the slot has no known value.
 */
const verdictInSlot = (
  slot: string,
  value: string,
  question: ReconciliationQuestion,
  vocabulary: Vocabulary,
): Verdict | null => {
  const { candidates } = question;
  const valuedCandidates = candidates.filter(
    (other) =>
      other.slot !== null && isSameSlot(slot, other.slot, vocabulary) && other.value !== null,
  );
  const confirmedCandidate = valuedCandidates.find((candidate) => hasValue(candidate, value));
  if (confirmedCandidate) return verdict("NOOP", confirmedCandidate, reasons.knownValue(slot));
  const known = valuedCandidates[0] ?? statedInSlot(slot, question, vocabulary);
  return known === undefined ? null : verdict("UPDATE", known, reasons.otherValue(slot));
};

/** The verdict on a statement that ends or replaces a known one; null if it does neither. */
const changeVerdict = (
  question: ReconciliationQuestion,
  vocabulary: Vocabulary,
): Verdict | null => {
  const { fact, candidates } = question;
  const ending = endedIn(question, vocabulary);
  if (ending !== null)
    return verdict(ending.action, ending.fact, "The new statement says that this is over.");
  const replaced =
    (fact.action === "UPDATE" ? replacedBy(fact, candidates) : null) ??
    replacement(
      replacedService(fact, candidates) ??
        otherPriceOf(fact, candidates) ??
        reversedPreference(fact, candidates) ??
        contradictedAbstinence(fact, candidates),
    );
  return (
    replaced && verdict(replaced.action, replaced.fact, "It takes the place of the known fact.")
  );
};

/**
 * The verdict on a value that ends or replaces a known statement. The value is added whatever it
 * ends: "was hired by Adobe" ends "is a freelancer", and is no denial of it.
 */
const changeBeside = (question: ReconciliationQuestion, vocabulary: Vocabulary): Verdict | null => {
  const change = changeVerdict(question, vocabulary);
  return change?.action !== "DELETE" || change.candidate === null
    ? change
    : { ...ADD, reason: change.reason, alsoEnds: [change.candidate] };
};

/**
 * The known fact with the opposite statement: "cannot eat gluten" for "can eat gluten after all".
 */
const oppositeOf = ({ fact, candidates }: ReconciliationQuestion): Candidate | undefined => {
  const { text, subject } = fact;
  const words = wordsOf(text, subject);
  const polarity = polarityOf(text);
  return candidates.find((candidate) => {
    if (candidate.slot !== null || polarityOf(candidate.text) === polarity) return false;
    const knownWords = wordsOf(candidate.text, subject);
    // "can eat nuts after all" is the opposite of "does not eat nuts" too.
    const isAble = AFTER_ALL.test(text) && words.has("can") && !knownWords.has("can");
    return sameWords(
      isAble ? new Set([...words].filter((word) => word !== "can")) : words,
      knownWords,
    );
  });
};

/**
 * Whether a candidate is in progress and the new fact is not: "is learning to swim" and "learned to
 * swim" have the same words and differ in meaning.
 */
const isUnderWay = (
  { text }: Candidate,
  { subject, text: newText, action }: ReconciliationQuestion["fact"],
): boolean =>
  action === "UPDATE" &&
  standingStatement(text, subject)?.progressive === true &&
  standingStatement(newText, subject) === null;

/** The verdict on a fact without a slot, by its words: whether it denies or repeats a known one. */
const byWords = (question: ReconciliationQuestion, vocabulary: Vocabulary): Verdict => {
  const { fact, candidates } = question;
  const words = wordsOf(fact.text, fact.subject);
  const polarity = polarityOf(fact.text);
  const saysSame = ({ text }: Candidate): boolean => sameWords(words, wordsOf(text, fact.subject));
  const opposite = oppositeOf(question);
  if (opposite) return verdict("UPDATE", opposite, reasons.OPPOSITE);
  const repeatedCandidate = candidates.find(
    (candidate) =>
      candidate.slot === fact.slot &&
      polarityOf(candidate.text) === polarity &&
      saysSame(candidate) &&
      !isUnderWay(candidate, fact),
  );
  if (repeatedCandidate)
    return verdict("NOOP", repeatedCandidate, "It has the same words in another order or form.");
  const changedFact = fact.action === "UPDATE" ? changedBy(fact, candidates) : null;
  return changedFact === null
    ? (changeVerdict(question, vocabulary) ?? ADD)
    : verdict("UPDATE", changedFact, "It is the same statement with another time or figure.");
};

/**
 * The verdict on a statement by the first rule that applies: equal words, an end, its slot, its
 * relation role, its words.
 */
const verdictOn = (question: ReconciliationQuestion, vocabulary: Vocabulary): Verdict => {
  const { fact, candidates } = question;
  const hash = contentHash(fact.text);
  const same = candidates.find(({ text }) => contentHash(text) === hash);
  if (same) return verdict("NOOP", same, "It has exactly the same words.");
  if (fact.action === "DELETE") return retraction(question, vocabulary);
  const { slot, value } = fact;
  if (slot !== null && value !== null)
    return (
      (candidates.some((candidate) => candidate.slot === slot)
        ? null
        : inSlotCalledForShort(question)) ??
      (vocabulary.definition(slot)?.cardinality === "MANY"
        ? null
        : verdictInSlot(slot, value, question, vocabulary)) ??
      // "switched from Dr Lowe to Dr Patel" ends "Ana's dentist is Dr Lowe".
      (vocabulary.endsEverything(slot) ? null : changeBeside(question, vocabulary)) ??
      ADD
    );
  const role = roleOf(fact);
  const holders = candidates.filter((candidate) => role !== null && roleOf(candidate) === role);
  const holder = holders.find((candidate) => hasValue(candidate, value ?? ""));
  if (holder) return verdict("NOOP", holder, "The same person is already known in this role.");
  return holders.length > 0 ? ADD : byWords(question, vocabulary);
};

/**
 * The verdict on a fact and the known facts about the same subject, by slot, value and polarity
 * alone. The first rule that decides counts: the same words; for a denial, what it ends
 * (`retraction`); for a value, the slot with a short name, the slot itself, then what the statement
 * changes; for others, the role of somebody, then the words (`byWords`). Similarity decides
 * nothing, because hashed vectors cannot distinguish a change from a repetition. If no rule is
 * sure, the fact is added.
 */
export const judge = (asked: ReconciliationQuestion, vocabulary: Vocabulary): Verdict => {
  const question = {
    ...asked,
    fact: asCompared(asked.fact),
    candidates: asked.candidates
      .map(asCompared)
      .filter((candidate) => !isOtherWord(candidate, asked.fact.text)),
  };
  const verdict = verdictOn(question, vocabulary);
  const handsOver = handedOverFacts(question);
  const rewordedIds = new Set(handsOver.map(({ id }) => id));
  // What holds in other words is not replaced by the statement itself.
  const own =
    verdict.candidate !== null && rewordedIds.has(verdict.candidate)
      ? { ...verdict, action: "ADD" as const, candidate: null }
      : verdict;
  const { fact } = question;
  const endable = endableOf(question.candidates, vocabulary);
  const namedIds = [
    ...(verdict.alsoEnds ?? []),
    ...endedTogether(question, vocabulary),
    ...endedBesides(oversIn(fact), endable, fact.subject).map(({ id }) => id),
    ...fulfilledIntentions(question),
    ...undoneOutcomes(question),
    ...otherVersion(question),
    ...leftOut(question),
  ];
  const isNamed = verdict.candidate !== null || namedIds.length > 0;
  const endedIds = [...namedIds, ...endedByKind(fact, endable, isNamed)];
  const alsoEnds = [...new Set(endedIds)].filter(
    (id) => id !== own.candidate && !rewordedIds.has(id),
  );
  return {
    ...own,
    ...(alsoEnds.length > 0 && { alsoEnds }),
    ...(handsOver.length > 0 && { handsOver }),
  };
};

/**
 * Stems of words for a taste. "likes" and "loves", or "hates" and "dislikes", count as the same
 * word; the polarity shows the difference.
 */
const TASTE = PHRASES.one("judge_taste");
const sameWords = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const [wordsA, wordsB] = [a, b].map((set) =>
    [...set]
      .filter((word) => !TASTE.test(word))
      .toSorted()
      .join(" "),
  );
  const tasteA = [...a].some((word) => TASTE.test(word));
  const tasteB = [...b].some((word) => TASTE.test(word));
  return wordsA !== "" && wordsA === wordsB && tasteA === tasteB;
};
