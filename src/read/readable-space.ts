import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { FactTier, FactVersion } from "../memory/fact.ts";
import { UNSET, type MemorySwitches, type UserSettings } from "../memory/user-settings.ts";
import type { Instant } from "../memory/time.ts";
import { keptReads } from "../store/kept-reads.ts";
import { withMethods } from "../store/with-methods.ts";
import {
  EMPTY_PAGE,
  type FactQuery,
  type SpaceStore,
  type TextHit,
  type TextQuery,
} from "../store/port.ts";
import { userSettings } from "./user-settings.ts";

/** Factor for the limit of a read of which the results of the other tier are then dropped. */
const SURPLUS_FACTOR = 4;

type Reads<Name extends keyof SpaceStore> = Pick<SpaceStore, Name>;

const tierOfMemory = ({ session }: Pick<DerivedMemory, "session">): FactTier =>
  session === null ? "LONG_TERM" : "SESSION";

/** Searches that find texts of only one tier. */
const searchesOfTier = (
  space: SpaceStore,
  tier: FactTier,
): Reads<"searchFullText" | "searchVector" | "searchSubstring"> => {
  const readableMemories = async (
    ids: readonly string[],
    knownAt: Instant,
  ): Promise<Set<string>> => {
    const memories =
      ids.length === 0 ? [] : await space.memoriesAsOf(ids.map((memory) => ({ memory, knownAt })));
    return new Set(
      memories.flatMap((memory) => (memory && tierOfMemory(memory) === tier ? [memory.id] : [])),
    );
  };
  const searchOfTier = async (
    query: TextQuery,
    search: (query: TextQuery) => Promise<TextHit[]>,
  ): Promise<TextHit[]> => {
    if (query.tier !== undefined && query.tier !== tier) return [];
    const hits = await search({ ...query, tier });
    const summaries = hits
      .filter(({ text }) => text.kind === "SUMMARY")
      .map(({ text }) => text.subject);
    const readable = await readableMemories(summaries, query.at.knownAt);
    // The search text of an entity is made from all of its facts, so a hit on it would disclose
    // facts of the other tier.
    return hits.filter(({ text }) =>
      text.kind === "SUMMARY" ? readable.has(text.subject) : text.kind !== "ENTITY",
    );
  };
  return {
    searchFullText: (terms, query) =>
      searchOfTier(query, (own) => space.searchFullText(terms, own)),
    searchVector: (vector, query) => searchOfTier(query, (own) => space.searchVector(vector, own)),
    searchSubstring: (strings, query) =>
      searchOfTier(query, (own) => space.searchSubstring(strings, own)),
  };
};

/** Reads of facts that return those of only one tier. */
const factsOfTier = (
  space: SpaceStore,
  tier: FactTier,
): Reads<"facts" | "factsDuring" | "importantFacts" | "recentFacts" | "similarFacts"> => {
  const isOfTier = (version: FactVersion): boolean => version.tier === tier;
  return {
    facts: async (queries) => {
      const tierQueries = queries.map((query): FactQuery => ({
        ...query,
        tier: query.tier ?? tier,
      }));
      const allowedQueries = tierQueries.filter((query) => query.tier === tier);
      const pages = allowedQueries.length === 0 ? [] : await space.facts(allowedQueries);
      const pageOf = new Map(allowedQueries.map((query, index) => [query, pages[index]]));
      return tierQueries.map((query) => pageOf.get(query) ?? EMPTY_PAGE);
    },
    factsDuring: async (query) =>
      query.tier === undefined || query.tier === tier
        ? space.factsDuring({ ...query, tier })
        : EMPTY_PAGE,
    recentFacts: async (query) => {
      const page = await space.recentFacts(query);
      return { ...page, items: page.items.filter(({ item }) => isOfTier(item)) };
    },
    importantFacts: async (requests) => {
      const facts = await space.importantFacts(
        requests.map((request) => ({ ...request, limit: request.limit * SURPLUS_FACTOR })),
      );
      return requests.map(({ limit }, index) =>
        (facts[index] ?? []).filter(isOfTier).slice(0, limit),
      );
    },
    similarFacts: async (query) =>
      (await space.similarFacts({ ...query, limit: query.limit * SURPLUS_FACTOR }))
        .filter(({ version }) => isOfTier(version))
        .slice(0, query.limit),
  };
};

/** The log of the messages of sessions, or of those without a session. */
const eventsOfTier = (space: SpaceStore, tier: FactTier): Reads<"eventLog"> => ({
  eventLog: async (query) => {
    const page = await space.eventLog(query);
    return {
      ...page,
      items: page.items.filter(({ item }) => (item.session !== null) === (tier === "SESSION")),
    };
  },
});

/** Relationships whose evidence is a fact of one tier. */
const relationshipsOfTier = (space: SpaceStore, tier: FactTier): Reads<"relationships"> => ({
  relationships: async (queries) => {
    const [first] = queries;
    if (first === undefined) return [];
    const pages = await space.relationships(queries);
    const evidence = new Set(pages.flatMap(({ items }) => items.map(({ item }) => item.evidence)));
    const { knownAt } = first.at;
    const facts =
      evidence.size === 0
        ? []
        : await space.factsAsOf(Array.from(evidence, (fact) => ({ fact, knownAt })));
    const readable = new Set(facts.flatMap((fact) => (fact?.tier === tier ? [fact.fact] : [])));
    return pages.map((page) => ({
      ...page,
      items: page.items.filter(({ item }) => readable.has(item.evidence)),
    }));
  },
});

/** Reads of entities that show nothing derived from facts of either tier. */
const entitiesWithoutProfile = (space: SpaceStore): Reads<"entitiesAsOf" | "entitiesByName"> => ({
  // A profile is derived from all facts of an entity, so it would disclose those of the other tier.
  entitiesAsOf: async (requests) =>
    (await space.entitiesAsOf(requests)).map((version) => version && { ...version, profile: null }),
  entitiesByName: async (names) => names.map(() => []),
});

/** Reads of derived memories that return those which may be read. */
const memoriesWhere = (
  space: SpaceStore,
  mayRead: (memory: DerivedMemory) => boolean,
): Reads<"memoriesAsOf" | "memoriesByPrefix" | "derivedMemories"> => ({
  memoriesAsOf: async (requests) =>
    (await space.memoriesAsOf(requests)).map((memory) =>
      memory && mayRead(memory) ? memory : null,
    ),
  memoriesByPrefix: async (requests) =>
    (await space.memoriesByPrefix(requests)).map((memories) => memories.filter(mayRead)),
  derivedMemories: async (query) => {
    const page = await space.derivedMemories(query);
    return { ...page, items: page.items.filter(({ item }) => mayRead(item)) };
  },
});

/**
 * The replacements for all methods that return facts, messages or summaries, if one tier may be
 * read.
 */
const readsOfTier = (space: SpaceStore, tier: FactTier): Partial<SpaceStore> => ({
  ...searchesOfTier(space, tier),
  ...factsOfTier(space, tier),
  ...eventsOfTier(space, tier),
  ...relationshipsOfTier(space, tier),
  ...entitiesWithoutProfile(space),
  ...memoriesWhere(space, (memory) => tierOfMemory(memory) === tier),
});

/** The same replacements if neither tier may be read. */
const readsOfNothing = (space: SpaceStore): Partial<SpaceStore> => ({
  searchFullText: async () => [],
  searchVector: async () => [],
  searchSubstring: async () => [],
  facts: async (queries) => queries.map(() => EMPTY_PAGE),
  factsDuring: async () => EMPTY_PAGE,
  recentFacts: async () => EMPTY_PAGE,
  eventLog: async () => EMPTY_PAGE,
  importantFacts: async (requests) => requests.map(() => []),
  similarFacts: async () => [],
  relationships: async (queries) => queries.map(() => EMPTY_PAGE),
  self: async () => null,
  ...entitiesWithoutProfile(space),
  ...memoriesWhere(space, () => false),
});

/** The replacements for the methods of a space under some settings. */
const gatedReads = (
  space: SpaceStore,
  { sessionMemory, longTermMemory, contextGraph }: MemorySwitches,
): Partial<SpaceStore> => ({
  ...(!contextGraph && { references: async () => EMPTY_PAGE }),
  ...(!sessionMemory && !longTermMemory && readsOfNothing(space)),
  ...(sessionMemory && !longTermMemory && readsOfTier(space, "SESSION")),
  ...(!sessionMemory && longTermMemory && readsOfTier(space, "LONG_TERM")),
});

const settingsOfSpaces = new WeakMap<SpaceStore, UserSettings>();

/**
 * A space as search, recall and chat contexts may read it, without what the settings switch off.
 * This is the only place that applies the settings to reads. The owner's lists, reads by id and
 * deletions use the space itself.
 */
export const gatedSpace = (space: SpaceStore, settings: UserSettings): SpaceStore => {
  const { sessionMemory, longTermMemory, contextGraph, timeZone } = settings;
  const isOpen = sessionMemory && longTermMemory && contextGraph;
  if (isOpen && timeZone === null) return space;
  const readable = withMethods(
    space,
    // The fusion of the store would bypass the filters.
    isOpen ? {} : { ...gatedReads(space, settings), searchHybrid: undefined },
  );
  settingsOfSpaces.set(readable, settings);
  return readable;
};

/**
 * The settings under which a space is read. Readers of turns need them, because the turns of a
 * session are both its conversation and its memory.
 */
export const settingsOf = (space: SpaceStore): UserSettings => settingsOfSpaces.get(space) ?? UNSET;

/** The space under its current settings. One store call. */
export const readableSpace = async (space: SpaceStore): Promise<SpaceStore> =>
  gatedSpace(space, await userSettings(space));

/** The spaces that cache reads, with their record times. */
const keptAt = new WeakMap<SpaceStore, Instant>();

/**
 * The same space for one piece of work at a record time, with every read cached. A space that
 * already caches is returned unchanged.
 */
export const readingOnce = (space: SpaceStore, knownAt: Instant): SpaceStore => {
  if (keptAt.get(space) === knownAt) return space;
  const once = withMethods(space, keptReads(space, knownAt));
  keptAt.set(once, knownAt);
  settingsOfSpaces.set(once, settingsOf(space));
  return once;
};

/** `readableSpace` for a whole request: the settings are read only on the first call. */
export const readOnce = (space: SpaceStore): (() => Promise<SpaceStore>) => {
  let readable: Promise<SpaceStore> | undefined;
  return () => (readable ??= readableSpace(space));
};
