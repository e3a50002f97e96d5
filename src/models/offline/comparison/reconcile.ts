import { PHRASES } from "../data/expressions.ts";
import { contentHash } from "../../../memory/content-hash.ts";
import { foldName } from "../../../language/names.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { ReconciliationQuestion, Verdict } from "../../port.ts";
import { keys, listedWords } from "../data/words.ts";
import { overlap } from "../text/content-words.ts";
import { changedBy } from "./changed-figures.ts";
import { changedByName } from "./changed-by-name.ts";
import { closedByAction } from "./closed-by-action.ts";
import { endedByName } from "./ended-by-name.ts";
import { sameValue } from "./same-value.ts";
import { standingStatement } from "./standing-statement.ts";

const NEGATIVE = PHRASES.one("negative");

/** Whether it affirms (1) or denies (-1): two denials affirm, "no longer … anymore" denies once. */
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

/** Words that two facts must share for one to take the other back. */
const ENOUGH = 0.5;
const KEPT_WORD = /[\p{L}\p{N}$€£%][\p{L}\p{N}.,:/'-]*/gu;
const EMPTY = listedWords("denial_words");

const AFTER_ALL = / (?:after all|again)(?!\p{L})/u;

const wordsOf = (text: string, subject: string): Set<string> => {
  const own = new Set((subject.toLowerCase().match(KEPT_WORD) ?? []).map(stemOf));
  return new Set(
    (text.toLowerCase().replace(AFTER_ALL, "").match(KEPT_WORD) ?? [])
      .filter((word) => !EMPTY.has(word))
      .map(stemOf)
      .filter((word) => !own.has(word)),
  );
};
const stemOf = (word: string): string =>
  word
    .replace(/^(?:cannot|can't)$/u, "can")
    .replace(/'s$/u, "")
    .replace(/(?<=\p{L}{3})(?:es|s|ing|ed)$/u, "");

const verdict = (action: Verdict["action"], candidate: Candidate, reason: string): Verdict => ({
  action,
  candidate: candidate.id,
  reason,
});

/** "CFO of Halden" names Halden. */
const namesWithin = (value: string, name: string): boolean =>
  ` ${foldName(value)} `.includes(` ${foldName(name)} `);

/** What a value without a slot is told of: "user's dog is" of "user's dog is Rex". */
const roleOf = ({
  text,
  slot,
  value,
}: {
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
}): string | null =>
  slot === null && value !== null && text.endsWith(` is ${value}`)
    ? text.slice(0, -value.length).toLowerCase()
    : null;

const hasValue = ({ value }: Candidate, other: string): boolean =>
  value !== null && sameValue(value, other);

/** Types of values that one parts with by any verb: one drops a hobby, and no friend, town or birthday. */
const PARTED_WITH: ReadonlySet<string> = new Set(["activity", "organization", "product", "text"]);
const mayPartWith = (slot: string, vocabulary: Vocabulary): boolean => {
  const definition = vocabulary.definition(slot);
  return definition === null || (!definition.lasting && PARTED_WITH.has(definition.value));
};

/** Slots of what one has: whoever sells a guitar may still play it. */
const THINGS = keys("owns vehicle pet");

/** "my Pixel" of the Pixel 7: a thing without its number. */
const isCalledShort = ({ slot, value }: Candidate, name: string): boolean =>
  THINGS.has(slot ?? "") &&
  /^\p{Lu}/u.test(name) &&
  foldName(value ?? "").startsWith(`${foldName(name)} `);

/** "is off keto": the only value of that name, whatever slot it has. */
const partedWith = (
  { slot, value }: ReconciliationQuestion["fact"],
  candidates: readonly Candidate[],
  vocabulary: Vocabulary,
): Candidate | null => {
  const [only = null, ...others] = candidates.filter(
    (candidate) =>
      value !== null &&
      candidate.slot !== null &&
      (hasValue(candidate, value) || isCalledShort(candidate, value)) &&
      mayPartWith(candidate.slot, vocabulary) &&
      !(THINGS.has(slot ?? "") && vocabulary.definition(candidate.slot)?.value === "activity"),
  );
  return others.every((other) => other.slot === only?.slot) ? only : null;
};

const retraction = (
  fact: ReconciliationQuestion["fact"],
  candidates: readonly Candidate[],
  vocabulary: Vocabulary,
): Verdict => {
  const { slot, value } = fact;
  const inSlot = candidates.find(
    (candidate) =>
      slot !== null && candidate.slot === slot && (value === null || hasValue(candidate, value)),
  );
  if (inSlot) return verdict("DELETE", inSlot, `Takes back the ${slot} that is on record.`);
  const post =
    slot === "employer" && value !== null
      ? candidates.find((other) => other.slot === "role" && namesWithin(other.value ?? "", value))
      : undefined;
  if (post) return verdict("DELETE", post, "Takes back the role that went with the employer.");
  const parted = partedWith(fact, candidates, vocabulary);
  if (parted !== null) return verdict("DELETE", parted, `It ends the ${parted.slot} on record.`);
  const named = value === null ? null : endedByName({ ...fact, value }, candidates);
  const ended = named ?? (value === null ? null : closedByAction(fact, candidates)?.known) ?? null;
  if (ended !== null) return verdict("DELETE", ended, "It names what has ended.");
  const opposite = oppositeOf(fact, candidates);
  if (opposite) return verdict("DELETE", opposite, "It says the opposite in the same words.");
  if (value !== null) return ADD;
  if (slot !== null) return ADD;
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
    : verdict("DELETE", nearest.candidate, "Takes back a statement with the same words.");
};

const BEHIND_HEAD = /^_(?:to|from|in|at|for|with|of|on|by)_/u;
/** "demo" of "investor_demo", "flight" of "flight_to_oslo": what it is called for short. */
const isShortFor = (slot: string, known: string | null): boolean =>
  known !== null &&
  (known.endsWith(`_${slot}`) ||
    (known.startsWith(slot) && BEHIND_HEAD.test(known.slice(slot.length))));

/** The change of a slot that is called for short, where it is clear of which: of the only one that has its head. */
const inSlotCalledForShort = (
  { slot, action }: ReconciliationQuestion["fact"],
  candidates: readonly Candidate[],
): Verdict | null => {
  if (slot === null || action !== "UPDATE") return null;
  const [only, ...others] = candidates.filter((candidate) => isShortFor(slot, candidate.slot));
  return only === undefined || others.some((other) => other.slot !== only.slot)
    ? null
    : verdict("UPDATE", only, `Another value of ${only.slot}, which is called ${slot} for short.`);
};

/** A value of an attribute of which there is one at a time. */
const inSlotOf = (
  slot: string,
  value: string,
  candidates: readonly Candidate[],
): Verdict | null => {
  const valuedCandidates = candidates.filter(
    (other) => other.slot === slot && other.value !== null,
  );
  const confirmedCandidate = valuedCandidates.find((candidate) => hasValue(candidate, value));
  if (confirmedCandidate)
    return verdict("NOOP", confirmedCandidate, `The ${slot} on record is the same.`);
  const [first] = valuedCandidates;
  return first === undefined
    ? null
    : verdict("UPDATE", first, `Another value of ${slot}, of which there is one at a time.`);
};

/** The known fact that a finished action ends: "came home from hospital" ends "is in hospital". */
const closing = (
  fact: ReconciliationQuestion["fact"],
  candidates: readonly Candidate[],
): Verdict | null => {
  const closed = closedByAction(fact, candidates);
  return closed === null
    ? null
    : verdict(closed.action, closed.known, "The new statement says that this is over.");
};

/** "cannot eat gluten" of "can eat gluten after all". */
const oppositeOf = (
  { text, subject }: ReconciliationQuestion["fact"],
  candidates: readonly Candidate[],
): Candidate | undefined => {
  const words = wordsOf(text, subject);
  const polarity = polarityOf(text);
  return candidates.find(
    (candidate) =>
      candidate.slot === null &&
      polarityOf(candidate.text) !== polarity &&
      sameWords(words, wordsOf(candidate.text, subject)),
  );
};

/** "is learning to swim" beside "learned to swim": the same words, but not the same. */
const isUnderWay = (
  { text }: Candidate,
  { subject, text: told, action }: ReconciliationQuestion["fact"],
): boolean =>
  action === "UPDATE" &&
  standingStatement(text, subject)?.progressive === true &&
  standingStatement(told, subject) === null;

/** Facts without a slot, by their words: those that deny each other, and those that repeat. */
const byWords = (
  fact: ReconciliationQuestion["fact"],
  candidates: readonly Candidate[],
): Verdict => {
  const words = wordsOf(fact.text, fact.subject);
  const polarity = polarityOf(fact.text);
  const saysSame = ({ text }: Candidate): boolean => sameWords(words, wordsOf(text, fact.subject));
  const opposite = oppositeOf(fact, candidates);
  if (opposite) return verdict("UPDATE", opposite, "It says the opposite in the same words.");
  const repeatedCandidate = candidates.find(
    (candidate) =>
      candidate.slot === fact.slot &&
      polarityOf(candidate.text) === polarity &&
      saysSame(candidate) &&
      !isUnderWay(candidate, fact),
  );
  if (repeatedCandidate)
    return verdict("NOOP", repeatedCandidate, "It has the same words in another order or form.");
  const closed = closing(fact, candidates);
  if (closed !== null) return closed;
  if (fact.action !== "UPDATE") return ADD;
  const changed = changedBy(fact, candidates);
  if (changed !== null)
    return verdict("UPDATE", changed, "It is the same statement with another time or figure.");
  const named = changedByName(fact, candidates);
  return named === null
    ? ADD
    : verdict(named.action, named.known, "It names what it ends or replaces.");
};

/**
 * What to do with a fact beside those that are known of the same subject, by slot, value and
 * polarity alone. Similarity decides nothing: hashed vectors cannot tell a change from a
 * repetition. Where no rule is sure, the fact is added.
 */
export const reconcile = (
  { fact, candidates }: ReconciliationQuestion,
  vocabulary: Vocabulary,
): Verdict => {
  const hash = contentHash(fact.text);
  const same = candidates.find(({ text }) => contentHash(text) === hash);
  if (same) return verdict("NOOP", same, "Says the same to the letter.");
  if (fact.action === "DELETE") return retraction(fact, candidates, vocabulary);
  const { slot, value } = fact;
  if (slot !== null && value !== null)
    return (
      (candidates.some((candidate) => candidate.slot === slot)
        ? null
        : inSlotCalledForShort(fact, candidates)) ??
      inSlotOf(slot, value, candidates) ??
      closing(fact, candidates) ??
      ADD
    );
  const role = roleOf(fact);
  const holders = candidates.filter((candidate) => role !== null && roleOf(candidate) === role);
  const holder = holders.find((candidate) => hasValue(candidate, value ?? ""));
  if (holder) return verdict("NOOP", holder, "The same person is already known in this role.");
  return holders.length > 0 ? ADD : byWords(fact, candidates);
};

/**
 * Likes and loves, hates and dislikes are the same words here: what differs is told by polarity.
 */
const TASTE = /^(?:lik|love|lov|enjoy|ador|hat|dislik|prefer|fanc)e?$/u;
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
