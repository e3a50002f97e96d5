import type {
  DecisionId,
  EntityId,
  EventId,
  FactId,
  FactVersionId,
  SessionId,
  TextId,
} from "./ids.ts";
import { OPEN, type Instant, type RecordInterval, type ValidInterval } from "./time.ts";
import type { ImportanceCategory } from "./importance.ts";

/** What a fact is worth beyond its session (DESIGN.md §5, TIERED): one of a session until it is asked to be remembered, or recurs. */
export type FactTier = "SESSION" | "LONG_TERM";

export type SourceContext =
  | "STATED"
  | "INFERRED_FROM_RELATION"
  | "ASSERTED"
  | "CORRECTED"
  | "IMPORTED";
export type SupersedeReason =
  | "UPDATE"
  | "RETRACTED"
  | "CORRECTED"
  | "DUPLICATE"
  | "CONTRADICT"
  | "BACKFILL"
  | "MERGE"
  | "REVERTED";

/** Why a valid interval ends where it does, or why a version is believed no more, and which fact took the place. */
export interface Closing {
  readonly reason: SupersedeReason;
  readonly by: FactId | null;
}

/** What was said, apart from how long it was taken to be true. */
export interface Statement {
  readonly text: string;
  /** The single-valued attribute that it is about, in snake_case. */
  readonly slot: string | null;
  readonly value: string | null;
  readonly confidence: number;
  readonly importanceCategory: ImportanceCategory;
  readonly importance: number;
  readonly sourceContext: SourceContext;
  /** LONG_TERM where it belongs to no session. */
  readonly tier: FactTier;
}

/**
 * What a statement lays claim to: it is true from `validFrom` until `claimedTo`, which is open unless an end was stated or the
 * statement was retracted. What is visible of a claim beside other claims to the same line is worked out by `timeline.ts`.
 */
export interface Claim {
  readonly validFrom: Instant;
  readonly validFromKnown: boolean;
  readonly claimedTo: Instant;
  /** Why it ends at `claimedTo`, where it was closed by itself rather than by another claim; null where the end was stated or is open. */
  readonly claimedEnd: Closing | null;
  /** When it was said: of two claims the one that was said later weighs more, whichever arrived first. */
  readonly occurredAt: Instant;
}

/** All of a fact that a version may change, but for how much of its claim is visible. */
export interface FactState extends Statement, Claim {
  /** The entity that it was said of, as it was when it was said; a merge moves no fact. */
  readonly entity: EntityId;
  /** The facts of one chain replace each other where there is no slot: the id of its first fact. */
  readonly chain: string;
  readonly mentions: readonly EntityId[];
  readonly hash: string;
  /** The searchable text, stored once for all versions that share it. */
  readonly textId: TextId;
  readonly speaker: string | null;
  readonly event: EventId | null;
  readonly session: SessionId | null;
}

/** One version of a fact: what was believed of it from `recordedAt` until `expiredAt`. */
export interface FactVersion extends FactState, RecordInterval, ValidInterval {
  readonly fact: FactId;
  readonly n: number;
  /** When the fact was first recorded. */
  readonly firstRecordedAt: Instant;
  /** What brought this version about. */
  readonly decision: DecisionId;
  /** Why the valid interval ends at `validTo`; null while it is as claimed. */
  readonly end: Closing | null;
  /** Why it is believed no more; set once, together with `expiredAt`. */
  readonly closing: (Closing & { readonly decision: DecisionId }) | null;
}

export const factVersionId = (version: Pick<FactVersion, "fact" | "n">): FactVersionId =>
  `${version.fact}.${version.n}`;
export const factOfVersion = (id: FactVersionId): FactId => id.slice(0, id.lastIndexOf("."));

/**
 * Whether a claim was taken back altogether. As long as it stands, some version of the fact is believed: one with an empty interval, which
 * nobody sees, where other claims leave it nothing.
 */
export const isWithdrawn = (latest: FactVersion): boolean => latest.expiredAt !== OPEN;

/** Whether a version is of no time at all: it keeps a claim on record that others overrule, and no reader is shown it beside others. */
export const isEmpty = (version: ValidInterval): boolean => version.validTo <= version.validFrom;
