import DataLoader from "dataloader";
import { turnStates } from "../../src/chat/strategies/tiered/session-state.ts";
import { decisionAsOf, type Decision } from "../../src/memory/decision.ts";
import type { DerivedMemory } from "../../src/memory/derived-memory.ts";
import { members, type EntityVersion } from "../../src/memory/entity.ts";
import { eventAsOf, type Event } from "../../src/memory/event.ts";
import type { FactVersion } from "../../src/memory/fact.ts";
import type { EntityId } from "../../src/memory/ids.ts";
import { observationsOf } from "../../src/memory/derived-memory-ids.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import type { Session, Turn, TurnState } from "../../src/memory/session.ts";
import {
  later,
  OPEN,
  type Instant,
  type RecordInterval,
  type TimePoint,
} from "../../src/memory/time.ts";
import {
  entitiesAt,
  type GraphReader,
  type OfSubjects,
  type RelationshipEnd,
  type Subject,
} from "../../src/read/graph/graph-reader.ts";
import type {
  FactQuery,
  LineQuery,
  Page,
  RelationshipQuery,
  SpaceStore,
} from "../../src/store/port.ts";
import type { DraftContents } from "../../src/write/draft/draft.ts";
import { createBatchWindow, type BatchWindow } from "./batch-window.ts";
import { CommitTimes } from "./commit-times.ts";
import { EntityLoader, entitiesStandingFor } from "./entity-loader.ts";

/**
 * The same object read at a record time. Fields with different record times still share one store
 * call.
 */
export interface KnownAt {
  readonly id: string;
  readonly knownAt: Instant;
}

/** A page of the objects of some entities, or of all entities if `of` is undefined. */
export interface OfKey<Q> {
  readonly of: readonly Subject[] | undefined;
  readonly query: Q;
}

interface RelationshipsKey extends OfKey<Omit<RelationshipQuery, "entities">> {
  /** The ends whose entities are read along with the page. */
  readonly ends: readonly RelationshipEnd[];
}

type TimelineKey = Parameters<SpaceStore["factVersionsAbout"]>[0][number];
type MentionsKey = Parameters<SpaceStore["factsMentioning"]>[0][number];

type Load<K, V> = DataLoader<K, V, string>;

/**
 * All reads of one request from the store, batched and cached: one store call per level of the
 * response and kind of object, whatever the number of objects.
 */
export interface Loaders extends GraphReader, Pick<BatchWindow, "hold"> {
  readonly commitTimes: CommitTimes;
  readonly entities: EntityLoader;
  readonly entityHistory: Load<KnownAt, EntityVersion[]>;
  readonly factPages: Load<OfKey<Omit<FactQuery, "entities">>, OfSubjects<FactVersion>>;
  readonly facts: Load<KnownAt, FactVersion | null>;
  readonly factHistory: Load<KnownAt, FactVersion[]>;
  readonly factVersions: Load<KnownAt, FactVersion | null>;
  readonly supersededFacts: Load<KnownAt, FactVersion[]>;
  readonly factVersionsAbout: Load<TimelineKey, FactVersion[]>;
  readonly factsMentioning: Load<MentionsKey, Page<FactVersion>>;
  readonly lines: Load<LineQuery, FactVersion[]>;
  readonly confirmations: Load<KnownAt, Decision[]>;
  readonly relationshipPages: Load<RelationshipsKey, OfSubjects<RelationshipVersion>>;
  readonly relationshipsById: Load<KnownAt, RelationshipVersion | null>;
  readonly relationshipHistory: Load<KnownAt, RelationshipVersion[]>;
  readonly events: Load<KnownAt, Event | null>;
  readonly decisions: Load<KnownAt, Decision | null>;
  readonly decisionsOfEvents: Load<KnownAt, Decision[]>;
  /** Observations about entities and those merged into them. */
  readonly observations: Load<OfKey<{ readonly at: TimePoint }>, DerivedMemory[]>;
  readonly memories: Load<KnownAt, DerivedMemory | null>;
  readonly memoryHistory: Load<KnownAt, DerivedMemory[]>;
  readonly sessions: Load<string, Session | null>;
  readonly turns: Load<string, Turn | null>;
  /** The states of a session's turns, by sequence number. */
  readonly turnStates: Load<string, (seq: number) => TurnState>;
}

/** The common state of the loaders of one request. */
interface SharedReads {
  readonly space: SpaceStore;
  /** The records that a dry run would have made, read as if they existed. */
  readonly draftContents: DraftContents | undefined;
  readonly entities: EntityLoader;
  readonly loader: <K, V>(
    load: (keys: readonly K[]) => Promise<readonly V[]>,
    cacheKeyFn: (key: K) => string,
    /** Reads, by other loaders, what the values of a batch show. */
    readAlong?: (keys: readonly K[], values: readonly V[]) => Promise<unknown>,
  ) => Load<K, V>;
  /** A loader by id and record time. */
  readonly byKnownAt: <V>(
    load: (keys: readonly KnownAt[]) => Promise<readonly V[]>,
  ) => Load<KnownAt, V>;
}

/**
 * Creates the loaders of one request. `draft` contains the records of a dry run, which are read as
 * if they existed.
 */
export const createLoaders = (
  space: SpaceStore,
  draft?: DraftContents,
  window = createBatchWindow(),
): Loaders => {
  const entities = new EntityLoader(space, window);
  const loader: SharedReads["loader"] = (load, cacheKeyFn, readAlong) =>
    new DataLoader(
      async (keys) => {
        const values = await window.during(() => load(keys));
        await readAlong?.(keys, values);
        return values;
      },
      { cacheKeyFn, batchScheduleFn: window.schedule },
    );
  const byKnownAt: SharedReads["byKnownAt"] = (load) => loader(load, knownAtKey);
  const sharedReads: SharedReads = { space, draftContents: draft, entities, loader, byKnownAt };
  const relationships = relationshipLoaders(sharedReads);
  return {
    hold: window.hold,
    commitTimes: new CommitTimes(space),
    entities,
    ...factLoaders(sharedReads),
    ...relationships,
    ...eventLoaders(sharedReads),
    ...memoryLoaders(sharedReads),
    ...sessionLoaders(sharedReads),
    entityHistory: byKnownAt(async (keys) =>
      withDrafted(
        keys,
        await space.entityHistory(keys.map(({ id, knownAt }) => ({ entity: id, knownAt }))),
        draft?.entities,
        ({ entity }) => entity,
      ),
    ),
    entity: (id, knownAt) => entities.get(id, knownAt),
    readEntities: (ids, knownAt) => entities.readAll(ids, knownAt),
    relationships: (of, query, ends = []) =>
      relationships.relationshipPages.load({ of, query, ends }),
  };
};

/** Loaders of facts. Versions of a dry run are in no store, and are added here. */
const factLoaders = (sharedReads: SharedReads) => {
  const { space, draftContents, loader, byKnownAt } = sharedReads;
  const factKeys = (keys: readonly KnownAt[]) =>
    keys.map(({ id, knownAt }) => ({ fact: id, knownAt }));
  return {
    factPages: loader(
      (keys: readonly OfKey<Omit<FactQuery, "entities">>[]) =>
        pagesOf(sharedReads, keys, (queries) => space.facts(queries)),
      subjectPageKey,
    ),
    facts: byKnownAt((keys) => space.factsAsOf(factKeys(keys))),
    factHistory: byKnownAt(async (keys) =>
      withDrafted(
        keys,
        await space.factHistory(factKeys(keys)),
        draftContents?.facts,
        ({ fact }) => fact,
      ),
    ),
    factVersions: byKnownAt((keys) =>
      space.factVersions(keys.map(({ id, knownAt }) => ({ version: id, knownAt }))),
    ),
    factVersionsAbout: loader(
      (keys: readonly TimelineKey[]) => space.factVersionsAbout(keys),
      (key) => JSON.stringify(key),
    ),
    factsMentioning: loader(
      (keys: readonly MentionsKey[]) => space.factsMentioning(keys),
      (key) => JSON.stringify(key),
    ),
    supersededFacts: byKnownAt((keys) => space.factsSupersededBy(factKeys(keys))),
    lines: loader(
      (keys: readonly LineQuery[]) => Promise.all(keys.map((query) => space.line(query))),
      (query) => JSON.stringify(query),
    ),
    confirmations: byKnownAt((keys) => space.confirmations(factKeys(keys))),
  };
};

const relationshipLoaders = (sharedReads: SharedReads) => {
  const { space, draftContents, entities, loader, byKnownAt } = sharedReads;
  const relationshipKeys = (keys: readonly KnownAt[]) =>
    keys.map(({ id, knownAt }) => ({ relationship: id, knownAt }));
  return {
    relationshipPages: loader(
      (keys: readonly RelationshipsKey[]) =>
        pagesOf(sharedReads, keys, (queries) =>
          space.relationships(
            queries.map((query) => ({ ...query, entities: query.entities ?? [] })),
          ),
        ),
      (key) => `${key.ends.join()} ${subjectPageKey(key)}`,
      (keys, pages) => readEnds(entities, keys, pages),
    ),
    relationshipsById: byKnownAt((keys) => space.relationshipsAsOf(relationshipKeys(keys))),
    relationshipHistory: byKnownAt(async (keys) =>
      withDrafted(
        keys,
        await space.relationshipHistory(relationshipKeys(keys)),
        draftContents?.relationships,
        ({ relationship }) => relationship,
      ),
    ),
  };
};

/** Reads the entities at the ends of the relationships of pages, in one call. */
const readEnds = async (
  entities: EntityLoader,
  keys: readonly RelationshipsKey[],
  pages: readonly OfSubjects<RelationshipVersion>[],
): Promise<void> => {
  const idsByTime = new Map<Instant, Set<EntityId>>();
  for (const [i, { ends, query }] of keys.entries()) {
    const page = pages[i]?.page;
    if (page === undefined || ends.length === 0) continue;
    const { knownAt } = query.at;
    idsByTime.set(knownAt, entitiesAt(page, ends, idsByTime.get(knownAt)));
  }
  await Promise.all(Array.from(idsByTime, ([knownAt, ids]) => entities.readAll(ids, knownAt)));
};

/** Read in one call as of the latest requested record time. Earlier states follow from it. */
const eventLoaders = ({ space, byKnownAt }: SharedReads) => ({
  events: byKnownAt(async (keys) =>
    zipWith(
      keys,
      await space.events(idsOf(keys), latestOf(keys)),
      (event, { knownAt }) => event && eventAsOf(event, knownAt),
    ),
  ),
  decisions: byKnownAt(async (keys) =>
    zipWith(
      keys,
      await space.decisions(idsOf(keys), latestOf(keys)),
      (decision, { knownAt }) => decision && decisionAsOf(decision, knownAt),
    ),
  ),
  decisionsOfEvents: byKnownAt(async (keys) =>
    zipWith(
      keys,
      await space.decisionsOfEvents(idsOf(keys), latestOf(keys)),
      (decisions, { knownAt }) =>
        decisions.flatMap((decision) => decisionAsOf(decision, knownAt) ?? []),
    ),
  ),
});

const memoryLoaders = (sharedReads: SharedReads) => {
  const { space, loader, byKnownAt } = sharedReads;
  const memoryKeys = (keys: readonly KnownAt[]) =>
    keys.map(({ id, knownAt }) => ({ memory: id, knownAt }));
  return {
    observations: loader(async (keys: readonly OfKey<{ readonly at: TimePoint }>[]) => {
      const subjects = await subjectsOf(sharedReads, keys);
      return space.memoriesByPrefix(
        zipWith(keys, subjects, (entities, { query: { at } }) => ({
          prefixes: memberIds(entities).map(observationsOf),
          at,
        })),
      );
    }, subjectPageKey),
    memories: byKnownAt((keys) => space.memoriesAsOf(memoryKeys(keys))),
    memoryHistory: byKnownAt((keys) => space.memoryHistory(memoryKeys(keys))),
  };
};

const sessionLoaders = ({ space, loader }: SharedReads) => ({
  sessions: loader((keys: readonly string[]) => space.sessionsById(keys), String),
  turns: loader((keys: readonly string[]) => space.turnsById(keys), String),
  turnStates: loader(
    (keys: readonly string[]) => Promise.all(keys.map((session) => turnStates(space, session))),
    String,
  ),
});

const idsOf = (keys: readonly KnownAt[]): string[] => keys.map(({ id }) => id);
const latestOf = (keys: readonly KnownAt[]): Instant =>
  keys.map(({ knownAt }) => knownAt).reduce(later);

const knownAtKey = ({ id, knownAt }: KnownAt): string => `${knownAt} ${id}`;
const subjectKey = (subject: Subject): string =>
  typeof subject === "string" ? `?${subject}` : members(subject).join(" ");
const subjectPageKey = <Q>({ of, query }: OfKey<Q>): string =>
  JSON.stringify([of?.map(subjectKey), query]);

const memberIds = (entities: readonly EntityVersion[]): EntityId[] => entities.flatMap(members);

/** Combines each key with its result. Throws if there are more results than keys. */
const zipWith = <K, V, R>(
  keys: readonly K[],
  values: readonly V[],
  combine: (value: V, key: K) => R,
): R[] => {
  return values.map((value, i) => {
    const key = keys[i];
    if (key === undefined)
      throw new Error(`The read returned ${values.length} results for ${keys.length} keys.`);
    return combine(value, key);
  });
};

type AtTime = { readonly at: { readonly knownAt: Instant } };

/** A page for each key: of the objects that belong to the subjects of the key. */
const pagesOf = async <Q extends AtTime, R>(
  sharedReads: SharedReads,
  keys: readonly OfKey<Q>[],
  read: (
    queries: (Q & { readonly entities: readonly EntityId[] | undefined })[],
  ) => Promise<Page<R>[]>,
): Promise<OfSubjects<R>[]> => {
  const subjects = await subjectsOf(sharedReads, keys);
  const pages = await read(
    zipWith(keys, subjects, (entities, { of, query }) => ({
      ...query,
      entities: of && memberIds(entities),
    })),
  );
  return zipWith(subjects, pages, (page, entities) => ({ subjects: entities, page }));
};

/** The subjects of each key. Those known only by id are read as of the time point of their page. */
const subjectsOf = async (
  { space, entities }: SharedReads,
  keys: readonly OfKey<AtTime>[],
): Promise<EntityVersion[][]> => {
  const unreadRequests = keys.flatMap(
    ({ of, query }) =>
      of?.flatMap((subject) =>
        typeof subject === "string" ? [{ entity: subject, knownAt: query.at.knownAt }] : [],
      ) ?? [],
  );
  const versions = (await entitiesStandingFor(space, unreadRequests)).values();
  return keys.map(({ of = [], query }) => {
    const subjects = of.flatMap((subject) =>
      typeof subject === "string" ? (versions.next().value ?? []) : [subject],
    );
    for (const subject of subjects)
      for (const id of members(subject)) entities.tell(id, query.at.knownAt, subject);
    return subjects;
  });
};

/**
 * Histories of stored versions, each with the version that the draft of a dry run adds to it, if
 * that is known at the record time of the key.
 */
const withDrafted = <V extends RecordInterval & { readonly n: number }>(
  keys: readonly KnownAt[],
  histories: readonly V[][],
  draftVersions: readonly V[] | undefined,
  idOf: (version: V) => string,
): V[][] =>
  zipWith(keys, histories, (history, { id, knownAt }) =>
    withDraftVersion(history, draftVersions, (version) => idOf(version) === id, knownAt),
  );

/**
 * A history with the version that a draft adds to it, if that is known at `knownAt` and not stored
 * yet.
 */
const withDraftVersion = <V extends RecordInterval & { readonly n: number }>(
  history: V[],
  draftVersions: readonly V[] | undefined,
  belongs: (version: V) => boolean,
  knownAt: Instant,
): V[] => {
  const draftVersion = draftVersions?.find(
    (version) => belongs(version) && version.recordedAt <= knownAt,
  );
  if (draftVersion === undefined || history.some(({ n }) => n === draftVersion.n)) return history;
  return [
    ...history.map((version) =>
      version.expiredAt === OPEN ? { ...version, expiredAt: draftVersion.recordedAt } : version,
    ),
    draftVersion,
  ];
};
