import type { EntityId, EventId, FactVersionId, RelationshipId, SessionId, TurnId } from "./ids.ts";
import type { Instant } from "./time.ts";
import type { TimeZone } from "./time-zone.ts";
import type { Tagged } from "./tags.ts";
import { NO_TOKENS, type TokenUsage } from "./usage.ts";

export interface Emotion {
  readonly label: string;
  /** 0 to 1. */
  readonly intensity: number;
  /** 0 to 1. */
  readonly energy: number;
}

export type EventStatus = "PENDING" | "APPLIED" | "FAILED";

/** The result of the write of an event. A repeated write reports it again. */
export interface Outcome {
  readonly added: readonly FactVersionId[];
  readonly updated: readonly FactVersionId[];
  readonly unchanged: readonly FactVersionId[];
  readonly deleted: readonly FactVersionId[];
  readonly entities: readonly EntityId[];
  readonly relationships: readonly RelationshipId[];
  readonly tokens: TokenUsage;
  readonly durationMs: number;
  readonly extractor: string;
  readonly error: string | null;
}

/** The outcome of an event that has changed nothing. */
export const emptyOutcome = (extractor: string, error: string): Outcome => ({
  added: [],
  updated: [],
  unchanged: [],
  deleted: [],
  entities: [],
  relationships: [],
  tokens: NO_TOKENS,
  durationMs: 0,
  extractor,
  error,
});

/**
 * Maximum time in milliseconds between two messages without a session that belong to one
 * conversation.
 */
export const CONVERSATION_GAP = 3_600_000;

/**
 * The immutable record of one write. `status`, `emotion` and `outcome` are set once, when it has
 * been processed.
 */
export interface Event extends Tagged {
  readonly id: EventId;
  readonly message: string;
  readonly speaker: string | null;
  readonly occurredAt: Instant;
  /** The time zone for its day words: as given, or the offset in `occurredAt`. */
  readonly timeZone?: TimeZone | null | undefined;
  readonly recordedAt: Instant;
  readonly session: SessionId | null;
  readonly turn: TurnId | null;
  readonly idempotencyKey: string | null;
  /** Messages before this one, kept so that the pipeline can run again. */
  readonly recentMessages: readonly string[];
  readonly status: EventStatus;
  readonly emotion: Emotion | null;
  readonly outcome: Outcome | null;
  /** Time of its processing. A reader with an earlier record time sees it pending. */
  readonly settledAt: Instant | null;
}

/**
 * An event as it was known at a record time: null before it was recorded, and pending before it was
 * settled.
 */
export const eventAsOf = (event: Event, knownAt: Instant): Event | null => {
  if (event.recordedAt > knownAt) return null;
  if (event.settledAt === null || event.settledAt <= knownAt) return event;
  return { ...event, status: "PENDING", emotion: null, outcome: null, settledAt: null };
};
