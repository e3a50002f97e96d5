import type { EntityId, MemoryId, SessionId, TextId } from "./ids.ts";
import type { Instant, RecordInterval } from "./time.ts";

export type DerivedKind =
  | "THREAD_SUMMARY"
  | "USER_SUMMARY"
  | "EPISODIC"
  | "PROCEDURAL"
  | "OBSERVATION";

/**
 * One version of what was drawn from turns, events and facts: a summary of a thread or of the user, an episode (what happened), a procedure
 * (how the user wants things done), an observation (what a cluster of facts shows). Believed from `recordedAt` until `expiredAt`; true from `validFrom` on, which for a summary is the beginning of time.
 */
export interface DerivedMemory extends RecordInterval {
  /** The same for all versions; of summaries `summary_{user}_{thread}` and `user_summary_{user}`. */
  readonly id: MemoryId;
  readonly n: number;
  readonly kind: DerivedKind;
  /** Null where it belongs to no single session. */
  readonly session: SessionId | null;
  /** What a reader is shown and search finds. */
  readonly content: string;
  /** The same by heading (`topic`, `decisions`, `preferences`, …), in the order in which they are shown. */
  readonly sections: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly validFrom: Instant;
  /** The last turn of every session that went into it: an update reads newer ones only. */
  readonly covers: Readonly<Record<SessionId, number>>;
  /** Up to when what was recorded went into it, beside the turns: events without a session, facts. */
  readonly coversEventsTo: Instant | null;
  readonly entities: readonly EntityId[];
  readonly textId: TextId;
  /** What wrote it: `offline`, or the model's name. */
  readonly model: string;
  /** When its first version was recorded. */
  readonly firstRecordedAt: Instant;
}
