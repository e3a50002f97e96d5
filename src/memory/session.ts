import type { EventId, SessionId, TurnId } from "./ids.ts";
import type { Tagged } from "./tags.ts";
import type { Instant } from "./time.ts";
import type { TimeZone } from "./time-zone.ts";

export type Role = "USER" | "AGENT" | "TOOL" | "SYSTEM";

/** The chat strategies: how the context of a session's replies is put together. */
export const STRATEGY_NAMES = [
  "DIRECT",
  "SLIDING_WINDOW",
  "HIERARCHICAL",
  "ENTITY_GRAPH",
  "KEY_VALUE",
  "TIERED",
] as const;
export type Strategy = (typeof STRATEGY_NAMES)[number];
/** Strategy of a session that is created without one. */
export const DEFAULT_STRATEGY: Strategy = "ENTITY_GRAPH";

/**
 * What TIERED still sends of a turn: all of it, a summary together with its neighbours, or its part
 * in the session summary.
 */
export type TurnState = "FULL" | "COMPRESSED" | "ARCHIVED";

/** A conversation of a user. */
export interface Session {
  readonly id: SessionId;
  readonly title: string | null;
  readonly strategy: Strategy;
  readonly createdAt: Instant;
  readonly turnCount: number;
}

/**
 * One message of a session. `seq` counts from 1 without gaps, in the order in which turns were
 * stored.
 */
export interface Turn extends Tagged {
  readonly id: TurnId;
  readonly session: SessionId;
  readonly seq: number;
  readonly role: Role;
  /** Who said it, by name; left out where it was the user whose space it is, or nobody by name. */
  readonly speaker?: string | undefined;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The tool, and the id of its call, of a TOOL turn. */
  readonly toolName: string | null;
  readonly toolCallId: string | null;
  readonly occurredAt: Instant;
  /** The offset that `occurredAt` was written with, for the words for days in it. */
  readonly timeZone?: TimeZone | null | undefined;
  readonly recordedAt: Instant;
  readonly event: EventId | null;
  /** When it disappears; null if it stays. What was extracted from it stays. */
  readonly expiresAt: Instant | null;
}
