import type { DerivedMemory } from "../../memory/derived-memory.ts";
import { members, namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, MemoryId } from "../../memory/ids.ts";
import { observationId, observationsOf } from "../../memory/derived-memory-ids.ts";
import { tierIsOn, type MemorySwitches } from "../../memory/user-settings.ts";
import { notFound, Problem } from "../../memory/problem.ts";
import { BEGINNING, later, parseInstant, type Instant, type TimePoint } from "../../memory/time.ts";
import { countTokens } from "../../language/tokens.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../../memory/usage.ts";
import type { Description } from "../../models/derive-tasks.ts";
import type { Answer } from "../../models/answer.ts";
import { shownEntities } from "../../read/graph/shown-entities.ts";
import { lastConfirmedAt } from "../../read/history/fact-history.ts";
import { userSettings } from "../../read/user-settings.ts";
import type { SpaceStore } from "../../store/port.ts";
import { recordMemories, type MemoryToRecord } from "../../write/operations/record-memories.ts";
import type { WriteServices } from "../../write/services.ts";
import {
  presentPoint,
  type Derivation,
  type DerivationScope,
  type RunOptions,
} from "../derivation.ts";
import { BATCH_TOKENS } from "../session-turns.ts";
import { activationAt, type Activation } from "./activation.ts";
import { importanceOf } from "./entity-importance.ts";
import { clusterFacts, type FactCluster } from "./fact-clusters.ts";
import { touchedEntities } from "./touched-entities.ts";

/** Maximum of `first`: entities that one call may rebuild. */
export const MOST_PROFILES = 1_000;
/** Number of entities that are rebuilt before the position in the history is saved. */
const PROFILES_AT_A_TIME = 50;
/** Number of the most important facts of an entity in its profile. */
const PROFILE_FACTS = 1_000;
/** Relationships of an entity that count for its importance. */
const LINKS = 100;
/** Number of observations read at a time. */
const PAGE = 200;
/** Note with the record time up to which changes are in profiles. */
const POSITION_PATH = "/derived/profiles";

export interface ProfilesRefreshed {
  readonly at: TimePoint;
  /** Number of entities that were examined. */
  readonly consideredCount: number;
  /** The entities whose profile or importance changed. */
  readonly entities: readonly EntityVersion[];
  /** New and changed observations. */
  readonly observations: readonly DerivedMemory[];
  readonly tokens: TokenUsage;
}

/**
 * Checks the number of entities to rebuild; undefined means all. Throws BAD_USER_INPUT for a number
 * out of bounds.
 */
export const profileLimit = (limit: number | undefined): number | undefined => {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MOST_PROFILES))
    throw new Problem("BAD_USER_INPUT", `first must be 1 to ${MOST_PROFILES}, not ${limit}.`);
  return limit;
};

/** The state of the space for all entities of a run, as of one head. */
interface SpaceState {
  readonly at: TimePoint;
  readonly settings: MemorySwitches;
  readonly activation: Activation;
  readonly observations: readonly DerivedMemory[];
}

const allObservations = async (space: SpaceStore, at: TimePoint): Promise<DerivedMemory[]> => {
  const observations: DerivedMemory[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.derivedMemories({
      kinds: ["OBSERVATION"],
      at,
      page: { first: PAGE, after },
    });
    observations.push(...page.items.map(({ item }) => item));
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage) return observations;
  }
};

const readState = async (
  services: WriteServices,
  space: SpaceStore,
  settings: MemorySwitches,
): Promise<SpaceState> => {
  const at = await presentPoint(services, space);
  return {
    at,
    settings,
    activation: await activationAt(space, at),
    observations: await allObservations(space, at),
  };
};

/** Facts in parts for one model call each. At least one part, which may be empty. */
const partsOf = async (facts: readonly FactVersion[]): Promise<FactVersion[][]> => {
  const parts: FactVersion[][] = [];
  let part: FactVersion[] = [];
  let tokens = 0;
  for (const fact of facts) {
    const cost = await countTokens(fact.text);
    if (tokens + cost > BATCH_TOKENS && part.length > 0) {
      parts.push(part);
      part = [];
      tokens = 0;
    }
    part.push(fact);
    tokens += cost;
  }
  return [...parts, part];
};

/** The input of the model for a description. */
interface DescribedEntity {
  readonly entity: EntityVersion;
  readonly facts: readonly FactVersion[];
  readonly clusters: readonly FactCluster<FactVersion>[];
}

/**
 * The profile from all facts, one part after the other. The observations come with the last part.
 */
const describeEntity = async (
  { models }: WriteServices,
  { entity, facts, clusters }: DescribedEntity,
  { signal }: RunOptions,
): Promise<Pick<Answer<Description>, "value" | "model" | "tokens">> => {
  const parts = await partsOf(facts);
  const describePart = async (
    part: readonly FactVersion[],
    profile: string | null,
    partClusters: readonly FactCluster<FactVersion>[],
  ): Promise<Answer<Description>> => {
    signal?.throwIfAborted();
    const input = {
      name: entity.name,
      type: entity.type,
      profile,
      facts: part.map(({ text }) => text),
      clusters: partClusters.map((cluster) => cluster.facts.map(({ text }) => text)),
    };
    return models.describeEntity(input, { signal });
  };
  let tokens = NO_TOKENS;
  let profile: string | null = null;
  for (const part of parts.slice(0, -1)) {
    const answer: Answer<Description> = await describePart(part, profile, []);
    tokens = addTokens(tokens, answer.tokens);
    profile = answer.value.profile;
  }
  const { value, model, ...last } = await describePart(parts.at(-1) ?? [], profile, clusters);
  return { value, model, tokens: addTokens(tokens, last.tokens) };
};

/** Observations to record: one for each cluster about which the model returned text. */
const observationRecords = (
  { entity, clusters }: DescribedEntity,
  { value, model }: Pick<Answer<Description>, "value" | "model">,
  currentVersions: ReadonlyMap<MemoryId, number>,
): MemoryToRecord[] =>
  clusters.flatMap(({ foundation, facts }, index): MemoryToRecord[] => {
    const content = value.observations[index];
    if (content == null) return [];
    const id = observationId(entity.entity, foundation);
    return [
      {
        id,
        kind: "OBSERVATION",
        session: null,
        base: currentVersions.get(id) ?? null,
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

/** The entity's most important facts, of tiers that are switched on, and its importance. */
const readEntity = async (
  space: SpaceStore,
  { at, settings, activation }: SpaceState,
  entity: EntityVersion,
): Promise<{ readonly facts: readonly FactVersion[]; readonly importance: number }> => {
  const entities = members(entity);
  const [important = []] = await space.importantFacts([{ entities, at, limit: PROFILE_FACTS }]);
  const facts = important.filter(({ tier }) => tierIsOn(settings, tier));
  const [confirmations, [links]] = await Promise.all([
    space.confirmations(facts.map(({ fact }) => ({ fact, knownAt: at.knownAt }))),
    space.relationships([{ entities, direction: "BOTH", at, page: { first: LINKS } }]),
  ]);
  const saidAt = facts.map((fact, index) => lastConfirmedAt(fact, confirmations[index] ?? []));
  const importance = importanceOf(
    {
      facts: facts.map((fact) => fact.importance),
      confirmations: confirmations.reduce((sum, { length }) => sum + length, 0),
      lastSaid: saidAt.length === 0 ? null : saidAt.reduce(later),
      links: links?.items.length ?? 0,
      activation: Math.max(0, ...entities.map((id) => activation.get(id) ?? 0)),
    },
    at.validAt,
  );
  return { facts, importance };
};

interface RefreshedEntity {
  readonly entities: readonly EntityVersion[];
  readonly observations: readonly DerivedMemory[];
  readonly tokens: TokenUsage;
}

/**
 * Rebuilds one entity. Null if another process changed its observations meanwhile: then nothing is
 * recorded.
 */
const tryRefreshEntity = async (
  services: WriteServices,
  space: SpaceStore,
  state: SpaceState,
  entity: EntityVersion,
  run: RunOptions,
): Promise<RefreshedEntity | null> => {
  const { facts, importance } = await readEntity(space, state, entity);
  const clusters = clusterFacts(facts, new Set(members(entity)), namesOf(entity));
  const describedEntity = { entity, facts, clusters };
  // An entity without a visible fact loses its profile, because it may contain words that are no
  // longer known to be true.
  const description =
    facts.length === 0 ? null : await describeEntity(services, describedEntity, run);
  const current = state.observations.filter(({ id }) =>
    id.startsWith(observationsOf(entity.entity)),
  );
  const memories =
    description === null
      ? []
      : observationRecords(
          describedEntity,
          description,
          new Map(current.map(({ id, n }) => [id, n])),
        );
  const recordedIds = new Set(memories.map(({ id }) => id));
  const recordedMemories = await recordMemories(services, space, {
    memories,
    endedMemories: current.flatMap(({ id, n }) => (recordedIds.has(id) ? [] : [{ id, base: n }])),
    entities: [{ entity: entity.entity, profile: description?.value.profile ?? null, importance }],
  });
  return recordedMemories.stale.length > 0
    ? null
    : {
        entities: recordedMemories.entities,
        observations: recordedMemories.memories,
        tokens: description?.tokens ?? NO_TOKENS,
      };
};

/** One run: the entities that it has rebuilt so far, in their latest versions. */
class ProfileRun {
  readonly #services: WriteServices;
  readonly #space: SpaceStore;
  readonly #settings: MemorySwitches;
  readonly #options: RunOptions;
  readonly #entities = new Map<EntityId, EntityVersion>();
  readonly #observations = new Map<MemoryId, DerivedMemory>();
  #tokens = NO_TOKENS;
  consideredCount = 0;

  constructor(
    services: WriteServices,
    space: SpaceStore,
    settings: MemorySwitches,
    options: RunOptions,
  ) {
    this.#services = services;
    this.#space = space;
    this.#settings = settings;
    this.#options = options;
  }

  /** Rebuilds the entities of the ids, after merges. */
  async refresh(ids: readonly EntityId[], total: number | null): Promise<void> {
    let state = await readState(this.#services, this.#space, this.#settings);
    const entityOf = await shownEntities(this.#space, ids, state.at.knownAt);
    const entities = new Map([...entityOf.values()].map((version) => [version.entity, version]));
    for (const entity of entities.values()) {
      this.#options.signal?.throwIfAborted();
      state = await this.#refreshEntity(entity, state);
      this.#options.progress?.({ done: this.consideredCount, total });
    }
  }

  /** Returns the state of the space from which the entity was rebuilt. */
  async #refreshEntity(entity: EntityVersion, before: SpaceState): Promise<SpaceState> {
    for (let state = before; ;) {
      const refreshedEntity = await tryRefreshEntity(
        this.#services,
        this.#space,
        state,
        entity,
        this.#options,
      );
      if (refreshedEntity !== null) {
        this.#add(refreshedEntity);
        return state;
      }
      state = await readState(this.#services, this.#space, this.#settings);
    }
  }

  #add({ entities, observations, tokens }: RefreshedEntity): void {
    this.consideredCount += 1;
    this.#tokens = addTokens(this.#tokens, tokens);
    for (const version of entities) this.#entities.set(version.entity, version);
    for (const observation of observations) this.#observations.set(observation.id, observation);
  }

  async result(): Promise<ProfilesRefreshed> {
    return {
      at: await presentPoint(this.#services, this.#space),
      consideredCount: this.consideredCount,
      entities: [...this.#entities.values()],
      observations: [...this.#observations.values()],
      tokens: this.#tokens,
    };
  }
}

/** Record time up to which changes are in profiles. */
const readPosition = async (
  space: SpaceStore,
): Promise<{ readonly to: Instant; readonly tag: string | null }> => {
  const note = await space.note(null, POSITION_PATH);
  return {
    to: (typeof note?.value === "string" ? parseInstant(note.value) : undefined) ?? BEGINNING,
    tag: note?.tag ?? null,
  };
};

/**
 * Rebuilds about `limit` of the entities that changed since the last run, and saves the position
 * after every 50.
 */
const refreshTouched = async (
  space: SpaceStore,
  run: ProfileRun,
  head: Instant,
  limit: number,
): Promise<void> => {
  for (;;) {
    const position = await readPosition(space);
    const count = Math.min(PROFILES_AT_A_TIME, limit - run.consideredCount);
    const { entities, upTo, hasMore } = await touchedEntities(space, position.to, head, count);
    await run.refresh(entities, null);
    if (upTo > position.to)
      await space.changeNotes(null, [
        { path: POSITION_PATH, value: upTo, expectedTag: position.tag },
      ]);
    if (!hasMore || run.consideredCount >= limit) return;
  }
};

/** Throws NOT_FOUND for an entity that is not recorded. */
const checkEntity = async (
  space: SpaceStore,
  { entity }: DerivationScope,
  head: Instant | null,
): Promise<void> => {
  if (entity === undefined) return;
  const [version] = head === null ? [] : await space.entitiesAsOf([{ entity, knownAt: head }]);
  if (version == null) throw notFound("entity");
};

/**
 * Rebuilds profiles from all facts of one entity (`scope.entity`), or of all entities that changed
 * since the last run (with `limit`, of about so many). It also updates the importance of each
 * entity, and records an observation for each cluster of its facts. An entity without a visible
 * fact loses its profile. Idempotent: an equal profile makes no version, and the ids of
 * observations are made from entity and cluster. A note, saved after every 50 entities, records up
 * to which record time changes were processed. A run after a crash repeats the later ones. Does
 * nothing if long-term memory is off. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const refreshProfiles: Derivation<ProfilesRefreshed> = async (
  services,
  space,
  scope,
  options = {},
) => {
  const limit = profileLimit(scope.limit) ?? Infinity;
  const settings = await userSettings(space);
  const run = new ProfileRun(services, space, settings, options);
  const head = (await space.head()).recordedAt;
  await checkEntity(space, scope, head);
  if (head === null || !settings.longTermMemory) return run.result();
  if (scope.entity === undefined) await refreshTouched(space, run, head, limit);
  else await run.refresh([scope.entity], 1);
  return run.result();
};
