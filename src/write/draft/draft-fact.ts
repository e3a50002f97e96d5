import type { DecisionCandidate } from "../../memory/decision.ts";
import {
  isDenial,
  ownWords,
  plainClaim,
  type ClaimDetails,
  type Closing,
  type FactState,
  type FactVersion,
} from "../../memory/fact.ts";
import { versionId, type DecisionId, type FactId } from "../../memory/ids.ts";
import { later, OPEN, type Instant } from "../../memory/time.ts";

/** A fact in a draft: its latest recorded version, and its state in the draft. */
export interface DraftFact {
  readonly fact: FactId;
  readonly storedVersion: FactVersion | null;
  readonly firstRecordedAt: Instant;
  /** Null after its claim is withdrawn. */
  state: FactState | null;
  validTo: Instant;
  end: Closing | null;
  /** The decision that last changed it in this draft. */
  decision: DecisionId;
  /** Why its stored version expires; null if the draft does not change it. */
  cause: Closing | null;
}

/** A fact that still has its claim, whether or not other claims leave it any visible time. */
export type ClaimingFact = DraftFact & { state: FactState };

/** A new fact. Omitted properties have the values of a plain claim to a chain of its own. */
export type NewFact = Omit<FactState, "chain" | keyof ClaimDetails> &
  Partial<Pick<FactState, "chain" | keyof ClaimDetails>>;

/** The state of a new fact before its line is settled. */
export const newState = (fact: FactId, state: NewFact): FactState => ({
  chain: fact,
  ...plainClaim(state),
  validFromPrecision: state.fromPrecision ?? "INSTANT",
  validToPrecision: state.toPrecision ?? "INSTANT",
  ...state,
});

/** A fact that is believed to be true at some time. */
export type BelievedFact = ClaimingFact;

/** Whether a fact of a draft has a claim: it was not withdrawn. */
export const hasClaim = (fact: DraftFact): fact is ClaimingFact => fact.state !== null;

/** Whether, at the end of the draft, a fact is believed to be true at some time. */
export const isBelieved = (fact: DraftFact): fact is BelievedFact =>
  fact.state !== null && fact.state.validFrom < fact.validTo;

/** Whether, at the end of the draft, a fact is believed to be true at an instant. */
export const coversTime = (fact: DraftFact, at: Instant): fact is BelievedFact =>
  isBelieved(fact) && fact.state.validFrom <= at && at < fact.validTo;

/** Whether a draft changes the words of a stored fact or shortens its interval. */
export const saysLess = ({ storedVersion, state, validTo }: DraftFact): boolean =>
  storedVersion !== null &&
  storedVersion.validFrom < storedVersion.validTo &&
  (state === null ||
    state.text !== storedVersion.text ||
    state.validFrom > storedVersion.validFrom ||
    validTo < storedVersion.validTo);

/** The number of the version that the draft records of a fact. */
const nextNumber = ({ storedVersion }: DraftFact): number => (storedVersion?.n ?? 0) + 1;

/**
 * The version of a candidate fact that a decision names: the stored one, or the one that this draft
 * records.
 */
export const candidateOf = (fact: DraftFact, similarity = 1): DecisionCandidate => {
  const n = fact.storedVersion && fact.cause === null ? fact.storedVersion.n : nextNumber(fact);
  return { version: versionId(fact.fact, n), similarity };
};

/** A fact as it was read, before the draft changes it. */
export const fromVersion = (storedVersion: FactVersion): DraftFact => ({
  fact: storedVersion.fact,
  storedVersion,
  firstRecordedAt: storedVersion.firstRecordedAt,
  state: storedVersion.expiredAt === OPEN ? storedVersion : null,
  validTo: storedVersion.validTo,
  end: storedVersion.end,
  decision: storedVersion.decision,
  cause: null,
});

/** The version that the draft records of a fact. */
export const toVersion = (fact: ClaimingFact, recordedAt: Instant): FactVersion => ({
  ...fact.state,
  fact: fact.fact,
  n: nextNumber(fact),
  validTo: later(fact.validTo, fact.state.validFrom),
  end: fact.end,
  decision: fact.decision,
  firstRecordedAt: fact.firstRecordedAt,
  recordedAt,
  expiredAt: OPEN,
  closing: null,
});

/** The fields by which a version differs from the one before it. */
const COMPARED_FIELDS = [
  "text",
  "slot",
  "value",
  "confidence",
  "tier",
  "importance",
  "validFrom",
  "validFromKnown",
  "validTo",
  "claimedTo",
  "chain",
  "polarity",
  "claimedFrom",
  "fromStated",
  "still",
  "fromPrecision",
  "toPrecision",
  "restates",
  "takesOver",
  "validFromPrecision",
  "validToPrecision",
  "hasText",
] as const satisfies readonly (keyof FactVersion)[];

/** Whether a version states the same as the previous one. */
export const isSameVersion = (a: FactVersion, b: FactVersion): boolean =>
  COMPARED_FIELDS.every((field) => a[field] === b[field]) &&
  ownWords(a).text === ownWords(b).text &&
  a.own?.by === b.own?.by &&
  a.end?.by === b.end?.by &&
  a.end?.reason === b.end?.reason;

/** Whether a fact claims that its value holds, and does not only show another claim again. */
export const isStatement = ({ state }: DraftFact): boolean =>
  state !== null && !isDenial(state) && state.resumes === null;
