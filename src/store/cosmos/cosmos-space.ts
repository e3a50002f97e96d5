import { LRUCache } from "lru-cache";
import pLimit, { type LimitFunction } from "p-limit";
import type { Change } from "../../memory/change.ts";
import type { Decision } from "../../memory/decision.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type {
  DecisionId,
  EntityId,
  EventId,
  FactId,
  RelationshipId,
  SessionId,
  TextId,
  TurnId,
} from "../../memory/ids.ts";
import type { Reference } from "../../memory/reference.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Session, Turn } from "../../memory/session.ts";
import { instantOf, type Instant, type TimePoint } from "../../memory/time.ts";
import type {
  ChangeQuery,
  Commit,
  EntityQuery,
  FactQuery,
  Head,
  HybridHits,
  HybridQuery,
  LineQuery,
  MemoryQuery,
  NearEvent,
  Note,
  NoteChange,
  Page,
  PageRequest,
  RecentFactQuery,
  ReferenceQuery,
  RelationshipQuery,
  SpaceId,
  SpaceStore,
  TextHit,
  TextQuery,
  TurnQuery,
  VectorCounts,
} from "../port.ts";
import type { ErasedCounts, Erasure, Forgetting, Looked, TraceQuery, Traces } from "../erasure.ts";
import { appendTurns } from "./append-turns.ts";
import { changeNotes } from "./change-notes.ts";
import { Committer } from "./commit/committer.ts";
import type { Connection } from "./connection.ts";
import { Eraser } from "./forgetting/eraser.ts";
import { lookFor } from "./forgetting/look-for.ts";
import { allMemories, traces, type SpacePartitions } from "./forgetting/traces.ts";
import type { Listeners } from "./feed/listeners.ts";
import {
  createSession,
  deleteSession,
  deleteTurns,
  type SessionPartitions,
} from "./keep-sessions.ts";
import { Partition } from "./partition.ts";
import { restoreSession } from "./restore-session.ts";
import * as changes from "./reads/changes.ts";
import * as commits from "./reads/commits.ts";
import * as entities from "./reads/entities.ts";
import * as events from "./reads/events.ts";
import * as lists from "./reads/fact-lists.ts";
import { recentFacts } from "./reads/recent-facts.ts";
import * as facts from "./reads/facts.ts";
import * as memories from "./reads/memories.ts";
import * as notes from "./reads/notes.ts";
import * as references from "./reads/references.ts";
import * as relationships from "./reads/relationships.ts";
import * as search from "./reads/search.ts";
import * as unembedded from "./reads/unembedded-texts.ts";
import * as sessions from "./reads/sessions.ts";
import * as turns from "./reads/turns.ts";

type Parameter<K extends keyof SpaceStore, N extends number> = SpaceStore[K] extends (
  ...args: infer A
) => unknown
  ? A[N]
  : never;

/** How long an erasure may go on trying, in milliseconds: it sends many requests one after the other. */
const ERASURE_PATIENCE_MS = 120_000;
/** So many sessions' writers are kept in order. */
const MOST_SESSIONS = 1000;

/** What a page counts, it counts as a call of its own: the list may have been read long ago. */
const counted = <T>(connection: Connection, page: Page<T>): Page<T> => ({
  ...page,
  total: () => connection.call("total", page.total),
});

/**
 * The memory of one user in Cosmos DB. A read that names no record time answers as of the newest head that this process has seen: a
 * commit that another process has under way lies beyond it, and one made since makes the commit that rests on the read fail.
 */
export class CosmosSpace implements SpaceStore {
  readonly id: SpaceId;
  readonly #connection: Connection;
  readonly #listeners: Listeners;
  readonly #graph: Partition;
  readonly #sessions: Partition;
  readonly #committer: Committer;
  readonly #partitions: SpacePartitions;
  readonly #eraser: Eraser;
  readonly #writers = new LRUCache<SessionId, LimitFunction>({ max: MOST_SESSIONS });

  constructor(connection: Connection, listeners: Listeners, id: SpaceId) {
    this.id = id;
    this.#connection = connection;
    this.#listeners = listeners;
    this.#graph = new Partition(connection, "graph", id);
    this.#sessions = new Partition(connection, "turns", id, null);
    this.#committer = new Committer(connection, this.#graph, id);
    this.#partitions = {
      graph: this.#graph,
      turns: this.#sessions,
      notes: new Partition(connection, "summaries", id, null),
      spaceNotes: this.#notes(null),
    };
    this.#eraser = new Eraser(
      connection,
      id,
      this.#partitions,
      (session) => this.#session(session),
      this.#committer,
    );
  }

  #call<T>(
    operation: keyof SpaceStore | keyof Forgetting,
    act: () => Promise<T>,
    patienceMs?: number,
  ): Promise<T> {
    return this.#connection.call(operation, act, patienceMs);
  }

  /** Runs a read that names no record time. `fresh`: as of the head as it is, not as this process last saw it. */
  #now<T>(
    operation: keyof SpaceStore,
    act: (knownAt: Instant) => Promise<T>,
    fresh = false,
  ): Promise<T> {
    return this.#call(operation, async () => act(await this.#committer.standing(fresh)));
  }

  #turns(session: SessionId): Partition {
    return new Partition(this.#connection, "turns", this.id, session);
  }

  /** Where the notes of a session, or (null) of the space, lie. */
  #notes(session: SessionId | null): Partition {
    return session === null
      ? new Partition(this.#connection, "counters", this.id)
      : new Partition(this.#connection, "summaries", this.id, session);
  }

  #session(session: SessionId): SessionPartitions {
    return { turns: this.#turns(session), notes: this.#notes(session) };
  }

  get #clock(): Instant {
    return instantOf(this.#connection.now());
  }

  head(): Promise<Head> {
    return this.#call("head", () => this.#committer.head());
  }

  async commit(expected: Head, commit: Commit): Promise<boolean> {
    const done = await this.#call("commit", () => this.#committer.commit(expected, commit));
    if (done) this.#listeners.tell(this.id);
    return done;
  }

  onCommit(listener: () => void): () => void {
    return this.#listeners.add(this.id, listener);
  }

  entitiesAsOf(requests: Parameter<"entitiesAsOf", 0>): Promise<(EntityVersion | null)[]> {
    return this.#call("entitiesAsOf", () =>
      entities.entitiesAsOf(
        this.#graph,
        requests.map(({ entity, knownAt }) => ({ id: entity, knownAt })),
      ),
    );
  }

  entityHistory(requests: Parameter<"entityHistory", 0>): Promise<EntityVersion[][]> {
    return this.#call("entityHistory", () =>
      entities.entityHistory(
        this.#graph,
        requests.map(({ entity, knownAt }) => ({ id: entity, knownAt })),
      ),
    );
  }

  entitiesByKey(keys: readonly string[]): Promise<(EntityId | null)[]> {
    return this.#now("entitiesByKey", (knownAt) =>
      entities.entitiesByKey(this.#graph, keys, knownAt),
    );
  }

  entitiesByName(folded: readonly string[], knownAt: Instant): Promise<EntityId[][]> {
    return this.#call("entitiesByName", () =>
      entities.entitiesByName(this.#graph, folded, knownAt),
    );
  }

  entitiesByNamePart(
    folded: readonly string[],
    knownAt: Instant,
    limit: number,
  ): Promise<EntityId[]> {
    return this.#call("entitiesByNamePart", () =>
      entities.entitiesByNamePart(this.#graph, folded, knownAt, limit),
    );
  }

  self(knownAt: Instant): Promise<EntityId | null> {
    return this.#call("self", () => entities.self(this.#graph, knownAt));
  }

  async entities(query: EntityQuery): Promise<Page<EntityVersion>> {
    return counted(
      this.#connection,
      await this.#call("entities", () => entities.entities(this.#graph, query)),
    );
  }

  async facts(queries: readonly FactQuery[]): Promise<Page<FactVersion>[]> {
    return (await this.#call("facts", () => lists.facts(this.#graph, queries))).map((page) =>
      counted(this.#connection, page),
    );
  }

  async recentFacts(query: RecentFactQuery): Promise<Page<FactVersion>> {
    return counted(
      this.#connection,
      await this.#call("recentFacts", () => recentFacts(this.#graph, query)),
    );
  }

  factsAsOf(requests: Parameter<"factsAsOf", 0>): Promise<(FactVersion | null)[]> {
    return this.#call("factsAsOf", () =>
      facts.factsAsOf(
        this.#graph,
        requests.map(({ fact, knownAt }) => ({ id: fact, knownAt })),
      ),
    );
  }

  factHistory(requests: Parameter<"factHistory", 0>): Promise<FactVersion[][]> {
    return this.#call("factHistory", () =>
      facts.factHistory(
        this.#graph,
        requests.map(({ fact, knownAt }) => ({ id: fact, knownAt })),
      ),
    );
  }

  factVersions(requests: Parameter<"factVersions", 0>): Promise<(FactVersion | null)[]> {
    return this.#call("factVersions", () => facts.factVersions(this.#graph, requests));
  }

  factsSupersededBy(requests: Parameter<"factsSupersededBy", 0>): Promise<FactVersion[][]> {
    return this.#call("factsSupersededBy", () =>
      facts.factsSupersededBy(
        this.#graph,
        requests.map(({ fact, knownAt }) => ({ id: fact, knownAt })),
      ),
    );
  }

  line(query: LineQuery, validFrom?: Instant): Promise<FactVersion[]> {
    return this.#now("line", (knownAt) => facts.line(this.#graph, query, validFrom, knownAt));
  }

  slots(owners: readonly EntityId[]): Promise<string[]> {
    return this.#now("slots", (knownAt) => facts.slots(this.#graph, owners, knownAt));
  }

  factsByHash(
    owners: readonly EntityId[],
    hash: string,
    at: Parameter<"factsByHash", 2>,
  ): Promise<FactVersion[]> {
    return this.#call("factsByHash", () => facts.factsByHash(this.#graph, owners, hash, at));
  }

  similarFacts(
    query: Parameter<"similarFacts", 0>,
  ): Promise<{ readonly version: FactVersion; readonly similarity: number }[]> {
    return this.#call("similarFacts", () =>
      search.similarFacts(this.#graph, this.#connection.embedder, query),
    );
  }

  importantFacts(requests: Parameter<"importantFacts", 0>): Promise<FactVersion[][]> {
    return this.#call("importantFacts", () => lists.importantFacts(this.#graph, requests));
  }

  async relationships(queries: readonly RelationshipQuery[]): Promise<Page<RelationshipVersion>[]> {
    return (
      await this.#call("relationships", () => relationships.relationships(this.#graph, queries))
    ).map((page) => counted(this.#connection, page));
  }

  relationshipsAsOf(
    requests: readonly { readonly relationship: RelationshipId; readonly knownAt: Instant }[],
  ): Promise<(RelationshipVersion | null)[]> {
    return this.#call("relationshipsAsOf", () =>
      relationships.relationshipsAsOf(
        this.#graph,
        requests.map(({ relationship, knownAt }) => ({ id: relationship, knownAt })),
      ),
    );
  }

  relationshipHistory(
    requests: readonly { readonly relationship: RelationshipId; readonly knownAt: Instant }[],
  ): Promise<RelationshipVersion[][]> {
    return this.#call("relationshipHistory", () =>
      relationships.relationshipHistory(
        this.#graph,
        requests.map(({ relationship, knownAt }) => ({ id: relationship, knownAt })),
      ),
    );
  }

  relationshipsByEvidence(evidence: readonly FactId[]): Promise<RelationshipVersion[]> {
    return this.#now("relationshipsByEvidence", (knownAt) =>
      relationships.relationshipsByEvidence(this.#graph, evidence, knownAt),
    );
  }

  relationshipsBetween(
    query: Parameter<"relationshipsBetween", 0>,
  ): Promise<RelationshipVersion[]> {
    return this.#now("relationshipsBetween", (knownAt) =>
      relationships.relationshipsBetween(this.#graph, query, knownAt),
    );
  }

  events(ids: readonly EventId[], knownAt: Instant): Promise<(Event | null)[]> {
    return this.#call("events", () => events.events(this.#graph, ids, knownAt));
  }

  eventsAround(ids: readonly EventId[], reach: number, at: TimePoint): Promise<NearEvent[][]> {
    return this.#call("eventsAround", () => events.eventsAround(this.#graph, ids, reach, at));
  }

  eventByIdempotencyKey(key: string): Promise<Event | null> {
    return this.#now(
      "eventByIdempotencyKey",
      (knownAt) => events.eventByIdempotencyKey(this.#graph, key, knownAt),
      true,
    );
  }

  searchableEvents(session: SessionId, limit: number): Promise<EventId[]> {
    return this.#now(
      "searchableEvents",
      (knownAt) => search.searchableEvents(this.#graph, session, limit, knownAt),
      true,
    );
  }

  pendingEvents(limit: number): Promise<Event[]> {
    return this.#now(
      "pendingEvents",
      (knownAt) => events.pendingEvents(this.#graph, limit, knownAt),
      true,
    );
  }

  decisions(ids: readonly DecisionId[], knownAt: Instant): Promise<(Decision | null)[]> {
    return this.#call("decisions", () => events.decisions(this.#graph, ids, knownAt));
  }

  decisionsOfEvents(ids: readonly EventId[], knownAt: Instant): Promise<Decision[][]> {
    return this.#call("decisionsOfEvents", () =>
      events.decisionsOfEvents(this.#graph, ids, knownAt),
    );
  }

  confirmations(requests: Parameter<"confirmations", 0>): Promise<Decision[][]> {
    return this.#call("confirmations", () =>
      events.confirmations(
        this.#graph,
        requests.map(({ fact, knownAt }) => ({ id: fact, knownAt })),
      ),
    );
  }

  async changes(query: ChangeQuery): Promise<Page<Change>> {
    return counted(
      this.#connection,
      await this.#call("changes", () => changes.changes(this.#graph, query)),
    );
  }

  entityTexts(
    owners: readonly EntityId[],
  ): Promise<({ readonly id: string; readonly text: string } | null)[]> {
    return this.#now("entityTexts", (knownAt) => search.entityTexts(this.#graph, owners, knownAt));
  }

  searchFullText(terms: readonly string[], query: TextQuery): Promise<TextHit[]> {
    return this.#call("searchFullText", () => search.searchFullText(this.#graph, terms, query));
  }

  textsWithoutVector(
    query: Parameter<"textsWithoutVector", 0>,
  ): Promise<{ readonly id: TextId; readonly text: string }[]> {
    return this.#now(
      "textsWithoutVector",
      (knownAt) =>
        unembedded.textsWithoutVector(this.#graph, this.#connection.embedder.id, query, knownAt),
      true,
    );
  }

  embedders(): Promise<readonly string[]> {
    return this.#call("embedders", () => unembedded.embedders(this.#graph));
  }

  vectorCounts(): Promise<VectorCounts> {
    return this.#now(
      "vectorCounts",
      (knownAt) => unembedded.vectorCounts(this.#graph, this.#connection.embedder.id, knownAt),
      true,
    );
  }

  searchVector(vector: Float32Array, query: TextQuery): Promise<TextHit[]> {
    return this.#call("searchVector", () =>
      search.searchVector(this.#graph, this.#connection.embedder, vector, query),
    );
  }

  searchHybrid(hybrid: HybridQuery, query: TextQuery): Promise<HybridHits> {
    return this.#call("searchHybrid", () =>
      search.searchHybrid(this.#graph, this.#connection.embedder, hybrid, query),
    );
  }

  searchSubstring(strings: readonly string[], query: TextQuery): Promise<TextHit[]> {
    return this.#call("searchSubstring", () => search.searchSubstring(this.#graph, strings, query));
  }

  createSession(session: Session): Promise<void> {
    return this.#call("createSession", () =>
      createSession(this.#connection, this.#session(session.id), this.id, session),
    );
  }

  sessionsById(ids: readonly SessionId[]): Promise<(Session | null)[]> {
    return this.#call("sessionsById", () =>
      sessions.sessionsById(this.#sessions, (session) => this.#turns(session), ids),
    );
  }

  async sessions(page: PageRequest): Promise<Page<Session>> {
    return counted(
      this.#connection,
      await this.#call("sessions", () => sessions.sessions(this.#sessions, page)),
    );
  }

  /** The writers of one process take turns at a session, so that they do not keep each other from its ETag. */
  #inTurn<T>(session: SessionId, write: () => Promise<T>): Promise<T> {
    const writers = this.#writers.get(session) ?? pLimit(1);
    this.#writers.set(session, writers);
    return writers(write);
  }

  appendTurns(session: SessionId, added: Parameter<"appendTurns", 1>): Promise<Turn[] | null> {
    return this.#inTurn(session, () =>
      this.#call("appendTurns", () =>
        appendTurns(this.#connection, this.#turns(session), this.id, added),
      ),
    );
  }

  turnsById(ids: readonly TurnId[]): Promise<(Turn | null)[]> {
    return this.#call("turnsById", () => turns.turnsById(this.#sessions, ids, this.#clock));
  }

  turns(query: Parameter<"turns", 0>): ReturnType<SpaceStore["turns"]> {
    return this.#call("turns", () => turns.turns(this.#turns(query.session), query, this.#clock));
  }

  async turnsRecorded(query: TurnQuery): Promise<Page<Turn>> {
    const partition = query.session === undefined ? this.#sessions : this.#turns(query.session);
    return counted(
      this.#connection,
      await this.#call("turnsRecorded", () => turns.turnsRecorded(partition, query, this.#clock)),
    );
  }

  deleteSession(session: SessionId): Promise<boolean> {
    return this.#inTurn(session, () =>
      this.#call("deleteSession", () => deleteSession(this.#connection, this.#session(session))),
    );
  }

  deleteTurns(session: SessionId, upTo: number): Promise<number> {
    return this.#inTurn(session, () =>
      this.#call("deleteTurns", () => deleteTurns(this.#connection, this.#turns(session), upTo)),
    );
  }

  memoriesAsOf(requests: Parameter<"memoriesAsOf", 0>): Promise<(DerivedMemory | null)[]> {
    return this.#call("memoriesAsOf", () =>
      memories.memoriesAsOf(
        this.#graph,
        requests.map(({ memory, knownAt }) => ({ id: memory, knownAt })),
      ),
    );
  }

  memoryHistory(requests: Parameter<"memoryHistory", 0>): Promise<DerivedMemory[][]> {
    return this.#call("memoryHistory", () =>
      memories.memoryHistory(
        this.#graph,
        requests.map(({ memory, knownAt }) => ({ id: memory, knownAt })),
      ),
    );
  }

  memoriesByPrefix(requests: Parameter<"memoriesByPrefix", 0>): Promise<DerivedMemory[][]> {
    return this.#call("memoriesByPrefix", () => memories.memoriesByPrefix(this.#graph, requests));
  }

  async derivedMemories(query: MemoryQuery): Promise<Page<DerivedMemory>> {
    return counted(
      this.#connection,
      await this.#call("derivedMemories", () => memories.derivedMemories(this.#graph, query)),
    );
  }

  async references(query: ReferenceQuery): Promise<Page<Reference>> {
    return counted(
      this.#connection,
      await this.#call("references", () => references.references(this.#graph, query)),
    );
  }

  traces(query: TraceQuery): Promise<Traces> {
    return this.#call("traces", () => traces(this.#partitions, query));
  }

  allMemories(): Promise<readonly DerivedMemory[]> {
    return this.#call("allMemories", () => allMemories(this.#partitions));
  }

  async erase(expected: { readonly tag: string }, erasure: Erasure): Promise<ErasedCounts | null> {
    const erased = await this.#call(
      "erase",
      () => this.#eraser.erase(expected, erasure),
      ERASURE_PATIENCE_MS,
    );
    this.#listeners.tell(this.id);
    return erased;
  }

  /** The service keeps no files that are ours to clean. */
  scrub(): Promise<void> {
    return Promise.resolve();
  }

  lookFor(strings: readonly string[]): Promise<Looked> {
    return this.#call("lookFor", () => lookFor(this.#partitions, strings), ERASURE_PATIENCE_MS);
  }

  countAll(): Promise<ErasedCounts> {
    return this.#call("countAll", () => this.#eraser.countAll(), ERASURE_PATIENCE_MS);
  }

  eraseAll(): Promise<ErasedCounts> {
    return this.#call("eraseAll", () => this.#eraser.eraseAll(), ERASURE_PATIENCE_MS);
  }

  async *commitsAfter(after: Instant | null, vectors: boolean): AsyncGenerator<Commit> {
    const { recordedAt } = await this.head();
    const told = commits.commitsAfter(
      this.#graph,
      this.#connection.embedder.id,
      after,
      recordedAt,
      vectors,
    );
    for (;;) {
      const { done, value } = await this.#call("commitsAfter", () => told.next());
      if (done) return;
      yield value;
    }
  }

  /** Each is a batch of its own. */
  async replay(expected: Head, commits: readonly Commit[]): Promise<boolean> {
    let head = expected;
    for (const commit of commits) {
      if (!(await this.commit(head, commit))) return false;
      head = await this.head();
    }
    return true;
  }

  restoreSession(session: Session, stored: readonly Turn[]): Promise<void> {
    return this.#inTurn(session.id, () =>
      this.#call("restoreSession", () =>
        restoreSession(this.#connection, this.#session(session.id), this.id, session, stored),
      ),
    );
  }

  notes(session: SessionId | null, prefix: string): Promise<Note[]> {
    return this.#call("notes", () => notes.notes(this.#notes(session), prefix, this.#clock));
  }

  changeNotes(session: SessionId | null, changed: readonly NoteChange[]): Promise<boolean> {
    return this.#call("changeNotes", () =>
      changeNotes(this.#connection, this.#notes(session), this.id, session, changed),
    );
  }
}
