import DataLoader from "dataloader";
import { type EntityVersion, followMerges } from "../../src/memory/entity.ts";
import type { EntityId } from "../../src/memory/ids.ts";
import type { Instant } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import type { BatchWindow } from "./batch-window.ts";

interface EntityRequest {
  readonly ids: readonly EntityId[];
  readonly knownAt: Instant;
}

/**
 * The cached value of an entity at a record time: its version, null if there is none, or the
 * pending call that reads it.
 */
type CachedEntity = EntityVersion | null | Promise<void>;

/**
 * The entities that stand for ids, with merges followed, each read once per request. They are
 * requested page by page rather than one by one, and returned without a promise once read: a
 * response shows more entities than anything else, and a promise for each costs more than the
 * entity itself.
 */
export class EntityLoader {
  readonly #cache = new Map<Instant, Map<EntityId, CachedEntity>>();
  readonly #batches: DataLoader<EntityRequest, undefined>;

  constructor(space: SpaceStore, window: BatchWindow) {
    const read = async (requests: readonly EntityRequest[]): Promise<undefined[]> => {
      const keys: { readonly entity: EntityId; readonly knownAt: Instant }[] = [];
      for (const { ids, knownAt } of requests)
        for (const entity of ids) keys.push({ entity, knownAt });
      const versions = await entitiesStandingFor(space, keys);
      for (const [i, { entity, knownAt }] of keys.entries())
        this.tell(entity, knownAt, versions[i] ?? null);
      return requests.map(() => undefined);
    };
    this.#batches = new DataLoader(
      (requests: readonly EntityRequest[]) => window.during(() => read(requests)),
      { cache: false, batchScheduleFn: window.schedule },
    );
  }

  /** Puts the entity for an id into the cache, so that it need not be read. */
  tell(id: EntityId, knownAt: Instant, version: EntityVersion | null): void {
    this.#cacheAt(knownAt).set(id, version);
  }

  /**
   * Reads the entities that are not cached yet; afterwards `get` returns them without a promise.
   */
  async readAll(ids: Iterable<EntityId>, knownAt: Instant): Promise<void> {
    const cache = this.#cacheAt(knownAt);
    const pendingReads = new Set<Promise<void>>();
    const unreadIds = new Set<EntityId>();
    for (const id of ids) {
      const cachedEntity = cache.get(id);
      if (cachedEntity === undefined) unreadIds.add(id);
      else if (cachedEntity instanceof Promise) pendingReads.add(cachedEntity);
    }
    if (unreadIds.size > 0) {
      const call: Promise<void> = this.#batches.load({ ids: [...unreadIds], knownAt });
      for (const id of unreadIds) cache.set(id, call);
      pendingReads.add(call);
    }
    // Most pages wait for one call, which saves a promise for each of a thousand pages.
    if (pendingReads.size > 1) await Promise.all(pendingReads);
    else for (const call of pendingReads) await call;
  }

  /** The entity for an id; null if it was not known then. */
  get(id: EntityId, knownAt: Instant): EntityVersion | null | Promise<EntityVersion | null> {
    const cache = this.#cacheAt(knownAt);
    const cachedEntity = cache.get(id);
    if (cachedEntity !== undefined && !(cachedEntity instanceof Promise)) return cachedEntity;
    return (cachedEntity ?? this.readAll([id], knownAt)).then(() => {
      const version = cache.get(id);
      if (version === undefined || version instanceof Promise)
        throw new Error(`Entity ${id} was not read.`);
      return version;
    });
  }

  #cacheAt(knownAt: Instant): Map<EntityId, CachedEntity> {
    const knownCache = this.#cache.get(knownAt);
    if (knownCache !== undefined) return knownCache;
    const cache = new Map<EntityId, CachedEntity>();
    this.#cache.set(knownAt, cache);
    return cache;
  }
}

/** The entities for some ids, in their order. Only merged entities need a second call. */
export const entitiesStandingFor = async (
  space: SpaceStore,
  requests: readonly { readonly entity: EntityId; readonly knownAt: Instant }[],
): Promise<(EntityVersion | null)[]> =>
  requests.length === 0 ? [] : followMerges(requests, (some) => space.entitiesAsOf(some));
