import { members, namesOf, type EntityVersion } from "../memory/entity.ts";
import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { FactVersion } from "../memory/fact.ts";
import type { EntityId } from "../memory/ids.ts";
import { observationId, observationsOf } from "../memory/memory-ids.ts";
import { tierIsOn, type MemorySettings } from "../memory/memory-settings.ts";
import { Problem } from "../memory/problem.ts";
import {
  BEGINNING,
  instantOf,
  later,
  parseInstant,
  type Instant,
  type TimePoint,
} from "../memory/time.ts";
import { countTokens } from "../memory/tokens.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { Description } from "../models/derive-tasks.ts";
import { lastConfirmedAt } from "../read/fact-history.ts";
import { memorySettings } from "../read/memory-settings.ts";
import type { SpaceStore } from "../store/port.ts";
import { recordMemories, type MemoryToRecord } from "../write/record-memories.ts";
import type { WriteServices } from "../write/services.ts";
import { activation } from "./activation.ts";
import { clustersOf, type Cluster } from "./clusters.ts";
import type { Derivation, Run } from "./derivation.ts";
import { importanceOf } from "./importance.ts";
import { MOST_PROFILES, PROFILE_FACTS, PROFILES_AT_A_TIME, STRETCH_TOKENS } from "./settings.ts";
import { touchedEntities } from "./touched-entities.ts";

export interface ProfilesRefreshed {
  readonly at: TimePoint;
  /** Entities that were looked at, and those of them whose profile or importance is another now. */
  readonly looked: number;
  readonly entities: readonly EntityVersion[];
  /** Observations that are new, or were changed. */
  readonly observations: readonly DerivedMemory[];
  readonly tokens: TokenUsage;
}

/** The head as the work goes by it. */
interface Ground {
  readonly at: TimePoint;
  readonly settings: MemorySettings;
  readonly active: ReadonlyMap<EntityId, number>;
  readonly observations: readonly DerivedMemory[];
}

const NOTE = "/derived/profiles";
const PAGE = 200;
const LINKS = 100;

const allObservations = async (space: SpaceStore, at: TimePoint): Promise<DerivedMemory[]> => {
  const found: DerivedMemory[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.derivedMemories({
      kinds: ["OBSERVATION"],
      at,
      page: { first: PAGE, after },
    });
    found.push(...page.items.map(({ item }) => item));
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage) return found;
  }
};

const groundOf = async (
  services: WriteServices,
  space: SpaceStore,
  settings: MemorySettings,
  knownAt: Instant,
): Promise<Ground> => {
  const at = { knownAt, validAt: later(knownAt, instantOf(services.now())) };
  return {
    at,
    settings,
    active: await activation(space, at),
    observations: await allObservations(space, at),
  };
};

/** Facts in parts that one question takes each. */
const partsOf = async (facts: readonly FactVersion[]): Promise<FactVersion[][]> => {
  const parts: FactVersion[][] = [[]];
  let tokens = 0;
  for (const fact of facts) {
    const cost = await countTokens(fact.text);
    if (tokens + cost > STRETCH_TOKENS && parts.at(-1)!.length > 0) {
      parts.push([]);
      tokens = 0;
    }
    parts.at(-1)!.push(fact);
    tokens += cost;
  }
  return parts;
};

/** The profile from all facts, part by part; the clusters are summed up with the last. */
const describe = async (
  services: WriteServices,
  entity: EntityVersion,
  facts: readonly FactVersion[],
  clusters: readonly Cluster[],
  run: Run,
): Promise<{
  readonly value: Description;
  readonly model: string;
  readonly tokens: TokenUsage;
}> => {
  const parts = await partsOf(facts);
  let tokens = NO_TOKENS;
  let profile: string | null = null;
  for (const [i, part] of parts.entries()) {
    run.signal?.throwIfAborted();
    const isLast = i === parts.length - 1;
    const input = {
      name: entity.name,
      type: entity.type,
      profile,
      facts: part.map(({ text }) => text),
      clusters: isLast ? clusters.map((cluster) => cluster.facts.map(({ text }) => text)) : [],
    };
    const answer = await services.models.describeEntity(input, { signal: run.signal });
    tokens = addTokens(tokens, answer.tokens);
    profile = answer.value.profile;
    if (isLast) return { value: answer.value, model: answer.model, tokens };
  }
  throw new Error("No part of no facts was described.");
};

const observationsFrom = (
  entity: EntityVersion,
  clusters: readonly Cluster[],
  texts: readonly (string | null)[],
  standing: readonly DerivedMemory[],
  model: string,
): MemoryToRecord[] =>
  clusters.flatMap(({ foundation, facts }, i): MemoryToRecord[] => {
    const content = texts[i];
    if (content == null) return [];
    const id = observationId(entity.entity, foundation);
    return [
      {
        id,
        kind: "OBSERVATION",
        session: null,
        base: standing.find((one) => one.id === id)?.n ?? null,
        content,
        sections: [{ heading: "facts", lines: facts.map(({ text }) => text) }],
        validFrom: facts.map(({ validFrom }) => validFrom).reduce(later),
        covers: {},
        coversEventsTo: null,
        model,
        about: [entity.entity],
      },
    ];
  });

interface Refreshed {
  readonly entities: readonly EntityVersion[];
  readonly observations: readonly DerivedMemory[];
  readonly tokens: TokenUsage;
}

/** Rebuilds one entity. Null where its observations were changed by somebody else meanwhile. */
const refresh = async (
  services: WriteServices,
  space: SpaceStore,
  { at, settings, active, observations }: Ground,
  entity: EntityVersion,
  run: Run,
): Promise<Refreshed | null> => {
  const own = members(entity);
  const [important] = await space.importantFacts([{ entities: own, at, limit: PROFILE_FACTS }]);
  const facts = (important ?? []).filter(({ tier }) => tierIsOn(settings, tier));
  const [confirmations, [links]] = await Promise.all([
    space.confirmations(facts.map(({ fact }) => ({ fact, knownAt: at.knownAt }))),
    space.relationships([{ entities: own, direction: "BOTH", at, page: { first: LINKS } }]),
  ]);
  const said = facts.map((fact, i) => lastConfirmedAt(fact, confirmations[i] ?? []));
  const importance = importanceOf(
    {
      facts: facts.map((fact) => fact.importance),
      confirmations: confirmations.reduce((sum, { length }) => sum + length, 0),
      lastSaid: said.length === 0 ? null : said.reduce(later),
      links: links?.items.length ?? 0,
      activation: Math.max(0, ...own.map((id) => active.get(id) ?? 0)),
    },
    at.validAt,
  );
  const clusters = clustersOf(facts, new Set(own), namesOf(entity));
  const description =
    facts.length === 0 ? null : await describe(services, entity, facts, clusters, run);
  const before = observations.filter(({ id }) => id.startsWith(observationsOf(entity.entity)));
  const memories =
    description === null
      ? []
      : observationsFrom(
          entity,
          clusters,
          description.value.observations,
          before,
          description.model,
        );
  const gone = before.filter(({ id }) => !memories.some((memory) => memory.id === id));
  const recorded = await recordMemories(services, space, {
    memories,
    ended: gone.map(({ id, n }) => ({ id, base: n })),
    // An entity of which nothing is known any more keeps no word of what was.
    entities: [{ entity: entity.entity, profile: description?.value.profile ?? null, importance }],
  });
  return recorded.stale.length > 0
    ? null
    : {
        entities: recorded.entities,
        observations: recorded.memories,
        tokens: description?.tokens ?? NO_TOKENS,
      };
};

/** The entities that ids stand for after merges, each once. */
const standing = async (
  space: SpaceStore,
  ids: readonly EntityId[],
  knownAt: Instant,
): Promise<EntityVersion[]> => {
  const versions = (await space.entitiesAsOf(ids.map((entity) => ({ entity, knownAt })))).filter(
    (version) => version !== null,
  );
  const roots = await space.entitiesAsOf(
    [...new Set(versions.flatMap(({ mergedInto }) => mergedInto ?? []))].map((entity) => ({
      entity,
      knownAt,
    })),
  );
  const found = new Map(
    [
      ...versions.filter(({ mergedInto }) => mergedInto === null),
      ...roots.filter((version) => version !== null),
    ].map((version) => [version.entity, version]),
  );
  return [...found.values()];
};

/** About how many entities are rebuilt at most; undefined for all. Throws BAD_USER_INPUT for a number out of bounds. */
export const profileLimit = (limit: number | undefined): number | undefined => {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MOST_PROFILES))
    throw new Problem("BAD_USER_INPUT", `limit must be 1 to ${MOST_PROFILES}, not ${limit}.`);
  return limit;
};

/** How far the work has come: up to when what was recorded has gone into profiles. */
const readNote = async (
  space: SpaceStore,
): Promise<{ readonly to: Instant; readonly tag: string | null }> => {
  const note = (await space.notes(null, NOTE)).find(({ path }) => path === NOTE);
  return {
    to: (typeof note?.value === "string" ? parseInstant(note.value) : undefined) ?? BEGINNING,
    tag: note?.tag ?? null,
  };
};

/**
 * Profiles from all facts of an entity (`scope.entity`), or of all entities that were touched since the last time (at most some `limit` of them);
 * with them importance (from the categories of the facts, confirmation, recency, links, and activation that spreads from what is talked about now),
 * and an observation for each cluster of facts. An entity of which nothing is known any more loses its profile.
 *
 * Idempotent: a profile that reads the same makes no version, and observations have ids made of entity and cluster. A note tells up to when
 * changes have gone in, put down after every 50 entities; what comes after a crash is done again. Where the user has switched long-term memory off
 * nothing is rebuilt. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const refreshProfiles: Derivation<ProfilesRefreshed> = async (
  services,
  space,
  scope,
  run = {},
) => {
  const most = profileLimit(scope.limit) ?? Infinity;
  const settings = await memorySettings(space);
  const done = {
    looked: 0,
    entities: new Map<EntityId, EntityVersion>(),
    observations: new Map<string, DerivedMemory>(),
    tokens: NO_TOKENS,
  };
  const result = async (): Promise<ProfilesRefreshed> => {
    const knownAt = (await space.head()).recordedAt ?? instantOf(services.now());
    return {
      at: { knownAt, validAt: later(knownAt, instantOf(services.now())) },
      looked: done.looked,
      entities: [...done.entities.values()],
      observations: [...done.observations.values()],
      tokens: done.tokens,
    };
  };
  const all = async (ids: readonly EntityId[], knownAt: Instant): Promise<void> => {
    let ground = await groundOf(services, space, settings, knownAt);
    const found = await standing(space, ids, knownAt);
    for (const entity of found) {
      run.signal?.throwIfAborted();
      let refreshed = await refresh(services, space, ground, entity, run);
      while (refreshed === null) {
        ground = await groundOf(
          services,
          space,
          settings,
          (await space.head()).recordedAt ?? knownAt,
        );
        refreshed = await refresh(services, space, ground, entity, run);
      }
      done.looked += 1;
      done.tokens = addTokens(done.tokens, refreshed.tokens);
      for (const version of refreshed.entities) done.entities.set(version.entity, version);
      for (const observation of refreshed.observations)
        done.observations.set(observation.id, observation);
      run.progress?.({
        done: done.looked,
        total: scope.entity === undefined ? null : found.length,
      });
    }
  };
  const head = (await space.head()).recordedAt;
  if (
    scope.entity !== undefined &&
    (head === null ||
      (await space.entitiesAsOf([{ entity: scope.entity, knownAt: head }]))[0] == null)
  )
    throw new Problem("NOT_FOUND", "There is no such entity.");
  if (head === null || !settings.longTermMemory) return result();
  if (scope.entity !== undefined) {
    await all([scope.entity], head);
    return result();
  }
  for (;;) {
    const note = await readNote(space);
    const { entities, upTo, hasMore } = await touchedEntities(
      space,
      note.to,
      head,
      Math.min(PROFILES_AT_A_TIME, most - done.looked),
    );
    await all(entities, (await space.head()).recordedAt ?? head);
    if (upTo > note.to)
      await space.changeNotes(null, [{ path: NOTE, value: upTo, expected: note.tag }]);
    if (!hasMore || done.looked >= most) return result();
  }
};
