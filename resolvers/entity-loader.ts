import DataLoader from "dataloader";
import type { EntityVersion } from "../src/memory/entity.ts";
import type { EntityId } from "../src/memory/ids.ts";
import type { Instant } from "../src/memory/time.ts";
import type { SpaceStore } from "../src/store/port.ts";
import type { BatchWindow } from "./batch-window.ts";

interface Wanted {
  readonly ids: readonly EntityId[];
  readonly knownAt: Instant;
}

/** What is known of an entity at a record time: its version, that there is none, or when the call that asks for it has come back. */
type Known = EntityVersion | null | Promise<void>;

/**
 * The entities that stand for ids, merges followed, each read once a request. They are asked for by the page rather than one by one,
 * and given at once where they have been read: of all that a response shows they are the most, and a promise for each costs more than
 * the entity itself.
 */
export class EntityLoader {
  readonly #known = new Map<Instant, Map<EntityId, Known>>();
  readonly #batches: DataLoader<Wanted, undefined>;

  constructor(space: SpaceStore, window: BatchWindow) {
    const read = async (wanted: readonly Wanted[]): Promise<undefined[]> => {
      const requests = wanted.flatMap(({ ids, knownAt }) =>
        ids.map((entity) => ({ entity, knownAt })),
      );
      const versions = await standing(space, requests);
      requests.forEach(({ entity, knownAt }, i) => this.tell(entity, knownAt, versions[i] ?? null));
      return wanted.map(() => undefined);
    };
    this.#batches = new DataLoader(
      (wanted: readonly Wanted[]) => window.during(() => read(wanted)),
      { cache: false, batchScheduleFn: window.schedule },
    );
  }

  /** Says what stands for an id, so that it need not be read. */
  tell(id: EntityId, knownAt: Instant, version: EntityVersion | null): void {
    this.#knownAt(knownAt).set(id, version);
  }

  /** Reads what has not been read yet; from then on it is given at once. */
  async readAll(ids: Iterable<EntityId>, knownAt: Instant): Promise<void> {
    const known = this.#knownAt(knownAt);
    const waits = new Set<Promise<void>>();
    const fresh = new Set<EntityId>();
    for (const id of ids) {
      const found = known.get(id);
      if (found === undefined) fresh.add(id);
      else if (found instanceof Promise) waits.add(found);
    }
    if (fresh.size > 0) {
      const coming: Promise<void> = this.#batches.load({ ids: [...fresh], knownAt });
      for (const id of fresh) known.set(id, coming);
      waits.add(coming);
    }
    await Promise.all(waits);
  }

  /** The entity that stands for an id; null where it was not known then. */
  get(id: EntityId, knownAt: Instant): EntityVersion | null | Promise<EntityVersion | null> {
    const known = this.#knownAt(knownAt);
    const found = known.get(id);
    if (found !== undefined && !(found instanceof Promise)) return found;
    return this.readAll([id], knownAt).then(() => known.get(id) as EntityVersion | null);
  }

  #knownAt(knownAt: Instant): Map<EntityId, Known> {
    const known = this.#known.get(knownAt);
    if (known !== undefined) return known;
    const made = new Map<EntityId, Known>();
    this.#known.set(knownAt, made);
    return made;
  }
}

/** The entities that stand for some ids: a second call only where some are merged into others. */
export const standing = async (
  space: SpaceStore,
  requests: readonly { readonly entity: EntityId; readonly knownAt: Instant }[],
): Promise<(EntityVersion | null)[]> => {
  if (requests.length === 0) return [];
  const versions = await space.entitiesAsOf(requests);
  const merged = versions.flatMap((version, i) =>
    version?.mergedInto == null
      ? []
      : [{ i, entity: version.mergedInto, knownAt: requests[i]!.knownAt }],
  );
  if (merged.length === 0) return versions;
  const roots = await space.entitiesAsOf(
    merged.map(({ entity, knownAt }) => ({ entity, knownAt })),
  );
  merged.forEach(({ i }, n) => (versions[i] = roots[n] ?? null));
  return versions;
};
