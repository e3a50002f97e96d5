import pLimit, { type LimitFunction } from "p-limit";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { EventId, FactId, SessionId } from "../../memory/ids.ts";
import type { Session, Turn } from "../../memory/session.ts";
import { instantOf, type Instant } from "../../memory/time.ts";
import type {
  ErasedCounts,
  Erasure,
  ErasableSpace,
  RemainderReport,
  TraceQuery,
  Traces,
} from "../port/erasure.ts";
import { growingCache } from "../growing-cache.ts";
import { witnessCommit, witnessEmptying } from "../witnessed-commits.ts";
import { presumedRead, refuse } from "../presumed-reads.ts";
import type {
  Commit,
  Head,
  Note,
  NoteChange,
  Page,
  SpaceId,
  SpaceImport,
  SpaceStore,
} from "../port.ts";
import { Committer } from "./commit/committer.ts";
import { keepTextsOf } from "./commit/prior-documents.ts";
import type { Connection } from "./connection/connection.ts";
import { isObject } from "./documents/shape.ts";
import { Eraser } from "./erasure/eraser.ts";
import { findRemainders, type SpacePartitions } from "./erasure/remainders.ts";
import { allMemories, traces } from "./erasure/traces.ts";
import type { Listeners } from "./feed/listeners.ts";
import { KeptDocuments } from "./partition/kept-documents.ts";
import { Partition } from "./partition/partition.ts";
import * as changes from "./reads/changes.ts";
import * as commits from "./reads/commits.ts";
import * as entities from "./reads/entities.ts";
import * as events from "./reads/events.ts";
import * as factLists from "./reads/fact-lists.ts";
import * as facts from "./reads/facts.ts";
import * as memories from "./reads/memories.ts";
import * as overview from "./reads/overview.ts";
import * as references from "./reads/references.ts";
import * as relationships from "./reads/relationships.ts";
import * as sessions from "./reads/sessions.ts";
import * as turns from "./reads/turns.ts";
import { searchFullText, searchSubstring } from "./search/full-text.ts";
import { searchHybrid } from "./search/hybrid.ts";
import type { ServedRanking } from "./connection/ranking.ts";
import { similarFacts } from "./search/similar-facts.ts";
import * as texts from "./search/texts.ts";
import * as vectorCoverage from "./search/vector-coverage.ts";
import { searchVector } from "./search/vector.ts";
import { appendTurns } from "./sessions/append-turns.ts";
import * as notes from "./sessions/notes.ts";
import * as lifecycle from "./sessions/session-lifecycle.ts";

/** The arguments and the result of a call of the port. */
type Arguments<K extends keyof SpaceStore> =
  NonNullable<SpaceStore[K]> extends (...args: infer A) => unknown ? A : never;
type Result<K extends keyof SpaceStore> =
  NonNullable<SpaceStore[K]> extends (...args: never[]) => infer R ? R : never;

/**
 * How long an erasure may keep retrying, in milliseconds: it sends many requests one after the
 * other.
 */
const ERASURE_PATIENCE_MS = 120_000;
/** Maximum number of sessions with a queue of their writers in this process. */
const MOST_SESSION_QUEUES = 1000;
/** The tag of a missing head. */
const UNREAD = "unread";
/** Maximum number of cached notes of a space: its settings, and a few others. */
const MOST_LAST_NOTES = 4;

/**
 * Maximum number of events whose position a search has found. They are read next in their
 * conversations.
 */
const MOST_EVENT_PLACES = 1000;

/** A note of the space as it was last read; null if it is missing. */
interface LastNote {
  readonly note: Note | null;
}

/**
 * The memory of one user in Cosmos DB: the calls of the port on the partitions of the space. A read
 * without a record time answers as of the newest head that this process has seen. Commits of other
 * processes may lie beyond it. A commit that relies on such a read then fails.
 */
export class CosmosSpace implements SpaceStore {
  readonly id: SpaceId;
  readonly #connection: Connection;
  readonly #listeners: Listeners;
  readonly #graph: Partition;
  readonly #partitions: SpacePartitions;
  readonly #committer: Committer;
  readonly #eraser: Eraser;
  /** The notes of the space as they were last read. */
  readonly #lastNotes = growingCache<string, LastNote>(MOST_LAST_NOTES);
  readonly #eventPlaces = growingCache<EventId, events.EventPlace>(MOST_EVENT_PLACES);
  readonly #sessionQueues = growingCache<SessionId, LimitFunction>(MOST_SESSION_QUEUES);

  constructor(connection: Connection, listeners: Listeners, id: SpaceId) {
    this.id = id;
    this.#connection = connection;
    this.#listeners = listeners;
    const keptDocuments = new KeptDocuments(connection.documentCache);
    this.#graph = new Partition(connection, "graph", id, { keptDocuments });
    this.#partitions = {
      graph: this.#graph,
      turns: new Partition(connection, "turns", id, { session: null }),
      notes: new Partition(connection, "summaries", id, { session: null }),
      spaceNotes: new Partition(connection, "counters", id),
    };
    this.#committer = new Committer(connection, this.#graph, id, keptDocuments);
    this.#eraser = new Eraser(
      connection,
      id,
      this.#partitions,
      (session) => this.#sessionPartitions(session),
      this.#committer,
    );
  }

  /**
   * Runs an operation with retries, unless the request relies on a state that has turned out wrong.
   */
  #call<T>(
    operation: keyof SpaceStore | keyof ErasableSpace,
    act: () => Promise<T>,
    patienceMs?: number,
  ): Promise<T> {
    return this.#connection.call(
      operation,
      async () => {
        refuse();
        return act();
      },
      patienceMs,
    );
  }

  /**
   * Runs a read without a record time. With `isFresh`, it answers as of the current head, not of
   * the last one that this process saw.
   */
  #callAtHead<T>(
    operation: keyof SpaceStore,
    act: (knownAt: Instant) => Promise<T>,
    isFresh = false,
  ): Promise<T> {
    return this.#call(operation, async () => act(await this.#committer.newestRecordTime(isFresh)));
  }

  /** The total is counted in a separate call, because the page may have been read long before. */
  #withTotal<T>(page: Page<T>): Page<T> {
    return { ...page, total: () => this.#connection.call("total", page.total) };
  }

  get #name(): string {
    return JSON.stringify(this.id);
  }

  async #callForPage<T>(
    operation: keyof SpaceStore,
    act: () => Promise<Page<T>>,
  ): Promise<Page<T>> {
    return this.#withTotal(await this.#call(operation, act));
  }

  async #callForPages<T>(
    operation: keyof SpaceStore,
    act: () => Promise<Page<T>[]>,
  ): Promise<Page<T>[]> {
    return (await this.#call(operation, act)).map((page) => this.#withTotal(page));
  }

  #turns(session: SessionId): Partition {
    return new Partition(this.#connection, "turns", this.id, { session });
  }

  /** The notes of a session, or of the space (null). */
  #notes(session: SessionId | null): Partition {
    return session === null
      ? this.#partitions.spaceNotes
      : new Partition(this.#connection, "summaries", this.id, { session });
  }

  #sessionPartitions(session: SessionId): lifecycle.SessionPartitions {
    return { turns: this.#turns(session), notes: this.#notes(session) };
  }

  /**
   * The writers of a session in this process take turns, so that they do not conflict on its ETag.
   */
  #inSessionQueue<T>(session: SessionId, write: () => Promise<T>): Promise<T> {
    const queue = this.#sessionQueues.get(session) ?? pLimit(1);
    this.#sessionQueues.set(session, queue);
    return queue(write);
  }

  get #now(): Instant {
    return instantOf(this.#connection.now());
  }

  get #rankings(): ServedRanking {
    return this.#connection.rankings;
  }

  get #embedder(): Connection["embedder"] {
    return this.#connection.embedder;
  }

  // Commits

  head(): Promise<Head> {
    return presumedRead(`head of ${this.#name}`, this.#committer.knownHead ?? this.#unreadHead, {
      read: () => this.#call("head", () => this.#committer.head()),
      fits: (value) => isObject<Head>(value),
      isSame: (a, b) => a.tag === b.tag,
      isStandIn: ({ tag }) => tag === UNREAD,
    });
  }

  /** Stands for a head that this process has never read: read-only work is rehearsed on it. */
  get #unreadHead(): Head {
    return { recordedAt: this.#now, tag: UNREAD };
  }

  lastHead(): Promise<Head> {
    return this.#call("lastHead", () => this.#committer.lastHead());
  }

  lastCommits(instants: Arguments<"lastCommits">[0]): Result<"lastCommits"> {
    return this.#call("lastCommits", () => commits.lastCommits(this.#graph, instants));
  }

  async commit(expectedHead: Head, commit: Commit): Promise<boolean> {
    const isWritten = await this.#call("commit", () =>
      this.#committer.commit(expectedHead, commit),
    );
    if (isWritten) {
      witnessCommit(commit.recordedAt);
      this.#listeners.notify(this.id);
    }
    return isWritten;
  }

  readAheadOfChange(facts: readonly FactId[]): Promise<void> {
    return this.#callAtHead("readAheadOfChange", (knownAt) =>
      keepTextsOf(this.#graph, facts, knownAt),
    );
  }

  onCommit(listener: () => void): () => void {
    return this.#listeners.add(this.id, listener);
  }

  async *commitsAfter(after: Instant | null, withNumbers: boolean): AsyncGenerator<Commit> {
    const { recordedAt } = await this.head();
    const storedCommits = commits.commitsAfter(
      this.#graph,
      { embedder: this.#embedder.id, withNumbers },
      after,
      recordedAt,
    );
    for (;;) {
      const { done, value } = await this.#call("commitsAfter", () => storedCommits.next());
      if (done) return;
      yield value;
    }
  }

  /** Each commit, and each session, is written at once in its own batches. */
  async openImport(): Promise<SpaceImport> {
    return {
      head: () => this.head(),
      note: (session, path) => this.note(session, path),
      hasSessions: async () => (await this.sessions({ first: 1 })).items.length > 0,
      changeNotes: (session, noteChanges) => this.changeNotes(session, noteChanges),
      replay: (expectedHead, replayedCommits) => this.#replay(expectedHead, replayedCommits),
      restoreSession: (session, storedTurns) => this.#restoreSession(session, storedTurns),
      finish: async () => {},
      cancel: async () => {},
    };
  }

  async #replay(expectedHead: Head, replayedCommits: readonly Commit[]): Promise<boolean> {
    let head = expectedHead;
    for (const commit of replayedCommits) {
      if (!(await this.commit(head, commit))) return false;
      head = await this.head();
    }
    return true;
  }

  // Entities

  entitiesAsOf(requests: Arguments<"entitiesAsOf">[0]): Result<"entitiesAsOf"> {
    return this.#call("entitiesAsOf", () => entities.entitiesAsOf(this.#graph, requests));
  }

  entityHistory(requests: Arguments<"entityHistory">[0]): Result<"entityHistory"> {
    return this.#call("entityHistory", () => entities.entityHistory(this.#graph, requests));
  }

  entitiesByKey(keys: Arguments<"entitiesByKey">[0]): Result<"entitiesByKey"> {
    return this.#callAtHead("entitiesByKey", (knownAt) =>
      entities.entitiesByKey(this.#graph, keys, knownAt),
    );
  }

  entitiesByName(
    foldedNames: Arguments<"entitiesByName">[0],
    knownAt: Arguments<"entitiesByName">[1],
  ): Result<"entitiesByName"> {
    return this.#call("entitiesByName", () =>
      entities.entitiesByName(this.#graph, foldedNames, knownAt),
    );
  }

  entitiesByNamePart(
    foldedNames: Arguments<"entitiesByNamePart">[0],
    knownAt: Arguments<"entitiesByNamePart">[1],
    limit: Arguments<"entitiesByNamePart">[2],
  ): Result<"entitiesByNamePart"> {
    return this.#call("entitiesByNamePart", () =>
      entities.entitiesByNamePart(this.#graph, foldedNames, knownAt, limit),
    );
  }

  self(knownAt: Arguments<"self">[0]): Result<"self"> {
    return this.#call("self", () => entities.self(this.#graph, knownAt));
  }

  entities(query: Arguments<"entities">[0]): Result<"entities"> {
    return this.#callForPage("entities", () => entities.entities(this.#graph, query));
  }

  // Facts

  facts(queries: Arguments<"facts">[0]): Result<"facts"> {
    return this.#callForPages("facts", () => factLists.facts(this.#graph, queries));
  }

  recentFacts(query: Arguments<"recentFacts">[0]): Result<"recentFacts"> {
    return this.#callForPage("recentFacts", () => factLists.recentFacts(this.#graph, query));
  }

  importantFacts(requests: Arguments<"importantFacts">[0]): Result<"importantFacts"> {
    return this.#call("importantFacts", () => factLists.importantFacts(this.#graph, requests));
  }

  changedFacts(
    ids: Arguments<"changedFacts">[0],
    at: Arguments<"changedFacts">[1],
  ): Result<"changedFacts"> {
    return this.#call("changedFacts", () => facts.changedFacts(this.#graph, ids, at));
  }

  factsAsOf(requests: Arguments<"factsAsOf">[0]): Result<"factsAsOf"> {
    return this.#call("factsAsOf", () => facts.factsAsOf(this.#graph, requests));
  }

  factHistory(requests: Arguments<"factHistory">[0]): Result<"factHistory"> {
    return this.#call("factHistory", () => facts.factHistory(this.#graph, requests));
  }

  factVersions(requests: Arguments<"factVersions">[0]): Result<"factVersions"> {
    return this.#call("factVersions", () => facts.factVersions(this.#graph, requests));
  }

  factsSupersededBy(requests: Arguments<"factsSupersededBy">[0]): Result<"factsSupersededBy"> {
    return this.#call("factsSupersededBy", () => facts.factsSupersededBy(this.#graph, requests));
  }

  line(query: Arguments<"line">[0], validFrom?: Arguments<"line">[1]): Result<"line"> {
    return this.#callAtHead("line", (knownAt) =>
      facts.line(this.#graph, query, validFrom, knownAt),
    );
  }

  slots(owners: Arguments<"slots">[0]): Result<"slots"> {
    return this.#callAtHead("slots", (knownAt) => facts.slots(this.#graph, owners, knownAt));
  }

  factsByHash(
    owners: Arguments<"factsByHash">[0],
    hash: Arguments<"factsByHash">[1],
    at: Arguments<"factsByHash">[2],
  ): Result<"factsByHash"> {
    return this.#call("factsByHash", () => facts.factsByHash(this.#graph, owners, hash, at));
  }

  similarFacts(query: Arguments<"similarFacts">[0]): Result<"similarFacts"> {
    return this.#call("similarFacts", () =>
      similarFacts(this.#graph, this.#rankings, this.#embedder, query),
    );
  }

  // Relationships

  relationships(queries: Arguments<"relationships">[0]): Result<"relationships"> {
    return this.#callForPages("relationships", () =>
      relationships.relationships(this.#graph, queries),
    );
  }

  relationshipsAsOf(requests: Arguments<"relationshipsAsOf">[0]): Result<"relationshipsAsOf"> {
    return this.#call("relationshipsAsOf", () =>
      relationships.relationshipsAsOf(this.#graph, requests),
    );
  }

  relationshipHistory(
    requests: Arguments<"relationshipHistory">[0],
  ): Result<"relationshipHistory"> {
    return this.#call("relationshipHistory", () =>
      relationships.relationshipHistory(this.#graph, requests),
    );
  }

  relationshipsByEvidence(
    evidence: Arguments<"relationshipsByEvidence">[0],
  ): Result<"relationshipsByEvidence"> {
    return this.#callAtHead("relationshipsByEvidence", (knownAt) =>
      relationships.relationshipsByEvidence(this.#graph, evidence, knownAt),
    );
  }

  relationshipsBetween(
    query: Arguments<"relationshipsBetween">[0],
  ): Result<"relationshipsBetween"> {
    return this.#callAtHead("relationshipsBetween", (knownAt) =>
      relationships.relationshipsBetween(this.#graph, query, knownAt),
    );
  }

  // Events, decisions and changes

  events(ids: Arguments<"events">[0], knownAt: Arguments<"events">[1]): Result<"events"> {
    return this.#call("events", () => events.events(this.#graph, ids, knownAt));
  }

  eventsAround(
    ids: Arguments<"eventsAround">[0],
    reach: Arguments<"eventsAround">[1],
    at: Arguments<"eventsAround">[2],
  ): Result<"eventsAround"> {
    return this.#call("eventsAround", () =>
      events.eventsAround(this.#graph, ids, reach, at, (event) => this.#eventPlaces.get(event)),
    );
  }

  eventByIdempotencyKey(
    key: Arguments<"eventByIdempotencyKey">[0],
  ): Result<"eventByIdempotencyKey"> {
    return this.#callAtHead(
      "eventByIdempotencyKey",
      (knownAt) => events.eventByIdempotencyKey(this.#graph, key, knownAt),
      true,
    );
  }

  pendingEvents(limit: Arguments<"pendingEvents">[0]): Result<"pendingEvents"> {
    return this.#callAtHead(
      "pendingEvents",
      (knownAt) => events.pendingEvents(this.#graph, limit, knownAt),
      true,
    );
  }

  decisions(
    ids: Arguments<"decisions">[0],
    knownAt: Arguments<"decisions">[1],
  ): Result<"decisions"> {
    return this.#call("decisions", () => events.decisions(this.#graph, ids, knownAt));
  }

  decisionsOfEvents(
    ids: Arguments<"decisionsOfEvents">[0],
    knownAt: Arguments<"decisionsOfEvents">[1],
  ): Result<"decisionsOfEvents"> {
    return this.#call("decisionsOfEvents", () =>
      events.decisionsOfEvents(this.#graph, ids, knownAt),
    );
  }

  confirmations(requests: Arguments<"confirmations">[0]): Result<"confirmations"> {
    return this.#call("confirmations", () => events.confirmations(this.#graph, requests));
  }

  changes(query: Arguments<"changes">[0]): Result<"changes"> {
    return this.#callForPage("changes", () => changes.changes(this.#graph, query));
  }

  // Overview

  graphRelationships(query: Arguments<"graphRelationships">[0]): Result<"graphRelationships"> {
    return this.#call("graphRelationships", () => overview.graphRelationships(this.#graph, query));
  }

  factOwners(query: Arguments<"factOwners">[0]): Result<"factOwners"> {
    return this.#call("factOwners", () => overview.factOwners(this.#graph, query));
  }

  factsDuring(query: Arguments<"factsDuring">[0]): Result<"factsDuring"> {
    return this.#callForPage("factsDuring", () => overview.factsDuring(this.#graph, query));
  }

  factsMentioning(queries: Arguments<"factsMentioning">[0]): Result<"factsMentioning"> {
    return this.#callForPages("factsMentioning", () =>
      overview.factsMentioning(this.#graph, queries),
    );
  }

  factVersionsAbout(requests: Arguments<"factVersionsAbout">[0]): Result<"factVersionsAbout"> {
    return this.#call("factVersionsAbout", () => overview.factVersionsAbout(this.#graph, requests));
  }

  eventLog(query: Arguments<"eventLog">[0]): Result<"eventLog"> {
    return this.#callForPage("eventLog", () => overview.eventLog(this.#graph, query));
  }

  extent(knownAt: Arguments<"extent">[0]): Result<"extent"> {
    return this.#call("extent", () => overview.extent(this.#graph, knownAt));
  }

  factBoundaries(query: Arguments<"factBoundaries">[0]): Result<"factBoundaries"> {
    return this.#call("factBoundaries", () => overview.factBoundaries(this.#graph, query));
  }

  // Search

  searchFullText(
    terms: Arguments<"searchFullText">[0],
    query: Arguments<"searchFullText">[1],
  ): Result<"searchFullText"> {
    return this.#call("searchFullText", () =>
      searchFullText(this.#graph, this.#rankings, terms, query),
    );
  }

  searchVector(
    vector: Arguments<"searchVector">[0],
    query: Arguments<"searchVector">[1],
  ): Result<"searchVector"> {
    return this.#call("searchVector", () =>
      searchVector(this.#graph, this.#embedder, vector, query),
    );
  }

  searchHybrid(
    hybrid: Arguments<"searchHybrid">[0],
    query: Arguments<"searchHybrid">[1],
  ): Result<"searchHybrid"> {
    return this.#call("searchHybrid", () =>
      searchHybrid(this.#graph, this.#rankings, this.#embedder, hybrid, query, (places) => {
        for (const place of places) this.#eventPlaces.set(place.event, place);
      }),
    );
  }

  searchSubstring(
    strings: Arguments<"searchSubstring">[0],
    query: Arguments<"searchSubstring">[1],
  ): Result<"searchSubstring"> {
    return this.#call("searchSubstring", () =>
      searchSubstring(this.#graph, this.#rankings, strings, query),
    );
  }

  entityTexts(owners: Arguments<"entityTexts">[0]): Result<"entityTexts"> {
    return this.#callAtHead("entityTexts", (knownAt) =>
      texts.entityTexts(this.#graph, owners, knownAt),
    );
  }

  searchableEvents(
    session: Arguments<"searchableEvents">[0],
    limit: Arguments<"searchableEvents">[1],
  ): Result<"searchableEvents"> {
    return this.#callAtHead(
      "searchableEvents",
      (knownAt) => texts.searchableEvents(this.#graph, session, limit, knownAt),
      true,
    );
  }

  textsWithoutVector(query: Arguments<"textsWithoutVector">[0]): Result<"textsWithoutVector"> {
    return this.#callAtHead(
      "textsWithoutVector",
      (knownAt) =>
        vectorCoverage.textsWithoutVector(this.#graph, this.#embedder.id, query, knownAt),
      true,
    );
  }

  embedders(): Result<"embedders"> {
    return this.#call("embedders", () => vectorCoverage.embedders(this.#graph));
  }

  vectorCounts(): Result<"vectorCounts"> {
    return this.#callAtHead(
      "vectorCounts",
      (knownAt) => vectorCoverage.vectorCounts(this.#graph, this.#embedder.id, knownAt),
      true,
    );
  }

  // Sessions and turns

  createSession(session: Session): Promise<void> {
    const partitions = this.#sessionPartitions(session.id);
    return this.#call("createSession", () =>
      lifecycle.createSession(this.#connection, partitions, this.id, session),
    );
  }

  sessionsById(ids: readonly SessionId[]): Promise<(Session | null)[]> {
    return this.#call("sessionsById", () =>
      sessions.sessionsById(this.#partitions.turns, (session) => this.#turns(session), ids),
    );
  }

  sessions(page: Arguments<"sessions">[0], knownAt?: Arguments<"sessions">[1]): Result<"sessions"> {
    return this.#callForPage("sessions", () =>
      sessions.sessions(this.#partitions.turns, page, knownAt),
    );
  }

  appendTurns(session: SessionId, newTurns: Arguments<"appendTurns">[1]): Result<"appendTurns"> {
    return this.#inSessionQueue(session, () =>
      this.#call("appendTurns", () =>
        appendTurns(this.#connection, this.#turns(session), this.id, newTurns),
      ),
    );
  }

  turnsById(ids: Arguments<"turnsById">[0]): Result<"turnsById"> {
    return this.#call("turnsById", () => turns.turnsById(this.#partitions.turns, ids, this.#now));
  }

  turns(query: Arguments<"turns">[0]): Result<"turns"> {
    return this.#call("turns", () => turns.turns(this.#turns(query.session), query, this.#now));
  }

  turnsRecorded(query: Arguments<"turnsRecorded">[0]): Result<"turnsRecorded"> {
    const { session } = query;
    const partition = session === undefined ? this.#partitions.turns : this.#turns(session);
    return this.#callForPage("turnsRecorded", () =>
      turns.turnsRecorded(partition, query, this.#now),
    );
  }

  deleteSession(session: SessionId): Promise<boolean> {
    return this.#inSessionQueue(session, () =>
      this.#call("deleteSession", () =>
        lifecycle.deleteSession(this.#connection, this.#sessionPartitions(session)),
      ),
    );
  }

  deleteTurns(session: SessionId, upTo: number): Promise<number> {
    return this.#inSessionQueue(session, () =>
      this.#call("deleteTurns", () =>
        lifecycle.deleteTurns(this.#connection, this.#turns(session), upTo),
      ),
    );
  }

  #restoreSession(session: Session, storedTurns: readonly Turn[]): Promise<void> {
    const partitions = this.#sessionPartitions(session.id);
    return this.#inSessionQueue(session.id, () =>
      this.#call("openImport", () =>
        lifecycle.restoreSession(this.#connection, partitions, this.id, session, storedTurns),
      ),
    );
  }

  // Notes

  note(session: SessionId | null, path: string): Promise<Note | null> {
    const read = (): Promise<Note | null> =>
      this.#call("note", () => notes.note(this.#notes(session), path, this.#now));
    return session === null ? this.#spaceNote(path, read) : read();
  }

  /** A note of the space, such as its settings. A note without expiry is cached. */
  async #spaceNote(path: string, read: () => Promise<Note | null>): Promise<Note | null> {
    const { note } = await presumedRead<LastNote>(
      `note ${path} of ${this.#name}`,
      // Most notes of a space are never written.
      this.#lastNotes.get(path) ?? { note: null },
      {
        read: async () => {
          const lastNote = { note: await read() };
          if (lastNote.note?.expiresAt == null) this.#lastNotes.set(path, lastNote);
          else this.#lastNotes.delete(path);
          return lastNote;
        },
        fits: (value) => isObject<LastNote>(value),
        isSame: (a, b) => a.note?.tag === b.note?.tag,
      },
    );
    return note;
  }

  notes(session: SessionId | null, prefix: string): Promise<Note[]> {
    return this.#call("notes", () => notes.notes(this.#notes(session), prefix, this.#now));
  }

  changeNotes(session: SessionId | null, noteChanges: readonly NoteChange[]): Promise<boolean> {
    if (session === null) this.#lastNotes.clear();
    return this.#call("changeNotes", () =>
      notes.changeNotes(this.#connection, this.#notes(session), this.id, session, noteChanges),
    );
  }

  // Derived memories and references

  memoriesAsOf(requests: Arguments<"memoriesAsOf">[0]): Result<"memoriesAsOf"> {
    return this.#call("memoriesAsOf", () => memories.memoriesAsOf(this.#graph, requests));
  }

  memoryHistory(requests: Arguments<"memoryHistory">[0]): Result<"memoryHistory"> {
    return this.#call("memoryHistory", () => memories.memoryHistory(this.#graph, requests));
  }

  memoriesByPrefix(requests: Arguments<"memoriesByPrefix">[0]): Result<"memoriesByPrefix"> {
    return this.#call("memoriesByPrefix", () => memories.memoriesByPrefix(this.#graph, requests));
  }

  derivedMemories(query: Arguments<"derivedMemories">[0]): Result<"derivedMemories"> {
    return this.#callForPage("derivedMemories", () => memories.derivedMemories(this.#graph, query));
  }

  references(query: Arguments<"references">[0]): Result<"references"> {
    return this.#callForPage("references", () => references.references(this.#graph, query));
  }

  // Erasure

  traces(query: TraceQuery): Promise<Traces> {
    return this.#call("traces", () => traces(this.#partitions, query));
  }

  allMemories(): Promise<readonly DerivedMemory[]> {
    return this.#call("allMemories", () => allMemories(this.#partitions));
  }

  async erase(
    expectedHead: { readonly tag: string },
    erasure: Erasure,
  ): Promise<ErasedCounts | null> {
    const erasedCounts = await this.#call(
      "erase",
      () => this.#eraser.erase(expectedHead, erasure),
      ERASURE_PATIENCE_MS,
    );
    this.#listeners.notify(this.id);
    return erasedCounts;
  }

  /** There are no files to clean: the service keeps the data. */
  scrub(): Promise<boolean> {
    return Promise.resolve(true);
  }

  makeRoom(): Promise<void> {
    return Promise.resolve();
  }

  findRemainders(strings: readonly string[]): Promise<RemainderReport> {
    return this.#call(
      "findRemainders",
      () => findRemainders(this.#partitions, strings),
      ERASURE_PATIENCE_MS,
    );
  }

  countAll(): Promise<ErasedCounts> {
    return this.#call("countAll", () => this.#eraser.countAll(), ERASURE_PATIENCE_MS);
  }

  async eraseAll(): Promise<ErasedCounts> {
    const erasedCounts = await this.#call(
      "eraseAll",
      () => this.#eraser.eraseAll(),
      ERASURE_PATIENCE_MS,
    );
    witnessEmptying();
    return erasedCounts;
  }
}
