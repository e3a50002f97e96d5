import type { EntityId, ReferenceId, SessionId, TurnId } from "./ids.ts";
import type { Instant } from "./time.ts";

/** DISCUSSED in a reply, QUERIED in a question, MENTIONED in a fact that was saved, INTERESTED_IN when asked about repeatedly. */
export type ReferenceKind = "DISCUSSED" | "QUERIED" | "MENTIONED" | "INTERESTED_IN";

/** A link from a session and turn to an entity: one of the context graph. Never changed; visible when `recordedAt <= knownAt` and `occurredAt <= validAt`. */
export interface Reference {
  readonly id: ReferenceId;
  readonly kind: ReferenceKind;
  readonly entity: EntityId;
  readonly session: SessionId;
  /** Of the turn that it was drawn from, which may have expired since. */
  readonly turn: TurnId | null;
  /** The words around the entity's name. */
  readonly snippet: string;
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
}
