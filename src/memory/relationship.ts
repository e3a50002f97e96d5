import type { DecisionId, EntityId, FactId, RelationshipId } from "./ids.ts";
import type { RecordInterval, ValidInterval } from "./time.ts";

/** The strength of a new relationship, the increase per repetition, and the maximum. */
export const INITIAL_STRENGTH = 0.8;
const REINFORCEMENT = 0.05;
const FULL_STRENGTH = 1;

/**
 * One version of a directed, typed edge between two entities. It is true exactly as long as the
 * fact that is its evidence.
 */
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

/** The strength of a relationship after one more repetition. */
export const reinforcedStrength = (strength: number): number =>
  Math.min(FULL_STRENGTH, Math.round((strength + REINFORCEMENT) * 100) / 100);
