import type { Decision } from "../../memory/decision.ts";
import { sameValue } from "../../language/value.ts";
import { isDenial, isEmpty, ownWords, type Closing, type FactVersion } from "../../memory/fact.ts";
import { compareText, later, OPEN, type Instant } from "../../memory/time.ts";

/**
 * The reason for the end of a fact, from its latest version: the claim that shortens its valid
 * interval while it is believed, or the reason why it was closed. Null if there is none.
 */
export const endOf = (version: FactVersion): Closing | null =>
  version.expiredAt === OPEN ? version.end : version.closing;

/**
 * The time at which a fact was last stated, for the first time or again. `confirmations` are the
 * NOOP decisions about it that are in force.
 */
export const lastConfirmedAt = (
  version: FactVersion,
  confirmations: readonly Decision[],
): Instant =>
  confirmations.reduce((last, { occurredAt }) => later(last, occurredAt), version.occurredAt);

/**
 * Orders the facts of a chain: by the start of their valid time, then by when they were first
 * recorded.
 */
export const byStart = (a: FactVersion, b: FactVersion): number =>
  compareText(a.validFrom, b.validFrom) ||
  compareText(a.firstRecordedAt, b.firstRecordedAt) ||
  compareText(a.fact, b.fact);

/**
 * Whether a claim is about the value of a fact: it has the same words or the same value, or it is
 * about all values of the line.
 */
const speaksOf = (claim: FactVersion, fact: FactVersion): boolean => {
  const of = fact.resumes ?? fact.fact;
  if (claim.fact === of || claim.restates === of || claim.fact === fact.restates) return true;
  const { value, hash } = ownWords(claim);
  if (fact.value !== null && value !== null) return sameValue(value, fact.value);
  return isDenial(claim) ? value === null && claim.restates === null : hash === fact.hash;
};

/** Whether the interval of a claim overlaps that of a fact. */
const meets = (claim: FactVersion, fact: FactVersion): boolean =>
  isEmpty(fact) || (claim.claimedFrom <= fact.validTo && fact.validFrom <= claim.claimedTo);

/**
 * The claims about a fact, including restatements and denials, in the order in which they were
 * recorded. `line`: the versions of its line that are believed at a record time.
 */
export const claimsOf = (fact: FactVersion, line: readonly FactVersion[]): FactVersion[] =>
  line
    .filter(({ expiredAt, resumes }) => expiredAt === OPEN && resumes === null)
    .filter((claim) => speaksOf(claim, fact) && meets(claim, fact))
    .toSorted(
      (a, b) =>
        Number(a.firstRecordedAt > b.firstRecordedAt) -
          Number(a.firstRecordedAt < b.firstRecordedAt) || a.position - b.position,
    );
