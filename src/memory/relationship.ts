import type { DecisionId, EntityId, FactId, RelationshipId } from "./ids.ts";
import type { RecordInterval, ValidInterval } from "./time.ts";

/** Strength at first sight, per repetition, and at most (seed 004). */
export const INITIAL_STRENGTH = 0.8;
export const REINFORCEMENT = 0.05;
export const FULL_STRENGTH = 1;

/** One version of a directed, typed edge. It is true exactly as long as the fact that is its evidence. */
export interface RelationshipVersion extends RecordInterval, ValidInterval {
  readonly relationship: RelationshipId;
  readonly n: number;
  readonly source: EntityId;
  readonly target: EntityId;
  /** snake_case. */
  readonly type: string;
  /** 0 to 1. */
  readonly strength: number;
  readonly evidence: FactId;
  readonly decision: DecisionId;
}

export const reinforced = (strength: number): number =>
  Math.min(FULL_STRENGTH, Math.round((strength + REINFORCEMENT) * 100) / 100);
