import type { EntityId, ReferenceId, SessionId, TurnId } from "./ids.ts";
import type { Instant } from "./time.ts";

/**
 * DISCUSSED in a reply, QUERIED in a question, MENTIONED in a recorded fact, INTERESTED_IN after
 * repeated questions.
 */
export type ReferenceKind = "DISCUSSED" | "QUERIED" | "MENTIONED" | "INTERESTED_IN";

/**
 * A link of the context graph, from a turn of a session to an entity. It never changes, and is
 * visible if `recordedAt <= knownAt` and `occurredAt <= validAt`.
 */
export interface Reference {
  readonly id: ReferenceId;
  readonly kind: ReferenceKind;
  readonly entity: EntityId;
  readonly session: SessionId;
  /** The turn, which may have expired since. */
  readonly turn: TurnId | null;
  /** The words around the name of the entity. */
  readonly snippet: string;
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
}
