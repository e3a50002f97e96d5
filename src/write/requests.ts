import type { ImportanceCategory } from "../memory/importance.ts";
import type { DecisionId, EntityId, FactId, SessionId } from "../memory/ids.ts";
import type { Instant, Precision } from "../memory/time.ts";
import type { Correction } from "./draft/corrections.ts";
import type { TimeZone } from "../memory/time-zone.ts";

/** A message to remember. Ids are local. */
export interface WriteRequest {
  readonly message: string;
  readonly speaker?: string | null | undefined;
  readonly session?: SessionId | null | undefined;
  readonly occurredAt?: Instant | null | undefined;
  /** The time zone for reading the message. Default: `offset`, that of the user, or else UTC. */
  readonly timeZone?: string | null | undefined;
  /** Labels of the caller (`checkTags`). */
  readonly tags?: readonly string[] | null | undefined;
  /** The offset in `occurredAt`, if it is that of a real clock. */
  readonly offset?: TimeZone | null | undefined;
  readonly recentMessages?: readonly string[] | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly dryRun?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly config?: unknown;
  /** Aborts before the event is logged, never after. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A reference to an entity by id, key or name (with a type if the entity may be new), or to the
 * user.
 */
export interface EntityRef {
  /** The user. The entity is created on first use. */
  readonly self?: true | undefined;
  readonly id?: EntityId | null | undefined;
  readonly key?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly type?: string | null | undefined;
}

/** Confidence and category of an asserted fact that states none. */
export const ASSERT_FACT_DEFAULTS = {
  confidence: 0.95,
  importanceCategory: "SPECIFIC_EVENT",
} as const satisfies Pick<AssertFactRequest, "confidence" | "importanceCategory">;

export interface AssertFactRequest {
  readonly entity: EntityRef;
  readonly text: string;
  readonly slot?: string | null | undefined;
  readonly value?: string | null | undefined;
  readonly relationship?: { readonly type: string; readonly target: EntityRef } | null | undefined;
  readonly confidence: number;
  readonly importanceCategory: ImportanceCategory;
  readonly validFrom?: Instant | null | undefined;
  readonly validFromKnown?: boolean | null | undefined;
  readonly validTo?: Instant | null | undefined;
  /** Precision of the start and the end. Default: INSTANT. */
  readonly validFromPrecision?: Precision | null | undefined;
  readonly validToPrecision?: Precision | null | undefined;
  readonly occurredAt?: Instant | null | undefined;
  readonly speaker?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly session?: SessionId | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  /** Default: ASSERTED. */
  readonly sourceContext?: "ASSERTED" | "IMPORTED" | undefined;
}

export interface CorrectFactRequest extends Omit<Correction, "mentions"> {
  readonly fact: FactId;
  readonly reason?: string | null | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface RetractFactRequest {
  readonly fact: FactId;
  readonly validTo?: Instant | null | undefined;
  readonly reason?: string | null | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface RevertDecisionRequest {
  readonly decision: DecisionId;
  readonly reason?: string | null | undefined;
  readonly dryRun?: boolean | undefined;
}

/** `from` is merged into `into`. */
export interface MergeEntitiesRequest {
  readonly from: EntityId;
  readonly into: EntityId;
  readonly reason?: string | null | undefined;
  readonly dryRun?: boolean | undefined;
}

/** `mergedKey`: the key of the entity to separate from `entity`. */
export interface SplitEntityRequest {
  readonly entity: EntityId;
  readonly mergedKey: string;
  readonly reason?: string | null | undefined;
  readonly dryRun?: boolean | undefined;
}
