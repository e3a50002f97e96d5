import DataLoader from "dataloader";
import type { DerivedMemory } from "../src/memory/derived-memory.ts";
import type { Decision } from "../src/memory/decision.ts";
import { members, type EntityVersion } from "../src/memory/entity.ts";
import type { Event } from "../src/memory/event.ts";
import type { FactVersion } from "../src/memory/fact.ts";
import type { EntityId } from "../src/memory/ids.ts";
import type { RelationshipVersion } from "../src/memory/relationship.ts";
import { turnStates } from "../src/chat/tiered/turn-state.ts";
import type { Session, Turn, TurnState } from "../src/memory/session.ts";
import { observationsOf } from "../src/memory/memory-ids.ts";
import { later, type Instant, type TimePoint } from "../src/memory/time.ts";
import type { Drafted } from "../src/write/report.ts";
import { decisionAsOf, eventAsOf } from "../src/read/as-of.ts";
import type { Graph, OfSubjects, Subject } from "../src/read/graph.ts";
import type {
  FactQuery,
  LineQuery,
  Page,
  RelationshipQuery,
  SpaceStore,
} from "../src/store/port.ts";
import { createBatchWindow } from "./batch-window.ts";
import { continued } from "./drafted.ts";
import { EntityLoader, standing } from "./entity-loader.ts";

/** Something as it was known at a record time: fields side by side that ask for different times still share one store call. */
export interface KnownAt {
  readonly id: string;
  readonly knownAt: Instant;
}

/** A page of what belongs to some entities; of all entities, where `of` is left out. */
export interface OfKey<Q> {
  readonly of: readonly Subject[] | undefined;
  readonly query: Q;
}

type Load<K, V> = DataLoader<K, V, string>;

/** What one request has read, and reads: one store call per level and kind, however many objects ask. */
export interface Loaders extends Graph {
  readonly entities: EntityLoader;
  readonly entityHistory: Load<KnownAt, EntityVersion[]>;
  readonly factPages: Load<OfKey<Omit<FactQuery, "entities">>, OfSubjects<FactVersion>>;
  readonly facts: Load<KnownAt, FactVersion | null>;
  readonly factHistory: Load<KnownAt, FactVersion[]>;
  readonly factVersions: Load<KnownAt, FactVersion | null>;
  readonly superseded: Load<KnownAt, FactVersion[]>;
  readonly lines: Load<LineQuery, FactVersion[]>;
  readonly confirmations: Load<KnownAt, Decision[]>;
  readonly relationshipPages: Load<
    OfKey<Omit<RelationshipQuery, "entities">>,
    OfSubjects<RelationshipVersion>
  >;
  readonly relationshipsById: Load<KnownAt, RelationshipVersion | null>;
  readonly relationshipHistory: Load<KnownAt, RelationshipVersion[]>;
  readonly events: Load<KnownAt, Event | null>;
  readonly decisions: Load<KnownAt, Decision | null>;
  readonly decisionsOfEvents: Load<KnownAt, Decision[]>;
  /** Of entities and of what they absorbed. */
  readonly observations: Load<OfKey<{ readonly at: TimePoint }>, DerivedMemory[]>;
  readonly memories: Load<KnownAt, DerivedMemory | null>;
  readonly memoryHistory: Load<KnownAt, DerivedMemory[]>;
  readonly sessions: Load<string, Session | null>;
  readonly turns: Load<string, Turn | null>;
  /** Of a session: what has become of its turns, by their sequence numbers. */
  readonly turnStates: Load<string, (seq: number) => TurnState>;
}

const knownAtKey = ({ id, knownAt }: KnownAt): string => `${knownAt} ${id}`;
const latest = (keys: readonly KnownAt[]): Instant =>
  keys.map(({ knownAt }) => knownAt).reduce(later);
const subjectKey = (subject: Subject): string =>
  typeof subject === "string" ? `?${subject}` : members(subject).join(" ");
const ofKey = <Q>({ of, query }: OfKey<Q>): string => JSON.stringify([of?.map(subjectKey), query]);

type AtTime = { readonly at: { readonly knownAt: Instant } };

/** The subjects of some pages: those that are known by id alone are looked up as of the time point of their page. */
const subjectsOf = async (
  space: SpaceStore,
  entities: EntityLoader,
  keys: readonly OfKey<AtTime>[],
): Promise<EntityVersion[][]> => {
  const unknown = keys.flatMap(
    ({ of, query }) =>
      of?.flatMap((subject) =>
        typeof subject === "string" ? [{ entity: subject, knownAt: query.at.knownAt }] : [],
      ) ?? [],
  );
  const found = await standing(space, unknown);
  let next = 0;
  return keys.map(({ of, query }) => {
    const subjects =
      of?.flatMap((subject) => (typeof subject === "string" ? (found[next++] ?? []) : [subject])) ??
      [];
    for (const subject of subjects)
      for (const id of members(subject)) entities.tell(id, query.at.knownAt, subject);
    return subjects;
  });
};

const ids = (subjects: readonly EntityVersion[]): EntityId[] => subjects.flatMap(members);

/** `drafted`: what a dry run would have recorded, told as if it had been. */
export const createLoaders = (
  space: SpaceStore,
  drafted?: Drafted,
  window = createBatchWindow(),
): Loaders => {
  const entities = new EntityLoader(space, window);
  const loader = <K, V>(
    load: (keys: readonly K[]) => Promise<readonly V[]>,
    cacheKeyFn: (key: K) => string,
  ): Load<K, V> =>
    new DataLoader<K, V, string>((keys) => window.during(() => load(keys)), {
      cacheKeyFn,
      batchScheduleFn: window.schedule,
    });
  const byKnownAt = <V>(
    load: (keys: readonly KnownAt[]) => Promise<readonly V[]>,
  ): Load<KnownAt, V> => loader(load, knownAtKey);

  const pages = async <Q extends AtTime, R>(
    keys: readonly OfKey<Q>[],
    read: (
      queries: (Q & { readonly entities: readonly EntityId[] | undefined })[],
    ) => Promise<Page<R>[]>,
  ): Promise<OfSubjects<R>[]> => {
    const subjects = await subjectsOf(space, entities, keys);
    const found = await read(
      keys.map(({ of, query }, i) => ({ ...query, entities: of && ids(subjects[i]!) })),
    );
    return found.map((page, i) => ({ subjects: subjects[i]!, page }));
  };

  const relationshipPages = loader(
    (keys: readonly OfKey<Omit<RelationshipQuery, "entities">>[]) =>
      pages(keys, (queries) =>
        space.relationships(queries.map((query) => ({ ...query, entities: query.entities ?? [] }))),
      ),
    ofKey,
  );
  return {
    entities,
    entityHistory: byKnownAt(async (keys) => {
      const histories = await space.entityHistory(
        keys.map(({ id, knownAt }) => ({ entity: id, knownAt })),
      );
      return histories.map((history, i) =>
        continued(
          history,
          drafted?.entities,
          ({ entity }) => entity === keys[i]!.id,
          keys[i]!.knownAt,
        ),
      );
    }),
    factPages: loader(
      (keys: readonly OfKey<Omit<FactQuery, "entities">>[]) =>
        pages(keys, (queries) => space.facts(queries)),
      ofKey,
    ),
    facts: byKnownAt((keys) =>
      space.factsAsOf(keys.map(({ id, knownAt }) => ({ fact: id, knownAt }))),
    ),
    factHistory: byKnownAt(async (keys) => {
      const histories = await space.factHistory(
        keys.map(({ id, knownAt }) => ({ fact: id, knownAt })),
      );
      return histories.map((history, i) =>
        continued(history, drafted?.facts, ({ fact }) => fact === keys[i]!.id, keys[i]!.knownAt),
      );
    }),
    factVersions: byKnownAt((keys) =>
      space.factVersions(keys.map(({ id, knownAt }) => ({ version: id, knownAt }))),
    ),
    superseded: byKnownAt((keys) =>
      space.factsSupersededBy(keys.map(({ id, knownAt }) => ({ fact: id, knownAt }))),
    ),
    lines: loader(
      (keys) => Promise.all(keys.map((query) => space.line(query))),
      (query) => JSON.stringify(query),
    ),
    confirmations: byKnownAt((keys) =>
      space.confirmations(keys.map(({ id, knownAt }) => ({ fact: id, knownAt }))),
    ),
    relationshipPages,
    relationshipsById: byKnownAt((keys) =>
      space.relationshipsAsOf(keys.map(({ id, knownAt }) => ({ relationship: id, knownAt }))),
    ),
    relationshipHistory: byKnownAt(async (keys) => {
      const histories = await space.relationshipHistory(
        keys.map(({ id, knownAt }) => ({ relationship: id, knownAt })),
      );
      return histories.map((history, i) =>
        continued(
          history,
          drafted?.relationships,
          ({ relationship }) => relationship === keys[i]!.id,
          keys[i]!.knownAt,
        ),
      );
    }),
    // One call as of the latest time that is asked for; what was known earlier follows from it.
    events: byKnownAt(async (keys) => {
      const found = await space.events(
        keys.map(({ id }) => id),
        latest(keys),
      );
      return found.map((event, i) => event && eventAsOf(event, keys[i]!.knownAt));
    }),
    decisions: byKnownAt(async (keys) => {
      const found = await space.decisions(
        keys.map(({ id }) => id),
        latest(keys),
      );
      return found.map((decision, i) => decision && decisionAsOf(decision, keys[i]!.knownAt));
    }),
    decisionsOfEvents: byKnownAt(async (keys) => {
      const found = await space.decisionsOfEvents(
        keys.map(({ id }) => id),
        latest(keys),
      );
      return found.map((decisions, i) =>
        decisions.flatMap((decision) => decisionAsOf(decision, keys[i]!.knownAt) ?? []),
      );
    }),
    observations: loader(async (keys: readonly OfKey<{ readonly at: TimePoint }>[]) => {
      const subjects = await subjectsOf(space, entities, keys);
      return space.memoriesByPrefix(
        keys.map(({ query: { at } }, i) => ({
          prefixes: ids(subjects[i]!).map(observationsOf),
          at,
        })),
      );
    }, ofKey),
    memories: byKnownAt((keys) =>
      space.memoriesAsOf(keys.map(({ id, knownAt }) => ({ memory: id, knownAt }))),
    ),
    memoryHistory: byKnownAt((keys) =>
      space.memoryHistory(keys.map(({ id, knownAt }) => ({ memory: id, knownAt }))),
    ),
    sessions: loader((keys) => space.sessionsById(keys), String),
    turns: loader((keys) => space.turnsById(keys), String),
    turnStates: loader(
      (keys) => Promise.all(keys.map((session) => turnStates(space, session))),
      String,
    ),

    entity: (id, knownAt) => entities.get(id, knownAt),
    readEntities: (ids, knownAt) => entities.readAll(ids, knownAt),
    relationships: (of, query) => relationshipPages.load({ of, query }),
  };
};
