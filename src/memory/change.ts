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

/** One thing that one commit changed: what stood before and what stands after, each by its id and the version's number. */
export interface Change {
  readonly at: Instant;
  /** From 0, within its commit. */
  readonly ordinal: number;
  readonly kind: ChangeKind;
  readonly subject: { readonly kind: "FACT" | "RELATIONSHIP" | "ENTITY"; readonly id: string };
  readonly before: number | null;
  readonly after: number | null;
  /** The entities that it concerns, for a reader who follows one of them. */
  readonly entities: readonly EntityId[];
  readonly decision: DecisionId | null;
  readonly event: EventId | null;
}
