import type { EventId, SessionId, TurnId } from "./ids.ts";
import type { Instant } from "./time.ts";

export type Role = "USER" | "AGENT" | "TOOL" | "SYSTEM";
export type Strategy =
  | "DIRECT"
  | "SLIDING_WINDOW"
  | "HIERARCHICAL"
  | "ENTITY_GRAPH"
  | "KEY_VALUE"
  | "TIERED";

/** How much of a turn TIERED still sends: all of it, a summary together with its neighbours, or what the session summary holds of it. */
export type TurnState = "FULL" | "COMPRESSED" | "ARCHIVED";

/** One conversation thread of a user. */
export interface Session {
  readonly id: SessionId;
  readonly title: string | null;
  readonly strategy: Strategy;
  readonly createdAt: Instant;
  readonly turnCount: number;
}

/** One message of a session; `seq` counts from 1 without gaps, in the order in which the turns were stored. */
export interface Turn {
  readonly id: TurnId;
  readonly session: SessionId;
  readonly seq: number;
  readonly role: Role;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Of a TOOL turn: which tool, and which of its calls. */
  readonly toolName: string | null;
  readonly toolCallId: string | null;
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
  readonly event: EventId | null;
  /** From then on nobody is shown it, and it is removed; null where it stays. What was drawn from it stays. */
  readonly expiresAt: Instant | null;
}
