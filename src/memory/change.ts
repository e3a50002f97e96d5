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

/** What a change is about: the nth version of a fact, a relationship or an entity. */
export interface Changed {
  readonly kind: "FACT" | "RELATIONSHIP" | "ENTITY";
  readonly id: string;
  readonly n: number;
}

/** One thing that one commit changed: what stood before, as of just before `at`, and what stands after. Where a fact took the place of another, `before` is that other. */
export interface Change {
  readonly at: Instant;
  /** From 0, within its commit. */
  readonly ordinal: number;
  readonly kind: ChangeKind;
  readonly before: Changed | null;
  readonly after: Changed | null;
  /** The entities that it concerns, for a reader who follows one of them. */
  readonly entities: readonly EntityId[];
  readonly decision: DecisionId | null;
  readonly event: EventId | null;
}
