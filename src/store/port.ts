/**
 * The store port. The adapters (SQLite, Cosmos DB) implement it, and one contract suite
 * (`test/contract`) tests both.
 *
 * It demands nothing that a document database lacks which has batches within one partition, ETags
 * and no joins: every call concerns one space, reads of many ids are one call that answers in the
 * order of the request, and every change of the record goes through `commit`.
 *
 * A read that takes `knownAt` answers as of that record time and shows nothing that was recorded
 * later. `expiredAt`, `closing` and `reverted` read as still open if they were closed after it.
 * Methods that take ids give null, or an empty list, for one that is unknown.
 */
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
  FactVersionId,
  MemoryId,
  RelationshipId,
  SessionId,
  TextId,
  TurnId,
} from "../memory/ids.ts";
import type { Reference } from "../memory/reference.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { Session, Turn } from "../memory/session.ts";
import type { Instant, TimePoint } from "../memory/time.ts";
import type { Commit, Head } from "./port/commit.ts";
import type { ErasableSpace } from "./port/erasure.ts";
import type { Note, NoteChange } from "./port/notes.ts";
import type { SpaceOverview } from "./port/overview.ts";
import type {
  ChangeQuery,
  EntityQuery,
  FactQuery,
  LineQuery,
  MemoryQuery,
  NearEvent,
  Page,
  PageRequest,
  RecentFactQuery,
  ReferenceQuery,
  RelationshipQuery,
  TurnQuery,
} from "./port/queries.ts";
import type { HybridHits, HybridQuery, TextHit, TextQuery, VectorCounts } from "./port/search.ts";

export type { Commit, Expiry, Head } from "./port/commit.ts";
export {
  checkNoteChanges,
  NOTE_CHANGES,
  type Note,
  type NoteChange,
  type NoteValue,
} from "./port/notes.ts";
export {
  EMPTY_PAGE,
  type ChangeQuery,
  type Direction,
  type EntityQuery,
  type FactQuery,
  type LineQuery,
  type MemoryQuery,
  type NearEvent,
  type Page,
  type PageRequest,
  type RecentFactQuery,
  type ReferenceQuery,
  type RelationshipQuery,
  type TurnQuery,
} from "./port/queries.ts";
export type {
  HybridHits,
  HybridQuery,
  RelatedWord,
  TextHit,
  TextQuery,
  VectorCounts,
} from "./port/search.ts";

/** The memory of one user of one tenant. No read, write or search crosses its boundary. */
export interface SpaceId {
  readonly tenant: string;
  readonly user: string;
}

/** A space as the key of a map. */
export const spaceKey = ({ tenant, user }: SpaceId): string => JSON.stringify([tenant, user]);

export interface StoreSizes {
  readonly storeBytes: number;
  /** Size of the largest space. */
  readonly largestSpaceBytes: number;
}

/**
 * The tenant of the service's own spaces. No credentials can name it: tenant names have no blanks
 * around them.
 */
export const SERVICE_TENANT = " service";

export interface Store {
  /** Opens a space. Any space can be opened; nothing is stored before the first write. */
  space(id: SpaceId): Promise<SpaceStore>;
  /**
   * Lists every space with recorded data, except those of the service, in no particular order. It
   * is meant for maintenance while a service runs. If some spaces cannot be read, it lists all
   * others first and then throws a StoreUnavailable.
   */
  spaces(): AsyncIterable<SpaceId>;
  /**
   * Follows the feed of all spaces under a lease, from the last checkpoint of the follower of this
   * name. The first follower of a name starts with everything on record. Returns null while another
   * owner holds the lease. The owner who holds it gets a new lease, which ends that of its earlier
   * follower.
   */
  follow(name: string, owner: string, leaseMillis: number): Promise<Follower | null>;
  /**
   * Interval in milliseconds between two polls of a follower without recent changes, for a store
   * that charges for polls. Others omit it.
   */
  readonly idlePollMillis?: number | undefined;
  /** Resolves if the store can serve. Throws a StoreUnavailable otherwise. */
  check(): Promise<void>;
  /** Number of open spaces. A store that keeps none open omits this method. */
  readonly openSpaces?: (() => number) | undefined;
  /** Stored bytes, as last estimated by the store; undefined if files show them. */
  readonly sizes?: (() => StoreSizes) | undefined;
  /** Waits for the running calls, then closes everything. */
  close(): Promise<void>;
}

/**
 * Reads the feed at least once: spaces that were not acknowledged are returned again to the next
 * holder of the lease.
 */
export interface Follower {
  /**
   * Returns each space in which turns or commits were stored since the last acknowledgement, once,
   * and renews the lease. Returns an empty list if there is none or if the lease is lost.
   */
  next(): Promise<readonly SpaceId[]>;
  /**
   * Moves the checkpoint after everything that `next` has returned. Returns false, and changes
   * nothing, if the lease is lost.
   */
  acknowledge(): Promise<boolean>;
  /** Gives up the lease. */
  release(): Promise<void>;
}

/** One space of a store. */
export interface SpaceStore extends ErasableSpace, SpaceOverview {
  readonly id: SpaceId;
  /**
   * Whether reads take no time but that of this process, so that reading ahead of what may not be
   * needed only costs.
   */
  readonly readsInProcess?: boolean;

  // Commits

  head(): Promise<Head>;
  /**
   * The latest head that this process has read or written. Another process may have moved it since;
   * then a commit that expects it returns false. Cheaper than `head`, which reads it.
   */
  lastHead(): Promise<Head>;
  /** Record time of the last commit at or before each instant; null if there is none. */
  lastCommits(instants: readonly Instant[]): Promise<(Instant | null)[]>;
  /**
   * Writes the whole commit if the head has not moved since `expectedHead` was read. Otherwise
   * gives false and writes nothing.
   *
   * Throws and writes nothing if the commit contradicts the record: a RangeError if the record time
   * does not increase or a vector has other dimensions than the store's embedder; an Error if an
   * expiry, a settlement, a revert or an expired text has no target.
   */
  commit(expectedHead: Head, commit: Commit): Promise<boolean>;
  /**
   * Prefetches what a commit that changes these facts will read, while the caller makes other reads
   * of them. Does nothing if that needs no request.
   */
  readAheadOfChange?(facts: readonly FactId[]): Promise<void>;
  /**
   * Calls the listener after each commit: of this process at once, of others within seconds.
   * @returns a function that removes the listener
   */
  onCommit(listener: () => void): () => void;

  // Entities

  /** The version believed at `knownAt`. */
  entitiesAsOf(
    requests: readonly { readonly entity: EntityId; readonly knownAt: Instant }[],
  ): Promise<(EntityVersion | null)[]>;
  /** All versions recorded up to `knownAt`, oldest first. */
  entityHistory(
    requests: readonly { readonly entity: EntityId; readonly knownAt: Instant }[],
  ): Promise<EntityVersion[][]>;
  /** Keys are unique within a space. */
  entitiesByKey(keys: readonly string[]): Promise<(EntityId | null)[]>;
  /**
   * Entities that had each folded name (`foldName`) at `knownAt`, including merged ones. The first
   * to bear the name comes first.
   */
  entitiesByName(
    foldedNames: readonly string[],
    knownAt: Instant,
  ): Promise<(readonly EntityId[])[]>;
  /**
   * Candidates for an uncertain name: entities with a name that shares a word with one of the
   * folded names, starts with it, or is the start of it. At most `limit`.
   */
  entitiesByNamePart(
    foldedNames: readonly string[],
    knownAt: Instant,
    limit: number,
  ): Promise<EntityId[]>;
  /**
   * The entity of the user. If there are several, the one with the best evidence, then the one
   * recorded first.
   */
  self(knownAt: Instant): Promise<EntityId | null>;
  /** Visible entities, in the order in which they were first recorded, without merged ones. */
  entities(query: EntityQuery): Promise<Page<EntityVersion>>;

  // Facts

  /** One page per query, in the order in which the facts were first recorded. */
  facts(queries: readonly FactQuery[]): Promise<Page<FactVersion>[]>;
  /** Visible facts, the most recently recorded first. */
  recentFacts(query: RecentFactQuery): Promise<Page<FactVersion>>;
  /** The newest version recorded up to `knownAt`, whether still believed or not. */
  factsAsOf(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<(FactVersion | null)[]>;
  /**
   * The latest versions up to `knownAt` of the facts that do not show as first stated: they are not
   * visible at the time point, or were corrected. Unordered.
   */
  changedFacts(facts: readonly FactId[], at: TimePoint): Promise<FactVersion[]>;
  /** All versions recorded up to `knownAt`, oldest first. */
  factHistory(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<FactVersion[][]>;
  /** Versions by their ids (`fact.n`), as of `knownAt`. */
  factVersions(
    requests: readonly { readonly version: FactVersionId; readonly knownAt: Instant }[],
  ): Promise<(FactVersion | null)[]>;
  /**
   * Facts that the given fact replaced, in the order in which they were first recorded, each by its
   * newest version up to `knownAt`.
   */
  factsSupersededBy(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<FactVersion[][]>;
  /**
   * The newest version of every fact of a line, or of the lines of several slots. With `validFrom`,
   * only of facts that may still count from then on: those that are believed and end later, and
   * those whose interval is empty (`isEmpty`) but was claimed to end later.
   */
  line(query: LineQuery, validFrom?: Instant): Promise<FactVersion[]>;
  /** Every slot in which the entities have facts. */
  slots(entities: readonly EntityId[]): Promise<string[]>;
  /** Visible facts of the entities whose text has this content hash. */
  factsByHash(entities: readonly EntityId[], hash: string, at: TimePoint): Promise<FactVersion[]>;
  /**
   * Visible facts of the entities that share words with the text or are near the vector, best
   * first. `similarity` is the cosine, or 0 for a fact without a vector.
   */
  similarFacts(query: {
    readonly entities: readonly EntityId[];
    readonly text: string;
    readonly vector: Float32Array;
    readonly at: TimePoint;
    readonly limit: number;
  }): Promise<{ readonly version: FactVersion; readonly similarity: number }[]>;
  /**
   * Visible facts of the entities by descending importance. Of equally important facts, the one
   * first recorded comes first.
   */
  importantFacts(
    requests: readonly {
      readonly entities: readonly EntityId[];
      readonly at: TimePoint;
      readonly limit: number;
    }[],
  ): Promise<FactVersion[][]>;

  // Relationships

  /** One page per query, in the order in which the relationships were first recorded. */
  relationships(queries: readonly RelationshipQuery[]): Promise<Page<RelationshipVersion>[]>;
  /** The newest version recorded up to `knownAt`, whether still believed or not. */
  relationshipsAsOf(
    requests: readonly { readonly relationship: RelationshipId; readonly knownAt: Instant }[],
  ): Promise<(RelationshipVersion | null)[]>;
  /** All versions recorded up to `knownAt`, oldest first. */
  relationshipHistory(
    requests: readonly { readonly relationship: RelationshipId; readonly knownAt: Instant }[],
  ): Promise<RelationshipVersion[][]>;
  /** The newest version of every relationship that is derived from one of the facts. */
  relationshipsByEvidence(facts: readonly FactId[]): Promise<RelationshipVersion[]>;
  /**
   * The newest version of every relationship of a type from one of the sources to one of the
   * targets.
   */
  relationshipsBetween(query: {
    readonly sources: readonly EntityId[];
    readonly targets: readonly EntityId[];
    readonly type: string;
  }): Promise<RelationshipVersion[]>;

  // Events, decisions and changes

  /** Events recorded up to `knownAt`, as they were then. */
  events(ids: readonly EventId[], knownAt: Instant): Promise<(Event | null)[]>;
  /**
   * For each event, the event itself and its neighbours: at most `reach` visible events of the same
   * session before it and after it, in the order in which they were recorded (by id within a
   * commit). For an event without a session, these are the others without one recorded next to it
   * and said at most an hour (`CONVERSATION_GAP`) from it. An event that is not visible returns an
   * empty list. Events whose search text has expired are not neighbours. A store that reads them
   * one by one may leave out neighbours in a session that were said more than an hour from the
   * event, and those of all except the first events.
   */
  eventsAround(
    events: readonly EventId[],
    reach: number,
    at: TimePoint,
  ): Promise<(readonly NearEvent[])[]>;
  eventByIdempotencyKey(key: string): Promise<Event | null>;
  /** Events that are recorded but not yet processed, oldest first. */
  pendingEvents(limit: number): Promise<Event[]>;
  /** Events of a session whose search text has not expired. At most `limit`. */
  searchableEvents(session: SessionId, limit: number): Promise<EventId[]>;
  /** Decisions recorded up to `knownAt`, as they were then. */
  decisions(ids: readonly DecisionId[], knownAt: Instant): Promise<(Decision | null)[]>;
  /** The decisions on each event. */
  decisionsOfEvents(events: readonly EventId[], knownAt: Instant): Promise<(readonly Decision[])[]>;
  /** The NOOP decisions that confirmed each fact and are not reverted, oldest first. */
  confirmations(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<Decision[][]>;
  /** The changes of commits, oldest first. */
  changes(query: ChangeQuery): Promise<Page<Change>>;

  // Search

  /**
   * Ranks by BM25 over the texts recorded up to `knownAt`. Takes terms from `searchTerms`; no terms
   * find nothing. Each hit has the contribution of each term to its score.
   */
  searchFullText(terms: readonly string[], query: TextQuery): Promise<TextHit[]>;
  /** Ranks by cosine similarity. The vector is of the store's embedder. */
  searchVector(vector: Float32Array, query: TextQuery): Promise<TextHit[]>;
  /**
   * Ranks by the store's own reciprocal rank fusion of full text and vectors. A store without one
   * omits this method; its callers fuse the two lists.
   */
  searchHybrid?(hybrid: HybridQuery, query: TextQuery): Promise<HybridHits>;
  /**
   * Texts that contain any of the strings, ignoring case. The score is the number of strings that a
   * text contains.
   */
  searchSubstring(strings: readonly string[], query: TextQuery): Promise<TextHit[]>;
  /** The current search text of each entity. */
  entityTexts(
    entities: readonly EntityId[],
  ): Promise<({ readonly id: TextId; readonly text: string } | null)[]>;
  /**
   * Searchable texts that have not expired and have no vector of the store's embedder, in a stable
   * order. `after` is the last text of the previous call. `Commit.vectors` gives them a vector.
   */
  textsWithoutVector(query: {
    readonly limit: number;
    readonly after?: TextId | undefined;
  }): Promise<{ readonly id: TextId; readonly text: string }[]>;
  /** Ids of the embedders of all stored vectors. A cheap call. */
  embedders(): Promise<readonly string[]>;
  /** Reads all texts of the space. */
  vectorCounts(): Promise<VectorCounts>;

  // Sessions and turns

  createSession(session: Session): Promise<void>;
  sessionsById(ids: readonly SessionId[]): Promise<(Session | null)[]>;
  /** Newest first. With `knownAt`, only sessions that were created by then. */
  sessions(page: PageRequest, knownAt?: Instant): Promise<Page<Session>>;
  /**
   * Appends turns to a session in order and returns them with their sequence numbers. A turn whose
   * id is already stored is returned as stored. Returns null if there is no such session.
   */
  appendTurns(
    session: SessionId,
    turns: readonly Omit<Turn, "seq" | "session">[],
  ): Promise<Turn[] | null>;
  turnsById(ids: readonly TurnId[]): Promise<(Turn | null)[]>;
  /**
   * Turns by ascending sequence number: the `first` or the `last` of those above `after` and below
   * `before`. An omitted bound is open; both bounds are exclusive.
   */
  turns(query: {
    readonly session: SessionId;
    readonly first?: number | undefined;
    readonly after?: number | undefined;
    readonly last?: number | undefined;
    readonly before?: number | undefined;
  }): Promise<{
    readonly turns: readonly Turn[];
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  }>;
  /** Turns of all sessions, newest first. */
  turnsRecorded(query: TurnQuery): Promise<Page<Turn>>;
  /**
   * Removes a session with its turns and notes. The facts that were extracted from them stay.
   * Returns false if there is no such session.
   */
  deleteSession(session: SessionId): Promise<boolean>;
  /**
   * Removes the turns of a session up to a sequence number and returns their count. Sequence
   * numbers are never used again.
   */
  deleteTurns(session: SessionId, upTo: number): Promise<number>;

  // Derived memories and the context graph

  /** The version believed at `knownAt`. */
  memoriesAsOf(
    requests: readonly { readonly memory: MemoryId; readonly knownAt: Instant }[],
  ): Promise<(DerivedMemory | null)[]>;
  /** All versions recorded up to `knownAt`, oldest first. */
  memoryHistory(
    requests: readonly { readonly memory: MemoryId; readonly knownAt: Instant }[],
  ): Promise<DerivedMemory[][]>;
  /**
   * Visible memories whose id starts with one of the prefixes, the last recorded first, then by id.
   * (An id names what its memory is about.)
   */
  memoriesByPrefix(
    requests: readonly { readonly prefixes: readonly string[]; readonly at: TimePoint }[],
  ): Promise<DerivedMemory[][]>;
  /** Visible memories, the last recorded first. */
  derivedMemories(query: MemoryQuery): Promise<Page<DerivedMemory>>;
  /** Visible references, the last recorded first. */
  references(query: ReferenceQuery): Promise<Page<Reference>>;

  // Export and import

  /**
   * The commits recorded after an instant (null: all), oldest first, up to the head at the time of
   * the first read. Commits without remaining data are left out, except the last one. Without
   * `vectors`, a text that has a vector comes with an empty one.
   */
  commitsAfter(after: Instant | null, vectors: boolean): AsyncIterable<Commit>;
  /** Opens an import. The caller ends it with `finish` or `cancel`. */
  openImport(): Promise<SpaceImport>;

  // Notes of a session, or of the space where `session` is null

  /** The note of a path. */
  note(session: SessionId | null, path: string): Promise<Note | null>;
  /** Notes whose path starts with `prefix`, by path. */
  notes(session: SessionId | null, prefix: string): Promise<Note[]>;
  /**
   * Makes all changes. Makes none and returns false if one of them does not find the tag that it
   * expects, or if there is no such session. Throws the RangeErrors of `checkNoteChanges`.
   */
  changeNotes(session: SessionId | null, changes: readonly NoteChange[]): Promise<boolean>;
}

/**
 * An import into a space. SQLite writes all of it in one transaction: no other connection sees any
 * of it before `finish`, or writes meanwhile. Cosmos DB, whose batches are small, writes each
 * commit and each session at once.
 */
export interface SpaceImport extends Pick<SpaceStore, "head" | "note" | "changeNotes"> {
  hasSessions(): Promise<boolean>;
  /**
   * Like `commit`, for commits of another store, in order. If it returns false or throws, some of
   * them may be recorded, but none partially.
   */
  replay(expectedHead: Head, commits: readonly Commit[]): Promise<boolean>;
  /**
   * Stores a session of another store, with turns under their own sequence numbers. Stored data
   * does not change. Of the two turn counts, the greater one counts.
   */
  restoreSession(session: Session, turns: readonly Turn[]): Promise<void>;
  /** Resolves when everything is recorded permanently. */
  finish(): Promise<void>;
  /** On SQLite, discards everything that was written. Does nothing after `finish`. */
  cancel(): Promise<void>;
}

/**
 * The store cannot serve: it is unreachable or refuses the credentials of the service, its disk is
 * full, or the data of a space is damaged or was written by a newer version of the service.
 */
export class StoreUnavailable extends Error {
  constructor(
    /** Cause that clients may see. */
    readonly reason: "UNREACHABLE" | "REFUSED" | "FULL" | "DAMAGED" | "NEWER",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}
