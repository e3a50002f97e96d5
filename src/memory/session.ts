import type { EventId, SessionId, TurnId } from "./ids.ts";
import type { Tagged } from "./tags.ts";
import type { Instant } from "./time.ts";
import type { TimeZone } from "./time-zone.ts";

export type Role = "USER" | "AGENT" | "TOOL" | "SYSTEM";

/** The chat strategies: methods of assembling the context for the replies of a session. */
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
 * The form in which TIERED still sends a turn: whole, in a summary together with its neighbours, or
 * as part of the session summary.
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
  /** Name of the speaker; omitted for the user of the space, and for a speaker without a name. */
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
  /** Time at which it expires; null if it never does. The facts extracted from it stay. */
  readonly expiresAt: Instant | null;
}
