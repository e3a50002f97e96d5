import type { Claim, Closing, SupersedeReason } from "./fact.ts";
import type { FactId } from "./ids.ts";
import { earlier, type Instant } from "./time.ts";

/** A claim of one fact to a line (the facts of one slot of one entity, or of one chain), and when it was first recorded. */
export interface LineClaim extends Claim {
  readonly fact: FactId;
  readonly firstRecordedAt: Instant;
}

/** What is left of a claim beside the others: its valid interval, empty where `validFrom >= validTo`, and what ended it early. */
export interface Settled {
  readonly claim: LineClaim;
  readonly validTo: Instant;
  readonly end: Closing | null;
}

const isEmpty = (settled: Settled): boolean => settled.validTo <= settled.claim.validFrom;
const covers = (settled: Settled, at: Instant): boolean =>
  settled.claim.validFrom <= at && at < settled.validTo;
const overlaps = (settled: Settled, from: Instant, to: Instant): boolean =>
  !isEmpty(settled) && settled.claim.validFrom < to && from < settled.validTo;

/** What is said later weighs more; of what is said at one time, what was recorded later. */
export const byAuthority = (a: LineClaim, b: LineClaim): number =>
  a.occurredAt < b.occurredAt
    ? -1
    : a.occurredAt > b.occurredAt
      ? 1
      : a.firstRecordedAt < b.firstRecordedAt
        ? -1
        : a.firstRecordedAt > b.firstRecordedAt
          ? 1
          : a.fact < b.fact
            ? -1
            : 1;

/** Whether a claim was said of a time before what is already on record: its end is then a backfill, not a change of mind. */
const reasonOfEnd = (ended: LineClaim, by: LineClaim): SupersedeReason =>
  ended.firstRecordedAt > by.firstRecordedAt ? "BACKFILL" : "UPDATE";

/**
 * Lays the weightiest claim over a line of settled ones (DESIGN.md §2):
 * - a claim that began before it ends where it begins;
 * - one that began at its start or later is left nothing, unless that one states its own start (or lies still ahead), in which case
 *   both were true, one after the other, and the newcomer ends where that one begins.
 */
export const overlay = (line: readonly Settled[], claim: LineClaim): Settled[] => {
  let validTo = claim.claimedTo;
  let end = claim.claimedEnd;
  for (const other of line) {
    const stands = other.claim.validFromKnown || other.claim.validFrom > claim.occurredAt;
    if (
      !isEmpty(other) &&
      stands &&
      claim.validFrom < other.claim.validFrom &&
      other.claim.validFrom < validTo
    ) {
      validTo = other.claim.validFrom;
      end = { reason: reasonOfEnd(claim, other.claim), by: other.claim.fact };
    }
  }
  const settled: Settled = { claim, validTo, end };
  if (isEmpty(settled)) return [...line, settled];
  return [
    ...line.map((other): Settled =>
      overlaps(other, claim.validFrom, validTo)
        ? {
            claim: other.claim,
            validTo:
              covers(other, claim.validFrom) && other.claim.validFrom < claim.validFrom
                ? claim.validFrom
                : other.claim.validFrom,
            end: { reason: reasonOfEnd(other.claim, claim), by: claim.fact },
          }
        : other,
    ),
    settled,
  ];
};

/**
 * What is visible of all claims to one line. A function of the claims alone: the order in which they arrived changes nothing but
 * the reasons, and taking a claim back leaves the line as if it had never been made. The intervals never overlap.
 */
export const settle = (claims: readonly LineClaim[]): Settled[] =>
  claims.toSorted(byAuthority).reduce<Settled[]>(overlay, []);

/** The first instant after `from` at which one of the confirmations (instants of validity) speaks for a claim again. */
export const firstAfter = (confirmations: readonly Instant[], from: Instant): Instant | null =>
  confirmations
    .filter((at) => at > from)
    .reduce<Instant | null>((first, at) => (first === null ? at : earlier(first, at)), null);
