/** The part of the store port that erases. Nothing else ever removes recorded data. */
import type { Change } from "../../memory/change.ts";
import type { Decision } from "../../memory/decision.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
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
} from "../../memory/ids.ts";
import type { Reference } from "../../memory/reference.ts";
import type { SearchText } from "../../memory/search-text.ts";
import type { Session, Turn } from "../../memory/session.ts";
import type { Instant } from "../../memory/time.ts";

/** The ids and texts whose traces are wanted. An omitted or empty property finds nothing. */
export interface TraceQuery {
  readonly entities?: readonly EntityId[] | undefined;
  readonly facts?: readonly FactId[] | undefined;
  readonly events?: readonly EventId[] | undefined;
  readonly sessions?: readonly SessionId[] | undefined;
  /** Matched as whole words, ignoring case, in the turns, notes and titles of all sessions. */
  readonly words?: readonly string[] | undefined;
  /** Folded names. */
  readonly speakers?: readonly string[] | undefined;
  /** Record times. */
  readonly times?: readonly Instant[] | undefined;
  /**
   * Matched as substrings, ignoring case, in search texts, recent messages of events, and notes of
   * the space.
   */
  readonly strings?: readonly string[] | undefined;
  /**
   * Matched like `strings`, but not in search texts, each of which contains a message of its own.
   */
  readonly messages?: readonly string[] | undefined;
}

/** All recorded data that refers to the items of a `TraceQuery`, of all versions and times. */
export interface Traces {
  /** Facts of which any version is about one of the entities. */
  readonly facts: readonly FactId[];
  /** Facts of which any version was replaced or ended by one of the facts. */
  readonly supersededFacts: readonly FactId[];
  /** Relationships from or to the entities, or derived from the facts. */
  readonly relationships: readonly RelationshipId[];
  /**
   * Decisions on the events, and those that confirmed one of the facts or had it as a candidate.
   */
  readonly decisions: readonly Decision[];
  /** Changes made by the commits of the record times. */
  readonly changes: readonly Change[];
  /** Events of the sessions. */
  readonly events: readonly EventId[];
  /** Events spoken by one of the speakers, including those that search does not find. */
  readonly spokenEvents: readonly EventId[];
  /** Events whose recent messages contain one of the strings or messages. */
  readonly eventsQuoting: readonly EventId[];
  /** Search texts that contain one of the strings. */
  readonly texts: readonly Pick<SearchText, "id" | "kind" | "subject" | "text">[];
  /** Sessions that contain one of the words. */
  readonly sessionsQuoting: readonly SessionId[];
  /** References to the entities or from the sessions. */
  readonly references: readonly Reference[];
  /**
   * Turns of the sessions, session by session, including expired turns that have not been removed
   * yet.
   */
  readonly turns: readonly Turn[];
  /**
   * Notes of the sessions, and those notes of the space that contain one of the strings or
   * messages.
   */
  readonly notes: readonly NoteKey[];
}

export interface NoteKey {
  /** Null for a note of the space. */
  readonly session: SessionId | null;
  readonly path: string;
}

export interface ChangeKey {
  readonly at: Instant;
  readonly ordinal: number;
}

/**
 * The data to remove, with all versions, and the data to rewrite with its current ids, numbers and
 * times.
 */
export interface Erasure {
  readonly facts: readonly FactId[];
  readonly entities: readonly EntityId[];
  readonly relationships: readonly RelationshipId[];
  readonly events: readonly EventId[];
  readonly decisions: readonly DecisionId[];
  readonly changes: readonly ChangeKey[];
  /**
   * Search texts, with their vectors and index entries. Those of removed facts, entities and events
   * must be listed too.
   */
  readonly texts: readonly TextId[];
  readonly memories: readonly MemoryId[];
  readonly references: readonly ReferenceId[];
  readonly turns: readonly { readonly session: SessionId; readonly turn: TurnId }[];
  readonly notes: readonly NoteKey[];
  /** Sessions, with all their turns and notes. */
  readonly sessions: readonly SessionId[];
  readonly rewrittenRecords: {
    readonly facts: readonly FactVersion[];
    /** The rewritten versions of an entity: all of them, or none. */
    readonly entities: readonly EntityVersion[];
    readonly events: readonly Event[];
    readonly decisions: readonly Decision[];
    readonly changes: readonly Change[];
    /** Sessions whose titles change. */
    readonly sessions: readonly Pick<Session, "id" | "title">[];
  };
}

/** The kinds of item that an erasure counts. */
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
/** Removed items by kind. A kind without any is absent. */
export type ErasedCounts = Readonly<Partial<Record<ErasedKind, number>>>;

/** A place that still contains a string. */
export interface Remainder {
  /** Name of the table, container, index or file. */
  readonly where: string;
  /** Index of the string among those that were searched for. */
  readonly string: number;
}

export interface RemainderReport {
  /** Names of all places that were searched. */
  readonly places: readonly string[];
  readonly remainders: readonly Remainder[];
}

/** Erasure within one space. */
export interface ErasableSpace {
  traces(query: TraceQuery): Promise<Traces>;
  /** All versions of all derived memories. */
  allMemories(): Promise<readonly DerivedMemory[]>;
  /**
   * Removes and rewrites, and changes the tag of the head, so that no concurrent write can commit
   * data that it read before. Returns null and does nothing if the tag has changed since
   * `expectedHead` was read. A store with limited transactions may be interrupted half way. The
   * caller then plans and erases again, so such a store removes last the data that leads to other
   * data.
   */
  erase(expectedHead: { readonly tag: string }, erasure: Erasure): Promise<ErasedCounts | null>;
  /**
   * Removes the bytes of erased data from files and logs. Returns false if the disk has no room for
   * a file without them, so that some may remain until this is called again.
   */
  scrub(): Promise<boolean>;
  /** Makes room for an erasure on a full disk, as far as the store can. */
  makeRoom(): Promise<void>;
  /** Searches all stored data of the space for strings, spelled exactly so. */
  findRemainders(strings: readonly string[]): Promise<RemainderReport>;
  /** Counts the items that `eraseAll` would remove. */
  countAll(): Promise<ErasedCounts>;
  /** Removes the space. It then reads like a space in which nothing was ever recorded. */
  eraseAll(): Promise<ErasedCounts>;
}
