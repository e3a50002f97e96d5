import type { DecisionId, EntityId, EventId, FactId, FactVersionId } from "./ids.ts";
import type { Instant } from "./time.ts";
import type { TokenUsage } from "./usage.ts";

/** PROMOTE: a fact of a session is kept beyond it. */
export type DecisionAction = "ADD" | "UPDATE" | "NOOP" | "DELETE" | "PROMOTE";
/** What reconciliation may decide for a fact. */
export type Verdicts = Exclude<DecisionAction, "PROMOTE">;
export type DecidedBy = "RULE" | "SIMILARITY" | "MODEL" | "CALLER";

/**
 * What a decision did, so that it can be undone: it brought a fact about or took it back, it gave a fact another statement or claim,
 * or it merged or split entities. `before` and `after` are the fact's versions; null means not there.
 */
export type Effect =
  | {
      readonly kind: "FACT";
      readonly fact: FactId;
      readonly before: number | null;
      readonly after: number | null;
    }
  | { readonly kind: "MERGED"; readonly from: EntityId; readonly into: EntityId }
  | { readonly kind: "SPLIT"; readonly from: EntityId; readonly into: EntityId };

/** What was decided for one extracted fact or one call of a client, and on what grounds. Never changes, but for being reverted once. */
export interface Decision {
  readonly id: DecisionId;
  readonly action: DecisionAction;
  readonly decidedBy: DecidedBy;
  readonly reason: string;
  readonly candidates: readonly { readonly version: FactVersionId; readonly similarity: number }[];
  readonly factText: string;
  /** The fact that it added, confirmed, replaced or closed; null where it concerns entities. */
  readonly fact: FactId | null;
  readonly effects: readonly Effect[];
  readonly event: EventId | null;
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
  readonly model: string | null;
  readonly tokens: TokenUsage | null;
  readonly reverted: { readonly at: Instant; readonly by: DecisionId } | null;
}
