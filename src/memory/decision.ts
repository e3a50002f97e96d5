import type { DecisionId, EntityId, EventId, FactId, FactVersionId } from "./ids.ts";
import type { Instant } from "./time.ts";
import type { TokenUsage } from "./usage.ts";

/** PROMOTE: a fact of a session becomes LONG_TERM. */
export type DecisionAction = "ADD" | "UPDATE" | "NOOP" | "DELETE" | "PROMOTE";
/** An action that reconciliation may take for a fact. */
export type ReconcileAction = Exclude<DecisionAction, "PROMOTE">;
export type DecidedBy = "RULE" | "SIMILARITY" | "MODEL" | "CALLER";

/**
 * An effect of a decision, recorded so that it can be reverted: it added or withdrew a fact,
 * changed the statement or the claim of a fact, merged or split entities, or gave an entity another
 * profile. `before` and `after` are version numbers of the fact; null if there is no version.
 */
export type Effect =
  | {
      readonly kind: "FACT";
      readonly fact: FactId;
      readonly before: number | null;
      readonly after: number | null;
    }
  | { readonly kind: "MERGED"; readonly from: EntityId; readonly into: EntityId }
  | { readonly kind: "SPLIT"; readonly from: EntityId; readonly into: EntityId }
  | { readonly kind: "PROFILE"; readonly entity: EntityId };

/** A known fact that a decision compared the new statement with. */
export interface DecisionCandidate {
  readonly version: FactVersionId;
  readonly similarity: number;
  /**
   * Why it was not the target; null for the target. Decisions of earlier releases have no reason.
   */
  readonly reason?: string | null | undefined;
}

/**
 * A decision about one extracted fact or one call of a client, with its reasons. Its only change is
 * that it may be reverted once.
 */
export interface Decision {
  readonly id: DecisionId;
  readonly action: DecisionAction;
  readonly decidedBy: DecidedBy;
  readonly reason: string;
  readonly candidates: readonly DecisionCandidate[];
  readonly factText: string;
  /** The fact that it added, confirmed, replaced or closed; null for a decision about entities. */
  readonly fact: FactId | null;
  readonly effects: readonly Effect[];
  readonly event: EventId | null;
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
  readonly model: string | null;
  readonly tokens: TokenUsage | null;
  readonly reverted: { readonly at: Instant; readonly by: DecisionId } | null;
}

/**
 * The facts that a decision extracted from its event: those that it added, or the one that it
 * confirmed. A fact that it deleted was not extracted from the event.
 */
export const factsDrawn = ({
  action,
  effects,
  fact,
}: Pick<Decision, "action" | "effects" | "fact">): FactId[] => {
  if (action === "DELETE") return [];
  const addedFacts = effects.flatMap((effect) =>
    effect.kind === "FACT" && effect.before === null ? [effect.fact] : [],
  );
  return addedFacts.length > 0 || fact === null ? addedFacts : [fact];
};

/**
 * A decision as it was known at a record time: null before it was recorded, and in force before it
 * was reverted.
 */
export const decisionAsOf = (decision: Decision, knownAt: Instant): Decision | null => {
  if (decision.recordedAt > knownAt) return null;
  return decision.reverted === null || decision.reverted.at <= knownAt
    ? decision
    : { ...decision, reverted: null };
};
