import { setImmediate as others } from "node:timers/promises";
import { witnessCommit, witnessEmptying } from "../witnessed-commits.ts";
import type { TextId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { Commit, Head, Page, SpaceImport, SpaceStore } from "../port.ts";
import type { RemainderReport, TraceQuery, Traces } from "../port/erasure.ts";
import { changes } from "./tables/changes.ts";
import { CommitListeners } from "./feed/listeners.ts";
import { commit, commitInSteps, isLarge } from "./commit/commit.ts";
import { ImportTransaction } from "./commit/import-transaction.ts";
import { confirmations, decisions, decisionsOfEvents } from "./tables/decisions.ts";
import { entities, entitiesAsOf, entitiesByKey, entityHistory, self } from "./tables/entities.ts";
import {
  eventByIdempotencyKey,
  events,
  pendingEvents,
  searchableEvents,
  eventsAround,
} from "./tables/events.ts";
import {
  factHistory,
  factLine,
  changedFacts,
  factsAsOf,
  factsByHash,
  factsSupersededBy,
  factVersions,
  slots,
} from "./tables/facts.ts";
import { facts, recentFacts } from "./tables/fact-lists.ts";
import {
  allMemories,
  derivedMemories,
  memoriesAsOf,
  memoriesByPrefix,
  memoryHistory,
} from "./tables/memories.ts";
import { erase, countAll, eraseAll } from "./erasure/eraser.ts";
import { PATIENCE, patiently } from "./database/patience.ts";
import { isBusy, isDamage, isFull } from "./port-errors.ts";
import { head, lastCommits } from "./tables/head.ts";
import { closeBytes, openBytes, remaindersIn } from "./erasure/remainders.ts";
import { importantFacts } from "./tables/important-facts.ts";
import { entitiesByName, entitiesByNamePart } from "./tables/names.ts";
import { changeNotes, note, notes } from "./tables/notes.ts";
import type { ReadPage } from "./database/pages.ts";
import * as overview from "./tables/overview.ts";
import { recordedCommits } from "./commit/recorded-commits.ts";
import { references } from "./tables/references.ts";
import {
  relationshipHistory,
  relationships,
  relationshipsAsOf,
  relationshipsBetween,
  relationshipsByEvidence,
} from "./tables/relationships.ts";
import { searchFullText, searchSubstring, searchVector } from "./search/search.ts";
import { appendTurns, deleteTurns, turns, turnsById, turnsRecorded } from "./tables/turns.ts";
import { createSession, deleteSession, sessions, sessionsById } from "./tables/sessions.ts";
import { inSearchParts, textsContaining } from "./search/substrings.ts";
import { similarFacts } from "./search/similar-facts.ts";
import { ErasedFile, LogInUse, type SpaceFile } from "./database/space-file.ts";
import type { SpaceLocation } from "./database/space-files.ts";
import type { LargeFiles } from "./threads/large-files.ts";
import { entityTexts } from "./search/texts.ts";
import { traces } from "./erasure/traces.ts";
import { embedders, textsWithoutVector, vectorCounts } from "./vectors/vector-coverage.ts";
import type { VectorIndex } from "./vectors/vector-index.ts";

/** The services that a space needs from its store. */
export interface SpaceAccess {
  readonly vectors: VectorIndex;
  /** Works on whole files. */
  readonly largeFiles: LargeFiles;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Closes the file of an erased space and removes it if it still exists. The next call opens the
   * file that is there then.
   */
  forget(location: SpaceLocation): void;
  toRead(location: SpaceLocation): SpaceFile;
  toWrite(location: SpaceLocation): SpaceFile;
  toReadApart(location: SpaceLocation): SpaceFile | null;
  toWriteApart(location: SpaceLocation): SpaceFile;
  /** Rejects with QUOTA_EXCEEDED if the tenant may not store more in the space. */
  checkQuotas(location: SpaceLocation): Promise<void>;
  /** Closes the file. The next call opens it again. */
  drop(location: SpaceLocation): void;
  /** Makes room on a full disk. */
  makeRoom(): void;
  /**
   * Closes an open file that seems damaged, and logs the reason, so that the next call opens it
   * again. Returns false if it could not be opened at all.
   */
  reopen(location: SpaceLocation, error: unknown): boolean;
  /** Removes the space from the checkpoints of followers. */
  forgetPlaces(location: SpaceLocation): Promise<void>;
  /** Whether the space has a file. */
  exists(location: SpaceLocation): boolean;
  /** Logs an error, closes a damaged file, and returns the error that the port throws. */
  failure(location: SpaceLocation, error: unknown): unknown;
}

type Use<T> = (file: SpaceFile) => T;

/** Returns false if the disk is too full for `act`. */
const isDoneIfRoom = async (act: () => Promise<unknown>): Promise<boolean> => {
  try {
    await act();
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  }
};

/** The handle of a space. `close` removes its listeners. */
export interface OpenSpace extends SpaceStore {
  readonly close: () => void;
}

/**
 * The calls of the port on the file of one space. Each runs to its end without a pause, except for
 * works on the whole file.
 */
class SpaceCalls {
  /** The time since which other processes have blocked writes, by `performance.now`. */
  #busySince: number | null = null;
  /** While this process rewrites the file. Writes would wait for that like for another process. */
  #rewriting: Promise<unknown> | undefined;

  constructor(
    readonly location: SpaceLocation,
    readonly access: SpaceAccess,
  ) {}

  /**
   * Runs `use` on the file, and repeats it while another process writes or has erased it. SQLite
   * reports a disk that fails to read like a damaged file. In that case `use` runs once more on the
   * reopened file.
   */
  async attempt<T>(
    open: (location: SpaceLocation) => SpaceFile,
    use: Use<T | Promise<T>>,
    isPatient: () => boolean = () => true,
  ): Promise<T> {
    const { location, access } = this;
    let isReopened = false;
    const passes = (error: unknown): boolean => {
      if (isReopened || !isDamage(error)) return this.#passes(error) && isPatient();
      isReopened = true;
      return access.reopen(location, error);
    };
    return this.#asPort(() => patiently(() => use(open(location)), passes));
  }

  /**
   * Whether a write may continue to wait for another process. All writes together wait ten seconds.
   * Later ones give up at once until one succeeds.
   */
  #isPatient(): boolean {
    this.#busySince ??= performance.now();
    return performance.now() - this.#busySince <= PATIENCE;
  }

  #passes(error: unknown): boolean {
    if (!(error instanceof ErasedFile)) return isBusy(error);
    try {
      this.access.forget(this.location);
      return true;
    } catch (fault) {
      if (isBusy(fault)) return true;
      throw fault;
    }
  }

  checkQuotas(): Promise<void> {
    return this.#asPort(() => this.access.checkQuotas(this.location));
  }

  /** Whether the space has a file. */
  exists(): Promise<boolean> {
    return this.#asPort(() => this.access.exists(this.location));
  }

  /** Removes the file of the space, which was erased, and the checkpoints of followers in it. */
  forget(): Promise<void> {
    return this.#asPort(async () => {
      await patiently(() => this.access.forget(this.location));
      await this.access.forgetPlaces(this.location);
    });
  }

  /** Runs `act`, and translates its errors. */
  async #asPort<T>(act: () => T | Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw this.access.failure(this.location, error);
    }
  }

  /**
   * Reads one state of the file, even if other processes write meanwhile. Nearly every read succeeds
   * at once, and does not need the promises of further attempts.
   */
  readonly read = async <T>(use: Use<T>): Promise<T> => {
    const { location, access } = this;
    const readFile = (file: SpaceFile): T => file.read(() => use(file));
    try {
      return readFile(access.toRead(location));
    } catch {
      return this.attempt(access.toRead, readFile);
    }
  };

  /** Resolves when all writes so far are on the disk. */
  readonly write = async <T>(use: Use<T>): Promise<T> => {
    const withFile = (file: SpaceFile) => {
      const result = use(file);
      this.#busySince = null;
      return { result, file };
    };
    if (this.#rewriting) await this.#rewriting;
    const { result, file } = await this.attempt(this.access.toWrite, withFile, () =>
      this.#isPatient(),
    );
    await this.#asPort(() => file.sync());
    return result;
  };

  readonly page = <T>({ items, hasNextPage, count }: ReadPage<T>): Page<T> => ({
    items,
    hasNextPage,
    total: () => this.read(count),
  });

  /**
   * Removes the bytes of deleted data. Returns false if the disk is too full. Reads go on
   * meanwhile, and writes of this process wait.
   */
  async scrub(): Promise<boolean> {
    if (this.#rewriting) await this.#rewriting;
    const scrub = this.#scrub();
    this.#rewriting = scrub.catch(() => undefined).finally(() => (this.#rewriting = undefined));
    return scrub;
  }

  async #scrub(): Promise<boolean> {
    const { access, location } = this;
    const isRewritten = await this.#rewrite(() =>
      isDoneIfRoom(() => access.largeFiles.run("vacuum", location.path)),
    );
    await this.#rewrite(async () => {
      if (!(await access.largeFiles.run("emptyLog", location.path))) throw new LogInUse();
    });
    return isRewritten;
  }

  /** The file is opened first, which verifies it. */
  #rewrite<T>(act: () => Promise<T>): Promise<T> {
    return this.attempt(this.access.toWrite, act, () => this.#isPatient());
  }

  /** Others run between the parts. An erasure notices writes meanwhile by the tag of the head. */
  async traces(query: TraceQuery): Promise<Traces> {
    const idTraces = await this.read((file) => traces(file, query));
    const texts = new Map<TextId, Traces["texts"][number]>();
    for (const part of inSearchParts(query.strings ?? [])) {
      await others();
      for (const text of await this.read((file) => textsContaining(file, part)))
        texts.set(text.id, text);
    }
    return { ...idTraces, texts: [...texts.values()] };
  }

  async findRemainders(strings: readonly string[]): Promise<RemainderReport> {
    const { access, location } = this;
    if (!(await this.exists())) return this.read((file) => remaindersIn(file, [], strings));
    return this.attempt(access.toRead, async () => {
      const files = openBytes(location.path);
      try {
        return await access.largeFiles.run("findRemainders", location.path, files, strings);
      } finally {
        // Closing what was opened drops the locks on the file.
        access.drop(location);
        closeBytes(files);
      }
    });
  }

  /** Opens a transaction on a separate connection. Others do not see it before its end. */
  async #beginApart<T>(use: Use<T>): Promise<T> {
    const { access } = this;
    const open = (at: SpaceLocation): SpaceFile => {
      const file = access.toWriteApart(at);
      try {
        file.beginWriting();
        return file;
      } catch (error) {
        file.close();
        throw error;
      }
    };
    if (this.#rewriting) await this.#rewriting;
    return this.attempt(open, use, () => this.#isPatient());
  }

  /** Resolves when the commits of another connection are on the disk. */
  async #sync(): Promise<void> {
    const file = await this.attempt(this.access.toWrite, (open) => open);
    await this.#asPort(() => file.sync());
  }

  /** `look` is called when the import is recorded. */
  openImport(look: () => void): Promise<SpaceImport> {
    const { vectors, now } = this.access;
    const onFinish = async (): Promise<void> => {
      await this.#sync();
      look();
    };
    return this.#beginApart(
      (file) => new ImportTransaction(file, { vectors, now, onFinish }, (act) => this.#asPort(act)),
    );
  }

  /** Writes a large commit without blocking readers and writers of other spaces. */
  async commitInSteps(expectedHead: Head, changes: Commit): Promise<boolean> {
    const file = await this.#beginApart((open) => open);
    const isDone = await this.#asPort(async () => {
      try {
        const isCommitted = await commitInSteps(file, this.access.vectors, expectedHead, changes);
        file.endWriting(isCommitted ? "COMMIT" : "ROLLBACK");
        this.#busySince = null;
        return isCommitted;
      } finally {
        file.endWriting("ROLLBACK");
        file.close();
      }
    });
    await this.#sync();
    return isDone;
  }

  async *commitsAfter(after: Instant | null, vectors: boolean): AsyncGenerator<Commit> {
    const { access, location } = this;
    let file: SpaceFile | null = null;
    try {
      file = access.toReadApart(location);
      if (file) yield* recordedCommits(file, access.vectors.embedder, after, vectors);
    } catch (error) {
      throw access.failure(location, error);
    } finally {
      file?.close();
    }
  }
}

const entityCalls = (calls: SpaceCalls) =>
  ({
    entitiesAsOf: (requests) => calls.read((file) => entitiesAsOf(file, requests)),
    entityHistory: (requests) => calls.read((file) => entityHistory(file, requests)),
    entitiesByKey: (keys) => calls.read((file) => entitiesByKey(file, keys)),
    entitiesByName: (foldedNames, knownAt) =>
      calls.read((file) => entitiesByName(file, foldedNames, knownAt)),
    entitiesByNamePart: (foldedNames, knownAt, limit) =>
      calls.read((file) => entitiesByNamePart(file, foldedNames, knownAt, limit)),
    self: (knownAt) => calls.read((file) => self(file, knownAt)),
    entities: async (query) => calls.page(await calls.read((file) => entities(file, query))),
  }) satisfies Partial<SpaceStore>;

const factCalls = (calls: SpaceCalls) =>
  ({
    facts: async (queries) => (await calls.read((file) => facts(file, queries))).map(calls.page),
    recentFacts: async (query) => calls.page(await calls.read((file) => recentFacts(file, query))),
    changedFacts: (ids, at) => calls.read((file) => changedFacts(file, ids, at)),
    factsAsOf: (requests) => calls.read((file) => factsAsOf(file, requests)),
    factHistory: (requests) => calls.read((file) => factHistory(file, requests)),
    factVersions: (requests) => calls.read((file) => factVersions(file, requests)),
    factsSupersededBy: (requests) => calls.read((file) => factsSupersededBy(file, requests)),
    line: (query, validFrom) => calls.read((file) => factLine(file, query, validFrom)),
    slots: (owners) => calls.read((file) => slots(file, owners)),
    factsByHash: (owners, hash, at) => calls.read((file) => factsByHash(file, owners, hash, at)),
    similarFacts: (query) => calls.read((file) => similarFacts(file, calls.access.vectors, query)),
    importantFacts: (requests) => calls.read((file) => importantFacts(file, requests)),
  }) satisfies Partial<SpaceStore>;

const relationshipCalls = (calls: SpaceCalls) =>
  ({
    relationships: async (queries) =>
      (await calls.read((file) => relationships(file, queries))).map(calls.page),
    relationshipsAsOf: (requests) => calls.read((file) => relationshipsAsOf(file, requests)),
    relationshipHistory: (requests) => calls.read((file) => relationshipHistory(file, requests)),
    relationshipsByEvidence: (evidence) =>
      calls.read((file) => relationshipsByEvidence(file, evidence)),
    relationshipsBetween: (query) => calls.read((file) => relationshipsBetween(file, query)),
  }) satisfies Partial<SpaceStore>;

const eventCalls = (calls: SpaceCalls) =>
  ({
    events: (ids, knownAt) => calls.read((file) => events(file, ids, knownAt)),
    eventsAround: (ids, reach, at) => calls.read((file) => eventsAround(file, ids, reach, at)),
    eventByIdempotencyKey: (key) => calls.read((file) => eventByIdempotencyKey(file, key)),
    searchableEvents: (session, limit) =>
      calls.read((file) => searchableEvents(file, session, limit)),
    pendingEvents: (limit) => calls.read((file) => pendingEvents(file, limit)),
    decisions: (ids, knownAt) => calls.read((file) => decisions(file, ids, knownAt)),
    decisionsOfEvents: (ids, knownAt) =>
      calls.read((file) => decisionsOfEvents(file, ids, knownAt)),
    confirmations: (requests) => calls.read((file) => confirmations(file, requests)),
    changes: async (query) => calls.page(await calls.read((file) => changes(file, query))),
  }) satisfies Partial<SpaceStore>;

const overviewCalls = (calls: SpaceCalls) =>
  ({
    graphRelationships: (query) => calls.read((file) => overview.graphRelationships(file, query)),
    factOwners: (query) => calls.read((file) => overview.factOwners(file, query)),
    factsDuring: async (query) =>
      calls.page(await calls.read((file) => overview.factsDuring(file, query))),
    factsMentioning: async (queries) =>
      (await calls.read((file) => overview.factsMentioning(file, queries))).map(calls.page),
    factVersionsAbout: (requests) =>
      calls.read((file) => overview.factVersionsAbout(file, requests)),
    eventLog: async (query) =>
      calls.page(await calls.read((file) => overview.eventLog(file, query))),
    extent: (knownAt) => calls.read((file) => overview.extent(file, knownAt)),
    factBoundaries: (query) => calls.read((file) => overview.factBoundaries(file, query)),
  }) satisfies Partial<SpaceStore>;

const searchCalls = (calls: SpaceCalls) =>
  ({
    textsWithoutVector: (query) =>
      calls.read((file) => textsWithoutVector(file, calls.access.vectors.embedder, query)),
    embedders: () => calls.read(embedders),
    vectorCounts: () => calls.read((file) => vectorCounts(file, calls.access.vectors.embedder)),
    entityTexts: (owners) => calls.read((file) => entityTexts(file, owners)),
    searchFullText: (terms, query) => calls.read((file) => searchFullText(file, terms, query)),
    searchVector: (vector, query) =>
      calls.read((file) => searchVector(file, calls.access.vectors, vector, query)),
    searchSubstring: (strings, query) =>
      calls.read((file) => searchSubstring(file, strings, query)),
  }) satisfies Partial<SpaceStore>;

const sessionCalls = (calls: SpaceCalls) =>
  ({
    createSession: async (session) => {
      await calls.checkQuotas();
      await calls.write((file) => createSession(file, session));
    },
    sessionsById: (ids) => calls.read((file) => sessionsById(file, ids)),
    sessions: async (page, knownAt) =>
      calls.page(await calls.read((file) => sessions(file, page, knownAt))),
    appendTurns: async (session, newTurns) => {
      await calls.checkQuotas();
      return calls.write((file) => appendTurns(file, session, newTurns, calls.access.now()));
    },
    turnsById: (ids) => calls.read((file) => turnsById(file, ids, calls.access.now())),
    turns: (query) => calls.read((file) => turns(file, query, calls.access.now())),
    turnsRecorded: async (query) =>
      calls.page(await calls.read((file) => turnsRecorded(file, query, calls.access.now()))),
    deleteSession: (session) => calls.write((file) => deleteSession(file, session)),
    deleteTurns: (session, upTo) =>
      calls.write((file) => deleteTurns(file, session, upTo, calls.access.now())),
    note: (session, path) => calls.read((file) => note(file, session, path, calls.access.now())),
    notes: (session, prefix) =>
      calls.read((file) => notes(file, session, prefix, calls.access.now())),
    changeNotes: (session, noteChanges) =>
      calls.write((file) => changeNotes(file, session, noteChanges, calls.access.now())),
  }) satisfies Partial<SpaceStore>;

const memoryCalls = (calls: SpaceCalls) =>
  ({
    memoriesAsOf: (requests) => calls.read((file) => memoriesAsOf(file, requests)),
    memoryHistory: (requests) => calls.read((file) => memoryHistory(file, requests)),
    memoriesByPrefix: (requests) => calls.read((file) => memoriesByPrefix(file, requests)),
    derivedMemories: async (query) =>
      calls.page(await calls.read((file) => derivedMemories(file, query))),
    references: async (query) => calls.page(await calls.read((file) => references(file, query))),
  }) satisfies Partial<SpaceStore>;

const erasureCalls = (calls: SpaceCalls) =>
  ({
    traces: (query) => calls.traces(query),
    allMemories: () => calls.read(allMemories),
    scrub: () => calls.scrub(),
    makeRoom: async () => calls.access.makeRoom(),
    findRemainders: (strings) => calls.findRemainders(strings),
    countAll: () => calls.read(countAll),
  }) satisfies Partial<SpaceStore>;

/** Opens the handle of a space. */
export const openSpace = (location: SpaceLocation, access: SpaceAccess): OpenSpace => {
  const calls = new SpaceCalls(location, access);
  const listeners = new CommitListeners(() => {
    try {
      return head(access.toRead(location)).tag;
    } catch {
      return null;
    }
  });
  const space: OpenSpace = {
    id: location.id,
    readsInProcess: true,
    ...entityCalls(calls),
    ...factCalls(calls),
    ...relationshipCalls(calls),
    ...eventCalls(calls),
    ...overviewCalls(calls),
    ...searchCalls(calls),
    ...sessionCalls(calls),
    ...memoryCalls(calls),
    ...erasureCalls(calls),

    head: () => calls.read(head),
    lastHead: () => calls.read(head),
    lastCommits: (instants) => calls.read((file) => lastCommits(file, instants)),
    commit: async (expectedHead, changes) => {
      // Every message and every operation has an event. The commits of an erasure have none.
      if (changes.events !== undefined && changes.events.length > 0) await calls.checkQuotas();
      const isCommitted = await (isLarge(changes)
        ? calls.commitInSteps(expectedHead, changes)
        : calls.write((file) => commit(file, access.vectors, expectedHead, changes)));
      if (isCommitted) {
        witnessCommit(changes.recordedAt);
        listeners.look();
      }
      return isCommitted;
    },
    onCommit: (listener) => listeners.listen(listener, space),
    commitsAfter: (after, vectors) => calls.commitsAfter(after, vectors),
    openImport: async () => {
      await calls.checkQuotas();
      return calls.openImport(() => listeners.look());
    },

    erase: async (expectedHead, erasure) => {
      const counts = await calls.write((file) => erase(file, expectedHead, erasure));
      if (counts !== null) listeners.look();
      return counts;
    },
    eraseAll: async () => {
      if (!(await calls.exists())) return {};
      const counts = await calls.write(eraseAll);
      witnessEmptying();
      await calls.forget();
      return counts;
    },
    close: () => listeners.close(),
  };
  return space;
};
