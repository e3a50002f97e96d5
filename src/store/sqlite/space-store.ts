import { setTimeout as delay } from "node:timers/promises";
import type { Instant } from "../../memory/time.ts";
import type { Commit, Head, Page, SpaceStore } from "../port.ts";
import { changes } from "./changes.ts";
import { CommitWatch } from "./commit-watch.ts";
import { commit, replay } from "./commit.ts";
import { confirmations, decisions, decisionsOfEvents } from "./decisions.ts";
import { entities, entitiesAsOf, entitiesByKey, entityHistory, self } from "./entities.ts";
import { eventByIdempotencyKey, events, pendingEvents, searchableEvents } from "./events.ts";
import { eventsAround } from "./events-around.ts";
import {
  factHistory,
  factLine,
  factsAsOf,
  factsByHash,
  factsSupersededBy,
  factVersions,
  slots,
} from "./facts.ts";
import { facts } from "./fact-pages.ts";
import {
  allMemories,
  derivedMemories,
  memoriesAsOf,
  memoriesByPrefix,
  memoryHistory,
} from "./derived-memories.ts";
import { erase } from "./erase.ts";
import { countAll, eraseAll } from "./erase-all.ts";
import { isBusy } from "./faults.ts";
import { head } from "./head.ts";
import { lookFor } from "./look-for.ts";
import { importantFacts } from "./important-facts.ts";
import { entitiesByName, entitiesByNamePart } from "./names.ts";
import { changeNotes, notes } from "./notes.ts";
import type { ReadPage } from "./pages.ts";
import { recentFacts } from "./recent-facts.ts";
import { recordedCommits } from "./recorded-commits.ts";
import { references } from "./references.ts";
import {
  relationshipHistory,
  relationships,
  relationshipsAsOf,
  relationshipsBetween,
  relationshipsByEvidence,
} from "./relationships.ts";
import { scrub } from "./scrub.ts";
import { searchFullText, searchSubstring, searchVector } from "./search.ts";
import { restoreSession } from "./restore-session.ts";
import { createSession, deleteSession, sessions, sessionsById } from "./sessions.ts";
import { similarFacts } from "./similar-facts.ts";
import { ErasedFile, type SpaceFile } from "./space-file.ts";
import type { SpacePlace } from "./space-path.ts";
import { entityTexts } from "./texts.ts";
import { traces } from "./traces.ts";
import { appendTurns, deleteTurns, turns, turnsById, turnsRecorded } from "./turns.ts";
import { embedders, textsWithoutVector, vectorCounts } from "./unembedded-texts.ts";
import type { VectorIndex } from "./vector-index.ts";

/** How long a call tries again while another process writes, in milliseconds, and the longest pause between two tries. */
const PATIENCE = 10_000;
const LONGEST_PAUSE = 50;

/** What a space asks of the store that it belongs to. */
export interface SpaceAccess {
  readonly vectors: VectorIndex;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Closes the file of a space that was erased, and removes it where it lies there still: the next call opens what lies there then. */
  forget(place: SpacePlace): void;
  toRead(place: SpacePlace): SpaceFile;
  toWrite(place: SpacePlace): SpaceFile;
  toReadApart(place: SpacePlace): SpaceFile | null;
  /** Whether the space has a file. */
  exists(place: SpacePlace): boolean;
  /** Logs an error, closes a file that is damaged, and gives the error as the port tells it. */
  failed(place: SpacePlace, error: unknown): unknown;
}

type Use<T> = (file: SpaceFile) => T;

/** A space's handle; `close` ends what it tells its listeners. */
export interface OpenSpace extends SpaceStore {
  readonly close: () => void;
}

/** The port's calls on one file. Each runs to its end without a pause; a read sees one state, whatever other processes write. */
export const spaceStore = (place: SpacePlace, access: SpaceAccess): OpenSpace => {
  const attempt = async <T>(open: (place: SpacePlace) => SpaceFile, use: Use<T>): Promise<T> => {
    const started = access.elapsed();
    for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return use(open(place));
      } catch (error) {
        if (error instanceof ErasedFile && access.elapsed() - started <= PATIENCE) {
          access.forget(place);
        } else if (!isBusy(error) || access.elapsed() - started > PATIENCE)
          throw access.failed(place, error);
      }
      await delay(pause);
    }
  };
  const read = <T>(use: Use<T>): Promise<T> =>
    attempt(access.toRead, (file) => file.read(() => use(file)));
  const write = <T>(use: Use<T>): Promise<T> => attempt(access.toWrite, use);
  const counted = <T>({ items, hasNextPage, count }: ReadPage<T>): Page<T> => ({
    items,
    hasNextPage,
    total: () => read(count),
  });
  const watch = new CommitWatch(() => {
    try {
      return head(access.toRead(place)).tag;
    } catch {
      return null;
    }
  });

  async function* commitsAfter(after: Instant | null, vectors: boolean): AsyncGenerator<Commit> {
    let file: SpaceFile | null = null;
    try {
      file = access.toReadApart(place);
      if (file) yield* recordedCommits(file, access.vectors.embedder, after, vectors);
    } catch (error) {
      throw access.failed(place, error);
    } finally {
      file?.close();
    }
  }

  const space: OpenSpace = {
    id: place.id,
    head: () => attempt(access.toRead, head),
    commit: async (expected: Head, written: Commit) => {
      const done = await write((file) => commit(file, access.vectors, expected, written));
      if (done) watch.look();
      return done;
    },
    onCommit: (listener) => watch.listen(listener, space),

    entitiesAsOf: (requests) => read((file) => entitiesAsOf(file, requests)),
    entityHistory: (requests) => read((file) => entityHistory(file, requests)),
    entitiesByKey: (keys) => read((file) => entitiesByKey(file, keys)),
    entitiesByName: (folded, knownAt) => read((file) => entitiesByName(file, folded, knownAt)),
    entitiesByNamePart: (folded, knownAt, limit) =>
      read((file) => entitiesByNamePart(file, folded, knownAt, limit)),
    self: (knownAt) => read((file) => self(file, knownAt)),
    entities: async (query) => counted(await read((file) => entities(file, query))),

    facts: async (queries) => (await read((file) => facts(file, queries))).map(counted),
    recentFacts: async (query) => counted(await read((file) => recentFacts(file, query))),
    factsAsOf: (requests) => read((file) => factsAsOf(file, requests)),
    factHistory: (requests) => read((file) => factHistory(file, requests)),
    factVersions: (requests) => read((file) => factVersions(file, requests)),
    factsSupersededBy: (requests) => read((file) => factsSupersededBy(file, requests)),
    line: (query, validFrom) => read((file) => factLine(file, query, validFrom)),
    slots: (owners) => read((file) => slots(file, owners)),
    factsByHash: (owners, hash, at) => read((file) => factsByHash(file, owners, hash, at)),
    similarFacts: (query) => read((file) => similarFacts(file, access.vectors, query)),
    importantFacts: (requests) => read((file) => importantFacts(file, requests)),

    relationships: async (queries) =>
      (await read((file) => relationships(file, queries))).map(counted),
    relationshipsAsOf: (requests) => read((file) => relationshipsAsOf(file, requests)),
    relationshipHistory: (requests) => read((file) => relationshipHistory(file, requests)),
    relationshipsByEvidence: (evidence) => read((file) => relationshipsByEvidence(file, evidence)),
    relationshipsBetween: (query) => read((file) => relationshipsBetween(file, query)),

    events: (ids, knownAt) => read((file) => events(file, ids, knownAt)),
    eventsAround: (ids, reach, at) => read((file) => eventsAround(file, ids, reach, at)),
    eventByIdempotencyKey: (key) => read((file) => eventByIdempotencyKey(file, key)),
    searchableEvents: (session, limit) => read((file) => searchableEvents(file, session, limit)),
    pendingEvents: (limit) => read((file) => pendingEvents(file, limit)),
    decisions: (ids, knownAt) => read((file) => decisions(file, ids, knownAt)),
    decisionsOfEvents: (ids, knownAt) => read((file) => decisionsOfEvents(file, ids, knownAt)),
    confirmations: (requests) => read((file) => confirmations(file, requests)),
    changes: async (query) => counted(await read((file) => changes(file, query))),

    textsWithoutVector: (query) =>
      read((file) => textsWithoutVector(file, access.vectors.embedder, query)),
    embedders: () => read(embedders),
    vectorCounts: () => read((file) => vectorCounts(file, access.vectors.embedder)),
    entityTexts: (owners) => read((file) => entityTexts(file, owners)),
    searchFullText: (terms, query) => read((file) => searchFullText(file, terms, query)),
    searchVector: (vector, query) =>
      read((file) => searchVector(file, access.vectors, vector, query)),
    searchSubstring: (strings, query) => read((file) => searchSubstring(file, strings, query)),

    createSession: (session) => write((file) => createSession(file, session)),
    sessionsById: (ids) => read((file) => sessionsById(file, ids)),
    sessions: async (page) => counted(await read((file) => sessions(file, page))),
    appendTurns: (session, added) =>
      write((file) => appendTurns(file, session, added, access.now())),
    turnsById: (ids) => read((file) => turnsById(file, ids, access.now())),
    turns: (query) => read((file) => turns(file, query, access.now())),
    turnsRecorded: async (query) =>
      counted(await read((file) => turnsRecorded(file, query, access.now()))),
    deleteSession: (session) => write((file) => deleteSession(file, session)),
    deleteTurns: (session, upTo) => write((file) => deleteTurns(file, session, upTo, access.now())),

    memoriesAsOf: (requests) => read((file) => memoriesAsOf(file, requests)),
    memoryHistory: (requests) => read((file) => memoryHistory(file, requests)),
    memoriesByPrefix: (requests) => read((file) => memoriesByPrefix(file, requests)),
    derivedMemories: async (query) => counted(await read((file) => derivedMemories(file, query))),
    references: async (query) => counted(await read((file) => references(file, query))),

    commitsAfter: (after, vectors) => commitsAfter(after, vectors),
    replay: async (expected, commits) => {
      const done = await write((file) => replay(file, access.vectors, expected, commits));
      if (done) watch.look();
      return done;
    },
    restoreSession: (session, stored) => write((file) => restoreSession(file, session, stored)),
    traces: (query) => read((file) => traces(file, query)),
    allMemories: () => read(allMemories),
    erase: async (expected, erasure) => {
      const counts = await write((file) => erase(file, expected, erasure));
      if (counts !== null) watch.look();
      return counts;
    },
    scrub: () => write(scrub),
    lookFor: (strings) => lookFor(place.path, read, strings),
    countAll: () => read(countAll),
    eraseAll: async () => {
      if (!access.exists(place)) return {};
      const counts = await write(eraseAll);
      access.forget(place);
      return counts;
    },

    notes: (session, prefix) => read((file) => notes(file, session, prefix, access.now())),
    changeNotes: (session, changed) =>
      write((file) => changeNotes(file, session, changed, access.now())),

    close: () => watch.close(),
  };
  return space;
};
