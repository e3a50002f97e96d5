import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { FactTier, FactVersion } from "../memory/fact.ts";
import { ALL_ON, tierIsOn, type MemorySettings } from "../memory/memory-settings.ts";
import type { Instant } from "../memory/time.ts";
import type { Page, SpaceStore, TextHit, TextQuery } from "../store/port.ts";
import { memorySettings } from "./memory-settings.ts";

/** More is asked for than is wanted, where what may not be read is left out afterwards. */
const SPARE = 4;

const settingsOfSpaces = new WeakMap<SpaceStore, MemorySettings>();

const emptyPage = <T>(): Page<T> => ({ items: [], hasNextPage: false, total: async () => 0 });

const tierOfMemory = ({ session }: Pick<DerivedMemory, "session">): FactTier =>
  session === null ? "LONG_TERM" : "SESSION";

/** What of a space may be read, where something is off. Every method by which readers come upon facts, messages, summaries and references. */
const gatedReads = (space: SpaceStore, settings: MemorySettings): Partial<SpaceStore> => {
  const nothing = !settings.sessionMemory && !settings.longTermMemory;
  const only: FactTier | undefined =
    settings.sessionMemory === settings.longTermMemory
      ? undefined
      : settings.sessionMemory
        ? "SESSION"
        : "LONG_TERM";
  const mayRead = (tier: FactTier): boolean => tierIsOn(settings, tier);
  const mayReadFact = ({ tier }: FactVersion): boolean => mayRead(tier);
  const readableMemories = async (
    ids: readonly string[],
    knownAt: Instant,
  ): Promise<Set<string>> => {
    const found =
      ids.length === 0 ? [] : await space.memoriesAsOf(ids.map((memory) => ({ memory, knownAt })));
    return new Set(
      found.flatMap((memory) => (memory && mayRead(tierOfMemory(memory)) ? [memory.id] : [])),
    );
  };
  const searched = async (
    query: TextQuery,
    search: (query: TextQuery) => Promise<TextHit[]>,
  ): Promise<TextHit[]> => {
    if (nothing || (query.tier !== undefined && !mayRead(query.tier))) return [];
    const hits = await search(only === undefined ? query : { ...query, tier: only });
    const summaries = hits
      .filter(({ text }) => text.kind === "SUMMARY")
      .map(({ text }) => text.subject);
    const readable = await readableMemories(summaries, query.at.knownAt);
    // An entity's search text is made of all that is known of it: to be found by it would tell that it is.
    return hits.filter(({ text }) =>
      text.kind === "SUMMARY" ? readable.has(text.subject) : text.kind !== "ENTITY",
    );
  };
  const references: Partial<SpaceStore> = settings.contextGraph
    ? {}
    : { references: async () => emptyPage() };
  if (!nothing && only === undefined) return references;
  return {
    ...references,
    searchFullText: (terms, query) => searched(query, (own) => space.searchFullText(terms, own)),
    searchVector: (vector, query) => searched(query, (own) => space.searchVector(vector, own)),
    searchSubstring: (strings, query) =>
      searched(query, (own) => space.searchSubstring(strings, own)),
    facts: async (queries) => {
      const asked = queries.map((query) => ({
        ...query,
        ...(query.tier === undefined && only !== undefined && { tier: only }),
      }));
      const open = asked.filter(({ tier }) => !nothing && (tier === undefined || mayRead(tier)));
      const pages = open.length === 0 ? [] : await space.facts(open);
      let next = 0;
      return asked.map(({ tier }) =>
        !nothing && (tier === undefined || mayRead(tier)) ? pages[next++]! : emptyPage(),
      );
    },
    importantFacts: async (requests) =>
      nothing
        ? requests.map(() => [])
        : (
            await space.importantFacts(
              requests.map((request) => ({ ...request, limit: request.limit * SPARE })),
            )
          ).map((facts, i) => facts.filter(mayReadFact).slice(0, requests[i]!.limit)),
    similarFacts: async (query) =>
      nothing
        ? []
        : (await space.similarFacts({ ...query, limit: query.limit * SPARE }))
            .filter(({ version }) => mayReadFact(version))
            .slice(0, query.limit),
    // A profile is drawn from all that is known of an entity.
    entitiesAsOf: async (requests) =>
      (await space.entitiesAsOf(requests)).map(
        (version) => version && { ...version, profile: null },
      ),
    entitiesByName: async (names) => names.map(() => []),
    self: async (knownAt) => (nothing ? null : space.self(knownAt)),
    relationships: async (queries) => {
      if (nothing) return queries.map(() => emptyPage());
      const pages = await space.relationships(queries);
      const evidence = [
        ...new Set(pages.flatMap(({ items }) => items.map(({ item }) => item.evidence))),
      ];
      const facts =
        evidence.length === 0
          ? []
          : await space.factsAsOf(
              evidence.map((fact) => ({ fact, knownAt: queries[0]!.at.knownAt })),
            );
      const readable = new Set(
        facts.flatMap((fact) => (fact && mayReadFact(fact) ? [fact.fact] : [])),
      );
      return pages.map((page) => ({
        ...page,
        items: page.items.filter(({ item }) => readable.has(item.evidence)),
      }));
    },
    memoriesAsOf: async (requests) =>
      (await space.memoriesAsOf(requests)).map((memory) =>
        memory && mayRead(tierOfMemory(memory)) ? memory : null,
      ),
    memoriesByPrefix: async (requests) =>
      (await space.memoriesByPrefix(requests)).map((found) =>
        found.filter((memory) => mayRead(tierOfMemory(memory))),
      ),
    derivedMemories: async (query) => {
      const page = await space.derivedMemories(query);
      return { ...page, items: page.items.filter(({ item }) => mayRead(tierOfMemory(item))) };
    },
  };
};

/**
 * A space as search, recall and the contexts of chats may read it: without what the user has switched off. The one place where reading is
 * held to the settings. What the owner lists, opens by id and deletes is read from the space itself.
 */
export const gatedSpace = (space: SpaceStore, settings: MemorySettings): SpaceStore => {
  if (settings.sessionMemory && settings.longTermMemory && settings.contextGraph) return space;
  const gated = new Map(Object.entries(gatedReads(space, settings)));
  const readable = new Proxy(space, {
    get: (target, property) => {
      // A store's own fusion would go round the lists above.
      if (property === "searchHybrid") return undefined;
      if (typeof property === "string" && gated.has(property)) return gated.get(property);
      const own: unknown = Reflect.get(target, property, target);
      return typeof own === "function" ? (own.bind(target) as unknown) : own;
    },
  });
  settingsOfSpaces.set(readable, settings);
  return readable;
};

/** By which settings a space is read, for a reader that goes by turns: those of a session are its conversation, and its memory. */
export const settingsOf = (space: SpaceStore): MemorySettings =>
  settingsOfSpaces.get(space) ?? ALL_ON;

/** The space as it may be read now. One store call. */
export const readableSpace = async (space: SpaceStore): Promise<SpaceStore> =>
  gatedSpace(space, await memorySettings(space));

/** The same, asked for as often as one likes: the settings are read once. */
export const readOnce = (space: SpaceStore): (() => Promise<SpaceStore>) => {
  let readable: Promise<SpaceStore> | undefined;
  return () => (readable ??= readableSpace(space));
};
