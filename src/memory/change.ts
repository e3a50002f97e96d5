import type { DecisionId, EntityId, EventId } from "./ids.ts";
import type { Instant } from "./time.ts";

export type ChangeKind =
  | "FACT_ADDED"
  | "FACT_UPDATED"
  | "FACT_CLOSED"
  | "RELATIONSHIP_ADDED"
  | "RELATIONSHIP_CLOSED"
  | "ENTITY_ADDED"
  | "ENTITY_CHANGED"
  | "ENTITIES_MERGED"
  | "ENTITY_SPLIT";

/** The nth version of a fact, a relationship or an entity, before or after a change. */
export interface ChangedVersion {
  readonly kind: "FACT" | "RELATIONSHIP" | "ENTITY";
  readonly id: string;
  readonly n: number;
}

/**
 * One change of one commit. `before` was visible just before `at`; if one fact replaced another, it
 * is the replaced fact. `after` is visible from `at` on.
 */
export interface Change {
  readonly at: Instant;
  /** The position within its commit, from 0. */
  readonly ordinal: number;
  readonly kind: ChangeKind;
  readonly before: ChangedVersion | null;
  readonly after: ChangedVersion | null;
  /** The entities of the change. */
  readonly entities: readonly EntityId[];
  readonly decision: DecisionId | null;
  readonly event: EventId | null;
}
