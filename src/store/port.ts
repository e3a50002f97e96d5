/**
 * The store port. Both adapters (SQLite, Cosmos DB) implement it and pass one contract suite (`test/contract`).
 *
 * It asks nothing that a document database with batches on one partition, ETags and no joins cannot do: every read names its
 * space by the handle it is called on, reads of many ids are one call, and all that changes goes through `commit`.
 *
 * Reads that take a `knownAt` answer as of that record time and tell nothing that was recorded later: `expiredAt`, `closing`
 * and `reverted` are open where they were closed after it.
 */
import type { Change } from "../memory/change.ts";
import type { Decision } from "../memory/decision.ts";
import type { EntityVersion } from "../memory/entity.ts";
import type { Event, Emotion, EventStatus, Outcome } from "../memory/event.ts";
import type { Closing, FactTier, FactVersion } from "../memory/fact.ts";
import type { DerivedKind, DerivedMemory } from "../memory/derived-memory.ts";
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
import type { Reference, ReferenceKind } from "../memory/reference.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { MemoryKind, SearchText } from "../memory/search-text.ts";
import type { Role, Session, Turn } from "../memory/session.ts";
import type { Instant, TimePoint } from "../memory/time.ts";
import type { Forgetting } from "./erasure.ts";

/** One user's memory within one tenant: no read, write or search ever crosses it. */
export interface SpaceId {
  readonly tenant: string;
  readonly user: string;
}

/** The tenant of what the service keeps for itself: no credentials can name it, since names of tenants have no blanks around them. */
export const SERVICE_TENANT = " service";

export interface Store {
  /** Opens the memory of a user, made on first use. */
  space(id: SpaceId): Promise<SpaceStore>;
  /**
   * Every space in which something is on record, but for the service's own, one at a time, in no particular order: for work on all of them beside a running service.
   * Where some cannot be read it gives the others first, and then throws a StoreUnavailable.
   */
  spaces(): AsyncIterable<SpaceId>;
  /**
   * Takes up, under a lease, what is stored in all spaces, from where the follower of this name left off: null while another owner holds
   * the lease (the same owner takes it anew, and its older follower has lost it). A first follower begins with all that is on record.
   */
  follow(name: string, owner: string, leaseMillis: number): Promise<Follower | null>;
  /** Resolves while the store can serve; throws a StoreUnavailable otherwise. */
  check(): Promise<void>;
  /** Lets running calls end, then closes everything. */
  close(): Promise<void>;
}

/** Follows the change feed of a store; at least once: what was not acknowledged is told again to whoever takes the lease next. */
export interface Follower {
  /** Spaces in which turns or commits were stored since what was acknowledged last, each once; none where nothing was, and none once the lease is lost. Renews the lease. */
  next(): Promise<readonly SpaceId[]>;
  /** Puts on record that all that `next` told is done; false where the lease was lost, and nothing was put on record. */
  acknowledge(): Promise<boolean>;
  /** Gives up the lease. */
  release(): Promise<void>;
}

/**
 * A small document beside the record, under a path such as `/settings` or `/tier2/summary/000000001`: the user's settings, counters, jobs,
 * what a strategy has made of a session's turns. Only the newest state is kept; the tag changes with every change.
 */
export interface Note {
  readonly path: string;
  readonly value: NoteValue;
  readonly tag: string;
  /** From then on nobody is shown it, and it is removed; null where it stays. */
  readonly expiresAt: Instant | null;
}

export type NoteValue =
  | null
  | boolean
  | number
  | string
  | readonly NoteValue[]
  | { readonly [key: string]: NoteValue | undefined };

export interface NoteChange {
  readonly path: string;
  /** Left out, the note is removed. */
  readonly value?: NoteValue | undefined;
  readonly expiresAt?: Instant | null | undefined;
  /** What must still stand: a note's tag, or null for no note. Left out, whatever stands is replaced. */
  readonly expected?: string | null | undefined;
}

/** How much one call may change, so that every store can do it at once. */
export const NOTE_CHANGES = 100;
export const NOTE_BYTES = 1_000_000;

/** Throws a RangeError for changes that are too many or too long, or that name a path twice. */
export const checkNoteChanges = (changes: readonly NoteChange[]): void => {
  if (changes.length > NOTE_CHANGES)
    throw new RangeError(
      `${changes.length} changes of notes at once, where ${NOTE_CHANGES} are the most.`,
    );
  if (new Set(changes.map(({ path }) => path)).size < changes.length)
    throw new RangeError("A path is named twice.");
  const bytes = Buffer.byteLength(JSON.stringify(changes.map(({ value }) => value)));
  if (bytes > NOTE_BYTES)
    throw new RangeError(`Notes of ${bytes} bytes at once, where ${NOTE_BYTES} are the most.`);
};

/** Where the record stands: the time of the last commit, and a tag that changes with every one. */
export interface Head {
  /** Null for a space in which nothing was ever recorded. */
  readonly recordedAt: Instant | null;
  readonly tag: string;
}

/** A version that is believed no more. The only change that a version ever sees, once. */
export type Expiry =
  | {
      readonly kind: "FACT";
      readonly id: FactId;
      readonly n: number;
      readonly closing: Closing & { readonly decision: DecisionId };
    }
  | { readonly kind: "RELATIONSHIP"; readonly id: RelationshipId; readonly n: number }
  | { readonly kind: "ENTITY"; readonly id: EntityId; readonly n: number }
  | { readonly kind: "MEMORY"; readonly id: MemoryId; readonly n: number };

/** All that one commit writes, at one record time, or not at all. */
export interface Commit {
  readonly recordedAt: Instant;
  readonly events?: readonly Event[];
  /** What became of events that are on record as pending. */
  readonly settled?: readonly {
    readonly event: EventId;
    readonly status: EventStatus;
    readonly emotion: Emotion | null;
    readonly outcome: Outcome;
  }[];
  readonly entities?: readonly EntityVersion[];
  readonly facts?: readonly FactVersion[];
  readonly relationships?: readonly RelationshipVersion[];
  readonly expiries?: readonly Expiry[];
  readonly decisions?: readonly Decision[];
  readonly reverted?: readonly { readonly decision: DecisionId; readonly by: DecisionId }[];
  readonly texts?: readonly SearchText[];
  /** Vectors of texts that were recorded without one: the vector list finds them from this commit on. */
  readonly vectors?: readonly { readonly text: TextId; readonly vector: Float32Array }[];
  /** Search texts that were replaced, or are to be found no more, as of `recordedAt`: of entities, memories and events. */
  readonly textsExpired?: readonly TextId[];
  readonly changes?: readonly Change[];
  readonly memories?: readonly DerivedMemory[];
  readonly references?: readonly Reference[];
}

export interface PageRequest {
  /** At most so many. */
  readonly first: number;
  /** The cursor of the item before the first one wanted. */
  readonly after?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly { readonly item: T; readonly cursor: string }[];
  readonly hasNextPage: boolean;
  /** How many there are in all, whatever the page: counted only when it is asked for. */
  readonly total: () => Promise<number>;
}

export interface FactQuery {
  /** Facts said of any of these; of all entities where it is left out. */
  readonly entities?: readonly EntityId[] | undefined;
  readonly slot?: string | undefined;
  readonly minConfidence?: number | undefined;
  readonly tier?: FactTier | undefined;
  /** Facts that were first said in this session. */
  readonly session?: SessionId | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

/** Visible facts of all entities. */
export interface RecentFactQuery {
  readonly session?: SessionId | undefined;
  /** First recorded from this instant on … */
  readonly from?: Instant | undefined;
  /** … and before this one. */
  readonly to?: Instant | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

export interface EntityQuery {
  readonly type?: string | undefined;
  /** A part of the name or of an alias, case and accents aside. */
  readonly nameContains?: string | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

export type Direction = "OUT" | "IN" | "BOTH";

export interface RelationshipQuery {
  readonly entities: readonly EntityId[];
  readonly direction: Direction;
  readonly types?: readonly string[] | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

export interface MemoryQuery {
  readonly kinds?: readonly DerivedKind[] | undefined;
  readonly session?: SessionId | undefined;
  /** Recorded from this instant on … */
  readonly from?: Instant | undefined;
  /** … and before this one. */
  readonly to?: Instant | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

export interface ReferenceQuery {
  readonly entities?: readonly EntityId[] | undefined;
  readonly kinds?: readonly ReferenceKind[] | undefined;
  readonly session?: SessionId | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

/** Turns of all sessions, by when they were recorded. */
export interface TurnQuery {
  readonly session?: SessionId | undefined;
  readonly role?: Role | undefined;
  /** Recorded from this instant on … */
  readonly from?: Instant | undefined;
  /** … and before this one. */
  readonly to?: Instant | undefined;
  readonly page: PageRequest;
}

export interface ChangeQuery {
  /** Recorded after this instant … */
  readonly from: Instant;
  /** … and up to this one. */
  readonly to: Instant;
  readonly entities?: readonly EntityId[] | undefined;
  readonly page: PageRequest;
}

/** A text that a search list found: `score` as the list scores it (BM25, cosine), higher is better. Of equal scores the order is the same each time. */
export interface TextHit {
  readonly text: Pick<SearchText, "id" | "kind" | "subject" | "text">;
  /** For a fact, the version that is visible at the time point. */
  readonly version: FactVersion | null;
  readonly score: number;
}

/** An event and its place beside another one of its session. */
export interface NearEvent {
  readonly event: EventId;
  readonly session: SessionId | null;
  readonly speaker: string | null;
  /** How many events further on: 0 for the event itself, -1 for the one just before it. */
  readonly distance: number;
}

export interface TextQuery {
  readonly kinds: readonly MemoryKind[];
  readonly at: TimePoint;
  readonly limit: number;
  /** Facts and events of this session only: nothing else belongs to one. */
  readonly session?: SessionId | undefined;
  /** Of facts. */
  readonly minConfidence?: number | undefined;
  /** Facts of this tier only; events of a session for SESSION, those of none for LONG_TERM. Makes no difference to other kinds. */
  readonly tier?: FactTier | undefined;
}

/** What is asked of a store that fuses text and vector by itself. Terms as `searchTerms` gives them, one at least. */
export interface HybridQuery {
  readonly terms: readonly string[];
  readonly vector: Float32Array;
  /** How much each list counts in the fusion, none below zero. */
  readonly weights: { readonly fullText: number; readonly vector: number };
}

/** Of what the fusion found, what has any of the terms and what has a comparable vector, each in its own order. */
export interface HybridHits {
  readonly fullText: readonly TextHit[];
  readonly vector: readonly TextHit[];
}

/** The facts that may replace each other: those of one slot of an entity (and of all that it absorbed), or of one chain. */
export type LineQuery =
  | { readonly entities: readonly EntityId[]; readonly slot: string }
  | { readonly chain: string };

/** How far the texts of a space have vectors that can be compared. */
export interface VectorCounts {
  /** Searchable texts that stand: of entities, only the newest. */
  readonly texts: number;
  /** How many of them have a vector of the store's embedder. */
  readonly embedded: number;
  /** Vectors of other embedders, which are kept and never compared. */
  readonly foreign: readonly { readonly embedder: string; readonly vectors: number }[];
}

export interface SpaceStore extends Forgetting {
  readonly id: SpaceId;

  head(): Promise<Head>;
  /**
   * Writes it all if nothing was committed since `expected` was read; otherwise writes nothing and gives false. Throws, and writes nothing,
   * where the commit does not fit what is on record: a RangeError for a record time that does not increase or a vector of other dimensions
   * than the store's embedder has; an Error for an expiry, a settlement, a revert or a replaced text that has nothing to act on.
   */
  commit(expected: Head, commit: Commit): Promise<boolean>;
  /** Calls back after commits, its own process's at once, others' within seconds; the returned function ends it. */
  onCommit(listener: () => void): () => void;

  // Entities
  /** The version believed at `knownAt`; null where it was not known yet. */
  entitiesAsOf(
    requests: readonly { readonly entity: EntityId; readonly knownAt: Instant }[],
  ): Promise<(EntityVersion | null)[]>;
  /** All versions recorded up to `knownAt`, oldest first. */
  entityHistory(
    requests: readonly { readonly entity: EntityId; readonly knownAt: Instant }[],
  ): Promise<EntityVersion[][]>;
  /** Keys are unique; null where there is none. */
  entitiesByKey(keys: readonly string[]): Promise<(EntityId | null)[]>;
  /** Which entities answered at `knownAt` to a folded name (`foldName`), the first to be called so first; those merged into others among them. */
  entitiesByName(folded: readonly string[], knownAt: Instant): Promise<EntityId[][]>;
  /** Entities with a name that shares a word with, begins with, or is the beginning of one of these folded names: whom a doubtful name may mean. At most `limit`. */
  entitiesByNamePart(
    folded: readonly string[],
    knownAt: Instant,
    limit: number,
  ): Promise<EntityId[]>;
  /** The entity that is the user: of several the one with the best evidence, then the one known first. */
  self(knownAt: Instant): Promise<EntityId | null>;
  /** In the order in which they became known; those merged into another are left out. */
  entities(query: EntityQuery): Promise<Page<EntityVersion>>;

  // Facts
  /** For each query the visible facts, in the order in which they were first recorded. */
  facts(queries: readonly FactQuery[]): Promise<Page<FactVersion>[]>;
  /** The visible facts, the last to be first recorded first. */
  recentFacts(query: RecentFactQuery): Promise<Page<FactVersion>>;
  /** The newest version recorded up to `knownAt`, believed still or not; null where there was none. */
  factsAsOf(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<(FactVersion | null)[]>;
  factHistory(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<FactVersion[][]>;
  /** By `fact.n`, as of `knownAt`. */
  factVersions(
    requests: readonly { readonly version: FactVersionId; readonly knownAt: Instant }[],
  ): Promise<(FactVersion | null)[]>;
  /** The facts (by their newest version recorded up to `knownAt`) whose place the given fact took, in the order in which they were first recorded. */
  factsSupersededBy(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<FactVersion[][]>;
  /**
   * The newest version of every fact of a line: all, where `validFrom` is left out. With it those that may still count from then on, which
   * are believed and end later, or are believed of no time at all (`isEmpty`) and were claimed for longer.
   */
  line(query: LineQuery, validFrom?: Instant): Promise<FactVersion[]>;
  /** Every slot in which these entities have facts. */
  slots(entities: readonly EntityId[]): Promise<string[]>;
  /** Visible facts of the entities whose text has this content hash. */
  factsByHash(entities: readonly EntityId[], hash: string, at: TimePoint): Promise<FactVersion[]>;
  /** Visible facts of the entities that share words with the text or are near the vector, with their cosine similarity (0 without a vector), best first. */
  similarFacts(query: {
    readonly entities: readonly EntityId[];
    readonly text: string;
    readonly vector: Float32Array;
    readonly at: TimePoint;
    readonly limit: number;
  }): Promise<{ readonly version: FactVersion; readonly similarity: number }[]>;
  /** Visible facts of the entities, the most important first, of equally important ones the first recorded first. */
  importantFacts(
    requests: readonly {
      readonly entities: readonly EntityId[];
      readonly at: TimePoint;
      readonly limit: number;
    }[],
  ): Promise<FactVersion[][]>;

  // Relationships
  /** For each query the visible relationships, in the order in which they were first recorded. */
  relationships(queries: readonly RelationshipQuery[]): Promise<Page<RelationshipVersion>[]>;
  /** The newest version recorded up to `knownAt`, believed still or not; null where there was none. */
  relationshipsAsOf(
    requests: readonly { readonly relationship: RelationshipId; readonly knownAt: Instant }[],
  ): Promise<(RelationshipVersion | null)[]>;
  relationshipHistory(
    requests: readonly { readonly relationship: RelationshipId; readonly knownAt: Instant }[],
  ): Promise<RelationshipVersion[][]>;
  /** The newest version of every relationship that rests on one of these facts. */
  relationshipsByEvidence(facts: readonly FactId[]): Promise<RelationshipVersion[]>;
  /** The newest versions of the relationships of a type between two sets of entities. */
  relationshipsBetween(query: {
    readonly sources: readonly EntityId[];
    readonly targets: readonly EntityId[];
    readonly type: string;
  }): Promise<RelationshipVersion[]>;

  // Events and decisions
  events(ids: readonly EventId[], knownAt: Instant): Promise<(Event | null)[]>;
  /**
   * For each event itself with those of its session that are visible at the time point, in the order in which they were recorded (of one commit
   * by id), at most `reach` of them before it and after it. Of an event of no session itself alone; of one that is not visible, none. Those whose text was taken out of search by then are beside none.
   * Of a session in which no event names its speaker, which one person told alone, those beside an event may be left out.
   */
  eventsAround(events: readonly EventId[], reach: number, at: TimePoint): Promise<NearEvent[][]>;
  eventByIdempotencyKey(key: string): Promise<Event | null>;
  /** Events that were logged and not worked through, oldest first. */
  pendingEvents(limit: number): Promise<Event[]>;
  /** Events of a session whose text has not been taken out of search (`Commit.textsExpired`; its id is the event's), at most `limit`. */
  searchableEvents(session: SessionId, limit: number): Promise<EventId[]>;
  decisions(ids: readonly DecisionId[], knownAt: Instant): Promise<(Decision | null)[]>;
  decisionsOfEvents(events: readonly EventId[], knownAt: Instant): Promise<Decision[][]>;
  /** The NOOP decisions that confirmed a fact, not reverted, oldest first. */
  confirmations(
    requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
  ): Promise<Decision[][]>;
  /** What commits changed, oldest first. */
  changes(query: ChangeQuery): Promise<Page<Change>>;

  // Search
  /** The search texts of entities that stand now. */
  entityTexts(
    entities: readonly EntityId[],
  ): Promise<({ readonly id: TextId; readonly text: string } | null)[]>;
  /** Full text, by BM25 with the statistics of what was recorded up to `knownAt`. Terms as `searchTerms` gives them; none find nothing. */
  searchFullText(terms: readonly string[], query: TextQuery): Promise<TextHit[]>;
  /** Searchable texts that stand and have no vector of the store's embedder, in an order that lasts: at most `limit`, after the text that was given last. They get one by `Commit.vectors`. */
  textsWithoutVector(query: {
    readonly limit: number;
    readonly after?: TextId | undefined;
  }): Promise<{ readonly id: TextId; readonly text: string }[]>;
  /** Whose vectors are on record here, whether they stand or not. Cheap. */
  embedders(): Promise<readonly string[]>;
  /** Costs a pass over all texts. */
  vectorCounts(): Promise<VectorCounts>;
  /** By cosine similarity to a vector of the store's embedder. */
  searchVector(vector: Float32Array, query: TextQuery): Promise<TextHit[]>;
  /** Both lists at once, by the store's own reciprocal rank fusion; left out by a store that has none, which is asked for the lists one by one. */
  searchHybrid?(hybrid: HybridQuery, query: TextQuery): Promise<HybridHits>;
  /** Texts that contain any of the strings, case aside; the score counts how many of them. */
  searchSubstring(strings: readonly string[], query: TextQuery): Promise<TextHit[]>;

  // Sessions and turns
  createSession(session: Session): Promise<void>;
  sessionsById(ids: readonly SessionId[]): Promise<(Session | null)[]>;
  /** Newest first. */
  sessions(page: PageRequest): Promise<Page<Session>>;
  /** Stores turns at the end of a session, in order, and gives them with their sequence numbers; null where there is no such session. A turn whose id is there already is given back as it is. */
  appendTurns(
    session: SessionId,
    turns: readonly Omit<Turn, "seq" | "session">[],
  ): Promise<Turn[] | null>;
  turnsById(ids: readonly TurnId[]): Promise<(Turn | null)[]>;
  /** By ascending sequence number, above `after` and below `before`, both left out being open: the `first` of them, or the `last`. */
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
  /** Newest first. */
  turnsRecorded(query: TurnQuery): Promise<Page<Turn>>;
  /** Removes a session with its turns and its notes; what was drawn from them stays. False where there is none. */
  deleteSession(session: SessionId): Promise<boolean>;
  /** Removes the turns of a session up to a sequence number, at once; gives how many. Sequence numbers are never given again. */
  deleteTurns(session: SessionId, upTo: number): Promise<number>;

  // Derived memory
  /** The version believed at `knownAt`; null where there was none. */
  memoriesAsOf(
    requests: readonly { readonly memory: MemoryId; readonly knownAt: Instant }[],
  ): Promise<(DerivedMemory | null)[]>;
  /** All versions recorded up to `knownAt`, oldest first. */
  memoryHistory(
    requests: readonly { readonly memory: MemoryId; readonly knownAt: Instant }[],
  ): Promise<DerivedMemory[][]>;
  /** For each request those whose id begins so (ids are made of what memories are about), believed and true at its time point, last recorded first and then by id. */
  memoriesByPrefix(
    requests: readonly { readonly prefixes: readonly string[]; readonly at: TimePoint }[],
  ): Promise<DerivedMemory[][]>;
  /** Those believed at `at.knownAt` and true at `at.validAt`, last recorded first. */
  derivedMemories(query: MemoryQuery): Promise<Page<DerivedMemory>>;

  // The context graph
  /** Visible references, last recorded first. */
  references(query: ReferenceQuery): Promise<Page<Reference>>;

  // Taking it along
  /**
   * What was committed after an instant (null: ever), up to the head as it is when the first is asked for, commit by commit and oldest first,
   * with the vectors of the store's embedder. A commit of which nothing is on record is not told, but for the last. Without vectors a text that has
   * one tells so by an empty one.
   */
  commitsAfter(after: Instant | null, vectors: boolean): AsyncIterable<Commit>;
  /** As `commit`, one commit after the other, for commits that were made elsewhere: some of them may be on record where it gives false or throws, never a part of one. */
  replay(expected: Head, commits: readonly Commit[]): Promise<boolean>;
  /** Puts a session on record as it is, made elsewhere, and turns of it under the numbers that they have. What is there of it already stays; the greater count holds. */
  restoreSession(session: Session, turns: readonly Turn[]): Promise<void>;

  // Notes, each of a session or (null) of the space. No view of the past tells of them.
  /** Those whose path begins with `prefix`, by path. */
  notes(session: SessionId | null, prefix: string): Promise<Note[]>;
  /** Makes all the changes or, where one does not meet what it expects, none: then false. False too where there is no such session. Throws a RangeError as `checkNoteChanges` does. */
  changeNotes(session: SessionId | null, changes: readonly NoteChange[]): Promise<boolean>;
}

/** The store cannot serve: it is away, its disk is full, or the file of a space is damaged. */
export class StoreUnavailable extends Error {
  constructor(
    /** What may be told to a client. */
    readonly reason: "UNREACHABLE" | "FULL" | "DAMAGED",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}
