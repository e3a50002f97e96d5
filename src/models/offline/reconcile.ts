import { contentHash } from "../../memory/content-hash.ts";
import { foldName } from "../../memory/names.ts";
import type { ReconciliationInput, Verdict } from "../port.ts";
import { sameValue } from "./same-value.ts";
import { polarityOf } from "./polarity.ts";

type Candidate = ReconciliationInput["candidates"][number];

const ADD: Verdict = {
  action: "ADD",
  candidate: null,
  reason: "No rule finds a known fact that says the same or that it replaces.",
};

/** Words that two facts must share for one to take the other back. */
const ENOUGH = 0.5;
const KEPT_WORD = /[\p{L}\p{N}$€£%][\p{L}\p{N}.,:/'-]*/gu;
const EMPTY = new Set([
  "a",
  "an",
  "the",
  "is",
  "are",
  "was",
  "not",
  "no",
  "longer",
  "anymore",
  "does",
  "do",
  "did",
  "has",
  "have",
  "to",
  "of",
  "in",
  "at",
  "on",
  "for",
  "and",
  "user",
  "used",
  "stopped",
  "quit",
  "never",
  "any",
  "more",
  "não",
  "mais",
  "de",
  "da",
  "do",
  "em",
  "na",
  "no",
]);

const wordsOf = (text: string, subject: string): Set<string> => {
  const own = new Set((subject.toLowerCase().match(KEPT_WORD) ?? []).map(stemmed));
  return new Set(
    (text.toLowerCase().match(KEPT_WORD) ?? [])
      .filter((word) => !EMPTY.has(word))
      .map(stemmed)
      .filter((word) => !own.has(word)),
  );
};
const stemmed = (word: string): string =>
  word.replace(/'s$/u, "").replace(/(?<=\p{L}{3})(?:es|s|ing|ed)$/u, "");

/** How much of the smaller set of words the other one holds. */
const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
  return smaller.size === 0
    ? 0
    : [...smaller].filter((word) => larger.has(word)).length / smaller.size;
};

const verdict = (action: Verdict["action"], candidate: Candidate, reason: string): Verdict => ({
  action,
  candidate: candidate.id,
  reason,
});

/** "CFO of Halden" names Halden. */
const namesWithin = (value: string, name: string): boolean =>
  ` ${foldName(value)} `.includes(` ${foldName(name)} `);

/** What a value is told of that has no slot, since one may have several: "user's dog is" of "user's dog is Rex". */
const placeOf = ({
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

const takenBack = (
  fact: ReconciliationInput["fact"],
  candidates: readonly Candidate[],
): Verdict => {
  const inSlot = candidates.filter(
    ({ slot, value }) =>
      fact.slot !== null &&
      slot === fact.slot &&
      (fact.value === null || (value !== null && sameValue(value, fact.value))),
  );
  if (inSlot[0])
    return verdict("DELETE", inSlot[0], `Takes back the ${fact.slot} that is on record.`);
  const post =
    fact.slot === "employer" && fact.value !== null
      ? candidates.find(
          ({ slot, value }) => slot === "role" && value !== null && namesWithin(value, fact.value!),
        )
      : undefined;
  if (post) return verdict("DELETE", post, "Takes back the role that went with the employer.");
  if (fact.slot !== null) return ADD;
  const words = wordsOf(fact.value ?? fact.text, fact.subject);
  const said = candidates
    .filter(({ text, slot }) => slot === null && polarityOf(text) !== polarityOf(fact.text))
    .map((candidate) => ({
      candidate,
      overlap: shared(words, wordsOf(candidate.text, fact.subject)),
    }))
    .filter(({ overlap }) => overlap > ENOUGH)
    .toSorted((a, b) => b.overlap - a.overlap)[0];
  return said === undefined
    ? ADD
    : verdict("DELETE", said.candidate, "Takes back a statement with the same words.");
};

/**
 * What to do with a fact beside those that are known of the same subject, by slot, value and polarity alone. Similarity decides
 * nothing: hashed vectors cannot tell a change from a repetition (FACTS.md §4). Where no rule is sure, the fact is added.
 */
export const reconcile = ({ fact, candidates }: ReconciliationInput): Verdict => {
  const told = contentHash(fact.text);
  const same = candidates.find(({ text }) => contentHash(text) === told);
  if (same) return verdict("NOOP", same, "Says the same to the letter.");
  if (fact.action === "DELETE") return takenBack(fact, candidates);
  const { slot, value } = fact;
  if (slot !== null && value !== null) {
    const known = candidates.filter(
      (candidate) => candidate.slot === slot && candidate.value !== null,
    );
    const confirmed = known.find((candidate) => sameValue(candidate.value!, value));
    if (confirmed) return verdict("NOOP", confirmed, `The ${slot} on record is the same.`);
    return known[0]
      ? verdict("UPDATE", known[0], `Another value of ${slot}, of which there is one at a time.`)
      : ADD;
  }
  const place = placeOf(fact);
  if (place !== null) {
    const holders = candidates.filter(
      (candidate) => candidate.slot === null && placeOf(candidate) === place,
    );
    const same = holders.find((candidate) => sameValue(candidate.value!, value!));
    if (same) return verdict("NOOP", same, "The same one is known to have that place.");
    if (holders.length > 0) return ADD;
  }
  const words = wordsOf(fact.text, fact.subject);
  const opposite = candidates.find(
    (candidate) =>
      candidate.slot === null &&
      polarityOf(candidate.text) !== polarityOf(fact.text) &&
      words.size > 0 &&
      sameWords(words, wordsOf(candidate.text, fact.subject)),
  );
  if (opposite) return verdict("UPDATE", opposite, "The same words, said the other way round.");
  const repeated = candidates.find(
    (candidate) =>
      candidate.slot === slot &&
      polarityOf(candidate.text) === polarityOf(fact.text) &&
      sameWords(words, wordsOf(candidate.text, fact.subject)),
  );
  return repeated ? verdict("NOOP", repeated, "The same words in another order or form.") : ADD;
};

/** Likes and loves, hates and dislikes are the same words here: what differs is told by polarity. */
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
