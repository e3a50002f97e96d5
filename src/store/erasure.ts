/** The part of the store port that forgets for good: nothing else ever takes away what was recorded. */
import type { Change } from "../memory/change.ts";
import type { Decision } from "../memory/decision.ts";
import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { EntityVersion } from "../memory/entity.ts";
import type { Event } from "../memory/event.ts";
import type { FactVersion } from "../memory/fact.ts";
import type {
  DecisionId,
  EntityId,
  EventId,
  FactId,
  MemoryId,
  ReferenceId,
  RelationshipId,
  SessionId,
  TextId,
  TurnId,
} from "../memory/ids.ts";
import type { Reference } from "../memory/reference.ts";
import type { SearchText } from "../memory/search-text.ts";
import type { Session, Turn } from "../memory/session.ts";
import type { Instant } from "../memory/time.ts";

/** Of what traces are looked for. What is left out, or empty, is looked for nowhere. */
export interface TraceQuery {
  readonly entities?: readonly EntityId[] | undefined;
  readonly facts?: readonly FactId[] | undefined;
  readonly events?: readonly EventId[] | undefined;
  readonly sessions?: readonly SessionId[] | undefined;
  /** Looked for as whole words, case aside, in turns, notes and titles of all sessions. */
  readonly said?: readonly string[] | undefined;
  /** Folded names. */
  readonly speakers?: readonly string[] | undefined;
  /** Record times. */
  readonly times?: readonly Instant[] | undefined;
  /** Looked for as they are, case aside: in search texts, among recent messages, and in notes of the space. */
  readonly strings?: readonly string[] | undefined;
  /** As `strings`, but in no search text, each of which holds a message of its own. */
  readonly messages?: readonly string[] | undefined;
}

/** What is on record of something, whatever its time: believed still or not, true still or not. */
export interface Traces {
  /** Said of the entities by any version. */
  readonly facts: readonly FactId[];
  /** Of which any version tells that one of the facts took its place, or ended it. */
  readonly superseded: readonly FactId[];
  /** From or to the entities, or resting on the facts. */
  readonly relationships: readonly RelationshipId[];
  /** Taken on the events, confirming the facts, or having one of them among their candidates. */
  readonly decisions: readonly Decision[];
  /** Of the commits of the record times. */
  readonly changes: readonly Change[];
  /** Of the sessions. */
  readonly events: readonly EventId[];
  /** That one of the speakers said, found by search or not. */
  readonly spoken: readonly EventId[];
  /** That were told one of the strings or messages among their recent messages. */
  readonly told: readonly EventId[];
  /** Search texts that contain any of the strings. */
  readonly texts: readonly Pick<SearchText, "id" | "kind" | "subject" | "text">[];
  /** In which what is `said` stands. */
  readonly saying: readonly SessionId[];
  /** To the entities, or of the sessions. */
  readonly references: readonly Reference[];
  /** Of the sessions, one after the other, expired ones that lie there still included. */
  readonly turns: readonly Turn[];
  /** Of the sessions, and of the space those that contain any of the strings or messages. */
  readonly notes: readonly NotePlace[];
}

export interface NotePlace {
  /** Null for a note of the space. */
  readonly session: SessionId | null;
  readonly path: string;
}

export interface ChangePlace {
  readonly at: Instant;
  readonly ordinal: number;
}

/** What is to be taken away, all versions of it, and what is to read otherwise from then on, under the same ids, numbers and times. */
export interface Erasure {
  readonly facts: readonly FactId[];
  readonly entities: readonly EntityId[];
  readonly relationships: readonly RelationshipId[];
  readonly events: readonly EventId[];
  readonly decisions: readonly DecisionId[];
  readonly changes: readonly ChangePlace[];
  /** Search texts with their vectors and index entries: those of what is taken away have to be named. */
  readonly texts: readonly TextId[];
  readonly memories: readonly MemoryId[];
  readonly references: readonly ReferenceId[];
  readonly turns: readonly { readonly session: SessionId; readonly turn: TurnId }[];
  readonly notes: readonly NotePlace[];
  /** With all their turns and notes. */
  readonly sessions: readonly SessionId[];
  readonly rewritten: {
    readonly facts: readonly FactVersion[];
    /** Of an entity all versions, or none. */
    readonly entities: readonly EntityVersion[];
    readonly events: readonly Event[];
    readonly decisions: readonly Decision[];
    readonly changes: readonly Change[];
    /** By other titles. */
    readonly sessions: readonly Pick<Session, "id" | "title">[];
  };
}

/** What may be counted as removed. */
export const ERASED_KINDS = [
  "FACT",
  "FACT_VERSION",
  "ENTITY",
  "ENTITY_VERSION",
  "RELATIONSHIP",
  "EVENT",
  "DECISION",
  "CHANGE",
  "SEARCH_TEXT",
  "VECTOR",
  "MEMORY_VERSION",
  "REFERENCE",
  "TURN",
  "NOTE",
  "SESSION",
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];
export type ErasedCounts = Readonly<Partial<Record<ErasedKind, number>>>;

/** Where a string still stands. */
export interface Remainder {
  /** A table, a container, an index or a file, by its name. */
  readonly where: string;
  /** Which of the strings, by its place among those that were asked for. */
  readonly string: number;
}

/** What has been looked through. */
export interface Looked {
  readonly places: readonly string[];
  readonly found: readonly Remainder[];
}

/** What a space offers for forgetting. All of it is of the space alone. */
export interface Forgetting {
  traces(query: TraceQuery): Promise<Traces>;
  /** All versions of every derived memory. */
  allMemories(): Promise<readonly DerivedMemory[]>;
  /**
   * Takes away and rewrites; null, and nothing done, where the head's tag has moved since `expected` was read. The tag moves with it, so that no
   * write in hand rests on what is gone. Where it is interrupted (a store without transactions of any size), the same is planned and done again:
   * what leads to other things goes last.
   */
  erase(expected: { readonly tag: string }, erasure: Erasure): Promise<ErasedCounts | null>;
  /** Leaves no bytes of what was removed in files and logs. */
  scrub(): Promise<void>;
  /** Looks for strings, as they are, in everything that the store keeps of the space. */
  lookFor(strings: readonly string[]): Promise<Looked>;
  /** What `eraseAll` would take away. */
  countAll(): Promise<ErasedCounts>;
  /** Takes away all of the space: it is then one in which nothing was ever recorded. */
  eraseAll(): Promise<ErasedCounts>;
}
