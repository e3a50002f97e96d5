import type { EntityId, MemoryId, SessionId, TextId } from "./ids.ts";
import type { Instant, RecordInterval } from "./time.ts";

/**
 * Types as they are stored and exported, where THREAD means a session. The schema says
 * SESSION_SUMMARY.
 */
export type DerivedKind =
  | "THREAD_SUMMARY"
  | "USER_SUMMARY"
  | "EPISODIC"
  | "PROCEDURAL"
  | "OBSERVATION";

/**
 * One version of a memory that a job derived from turns, events and facts: a summary of a session
 * or of the user, an episode (what happened), a procedure (how the user wants things done), or an
 * observation (what a cluster of facts shows). It is believed from `recordedAt` until `expiredAt`,
 * and true from `validFrom` on, which for a summary is the beginning of time.
 */
export interface DerivedMemory extends RecordInterval {
  /** The same for all versions; `memory-ids.ts` makes it. */
  readonly id: MemoryId;
  readonly n: number;
  readonly kind: DerivedKind;
  /** Null if it does not belong to a single session. */
  readonly session: SessionId | null;
  /** The text that readers see and searches find. */
  readonly content: string;
  /** The content by heading (`topic`, `decisions`, `preferences`, …), in display order. */
  readonly sections: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly validFrom: Instant;
  /** The last turn that it covers, by session. An update reads only later turns. */
  readonly covers: Readonly<Record<SessionId, number>>;
  /** The record time up to which it covers facts and events without a session. */
  readonly coversEventsTo: Instant | null;
  readonly entities: readonly EntityId[];
  readonly textId: TextId;
  /** The model that wrote it; `offline` for rules. */
  readonly model: string;
  /** When its first version was recorded. */
  readonly firstRecordedAt: Instant;
}
