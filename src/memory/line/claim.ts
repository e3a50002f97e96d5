import type { Polarity } from "../fact.ts";
import { BEGINNING, compareText, later, OPEN, type Instant, type Precision } from "../time.ts";

/** What one utterance says about one line. */
export interface LineClaim {
  readonly id: string;
  readonly polarity: Polarity;
  /** In canonical form. Null speaks of every value of the line (ENDED and NEVER only). */
  readonly value: string | null;
  /** In a slot with several values, the narrower name of the slot that was used; null for its own name. */
  readonly label: string | null;
  /** Whether its value takes the place of the other values of its label. */
  readonly takesOver: boolean;
  /** Null for an unknown start ("until 2020"), or for a NEVER of all times. */
  readonly from: Instant | null;
  readonly fromPrecision: Precision;
  /** `OPEN` where it has no end. */
  readonly to: Instant;
  readonly toPrecision: Precision;
  /** Whether it was ended at `to` by an operation, as an ENDED would: what it covered ends with it. */
  readonly isRetracted: boolean;
  readonly fromStated: boolean;
  /** Whether it says that what began at `from` still holds ("in Pune since January"). */
  readonly still: boolean;
  readonly occurredAt: Instant;
  /** When the claim was first recorded. */
  readonly recordedAt: Instant;
  /** Its position in the message that makes it. */
  readonly position: number;
  /** Where what it rests on ends, and it with that; `OPEN` where nothing ends it so. */
  readonly restsUntil: Instant;
}

/** Orders claims by authority, the weakest first: by when they were said, then by when they were recorded. */
export const compareAuthority = (a: LineClaim, b: LineClaim): number =>
  compareText(a.occurredAt, b.occurredAt) || compareRecording(a, b);

/** Orders claims by when they were recorded, and within a message by position. */
export const compareRecording = (a: LineClaim, b: LineClaim): number =>
  compareText(a.recordedAt, b.recordedAt) || a.position - b.position || compareText(a.id, b.id);

/** Whether a denial concerns the value of a claim. */
export const speaksOf = (denial: LineClaim, claim: LineClaim): boolean =>
  denial.value === null || denial.value === claim.value;

/** Where an ENDED ends what it speaks of: where it says, or when it was said. */
export const endOf = (endClaim: LineClaim): Instant => endClaim.from ?? endClaim.occurredAt;

/** Rule 1: up to where a claim is firm. What lies after it is presumed. */
export const firmEnd = (claim: LineClaim, from: Instant): Instant => {
  if (claim.polarity === "HOLDS" && claim.to !== OPEN) return claim.to;
  return claim.still ? later(from, claim.occurredAt) : from;
};

/** Whether a claim states that it begins after an instant. */
export const statesStartAfter = (claim: LineClaim, instant: Instant): boolean =>
  claim.fromStated && claim.from !== null && claim.from > instant;

/** Rule 6: a NEVER without a value takes out of its interval what states that it begins in it: plans. */
const takesOut = (never: LineClaim, claim: LineClaim): boolean =>
  speaksOf(never, claim) &&
  (never.value !== null ||
    never.from === null ||
    (claim.fromStated && claim.from !== null && claim.from >= never.from && claim.from < never.to));

/** Rule 6: whether a NEVER that was said later takes a claim out of an instant. */
export const isDenied = (
  claim: LineClaim,
  instant: Instant,
  nevers: readonly LineClaim[],
): boolean =>
  nevers.some(
    (never) =>
      takesOut(never, claim) &&
      (never.from ?? BEGINNING) <= instant &&
      instant < never.to &&
      compareAuthority(never, claim) > 0,
  );
