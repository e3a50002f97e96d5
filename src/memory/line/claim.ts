import type { Polarity } from "../fact.ts";
import { BEGINNING, compareText, later, OPEN, type Instant, type Precision } from "../time.ts";

/** The claim of one utterance about one line. */
export interface LineClaim {
  readonly id: string;
  readonly polarity: Polarity;
  /** The value in canonical form. Null means every value of the line (ENDED and NEVER only). */
  readonly value: string | null;
  /**
   * The narrower name of a slot with several values that was used; null if the slot itself was
   * named.
   */
  readonly label: string | null;
  /**
   * The stage of its value that it names, counted from 0: engaged, then married. Null if it names
   * none, or if the values of the slot have no stages.
   */
  readonly stage: number | null;
  /** The amount that its text states for the value: "mg 50". Null if it states none. */
  readonly amount: string | null;
  /** Whether its value replaces the other values of its label. */
  readonly takesOver: boolean;
  /** Null for an unknown start ("until 2020"), or for a NEVER of all times. */
  readonly from: Instant | null;
  readonly fromPrecision: Precision;
  /** `OPEN` if it has no end. */
  readonly to: Instant;
  readonly toPrecision: Precision;
  /**
   * Whether an operation ended it at `to`. Like an ENDED, this also ends what the claim covered.
   */
  readonly isRetracted: boolean;
  readonly fromStated: boolean;
  /** Whether it says that the state that began at `from` still holds ("in Pune since January"). */
  readonly still: boolean;
  readonly occurredAt: Instant;
  /** When the claim was first recorded. */
  readonly recordedAt: Instant;
  /** Its position in the message. */
  readonly position: number;
  /**
   * The instant at which it ends although nobody stated an end: that of the claim on which it
   * rests, or that of a passing state; `OPEN` if there is none.
   */
  readonly restsUntil: Instant;
}

/**
 * Orders claims by authority, the weakest first: by when they were said, then by when they were
 * recorded.
 */
export const compareAuthority = (a: LineClaim, b: LineClaim): number =>
  compareText(a.occurredAt, b.occurredAt) || compareRecording(a, b);

/** Orders claims by when they were recorded, and within a message by position. */
export const compareRecording = (a: LineClaim, b: LineClaim): number =>
  compareText(a.recordedAt, b.recordedAt) || a.position - b.position || compareText(a.id, b.id);

/** What a claim says: a value, and perhaps its stage and an amount. */
export type ClaimedState = Pick<LineClaim, "value" | "stage" | "amount">;

const areCompatible = <T>(a: T | null, b: T | null): boolean => a === null || b === null || a === b;

/** Whether two claims have the same value, and name no different stages or amounts of it. */
export const isSameState = (a: ClaimedState, b: ClaimedState): boolean =>
  a.value === b.value && areCompatible(a.stage, b.stage) && areCompatible(a.amount, b.amount);

/**
 * Rules 8 and 20: whether a state continues the one before it: it has the same value, names the
 * same stage or none, and no other amount.
 */
export const continues = (state: ClaimedState, before: ClaimedState): boolean =>
  isSameState(state, before) && (state.stage === null || state.stage === before.stage);

/** Rule 20: whether a claim is of an earlier stage of the same value than another one. */
export const isEarlierStage = (claim: ClaimedState, other: ClaimedState): boolean =>
  claim.value === other.value &&
  claim.stage !== null &&
  other.stage !== null &&
  claim.stage < other.stage;

/** Whether a denial concerns the value of a claim, and its stage if the denial names one. */
export const speaksOf = (denial: LineClaim, claim: LineClaim): boolean =>
  (denial.value === null || denial.value === claim.value) &&
  areCompatible(denial.stage, claim.stage);

/**
 * The instant at which an ENDED ends the value: the stated one, or the time at which it was said.
 */
export const endOf = (endClaim: LineClaim): Instant => endClaim.from ?? endClaim.occurredAt;

/** Rule 1: the end of the firm part of a claim. The rest is presumed. */
export const firmEnd = (claim: LineClaim, from: Instant): Instant => {
  if (claim.polarity === "HOLDS" && claim.to !== OPEN) return claim.to;
  return claim.still ? later(from, claim.occurredAt) : from;
};

/** Whether a claim states that it begins after an instant. */
export const statesStartAfter = (claim: LineClaim, instant: Instant): boolean =>
  claim.fromStated && claim.from !== null && claim.from > instant;

/**
 * Rule 6: whether a NEVER removes a claim. A NEVER without a value removes only plans: claims that
 * state a start within its interval.
 */
const takesOut = (never: LineClaim, claim: LineClaim): boolean =>
  speaksOf(never, claim) &&
  (never.value !== null ||
    never.from === null ||
    (claim.fromStated && claim.from !== null && claim.from >= never.from && claim.from < never.to));

/** Rule 6: whether a NEVER that was said later removes a claim at an instant. */
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
