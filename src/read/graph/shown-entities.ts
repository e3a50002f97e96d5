import { followMerges, type EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

/**
 * The version at `knownAt` under which each entity is shown: its own, or that of the entity into
 * which it is merged. Entities that were not known then are not in the map. Takes at most two store
 * calls.
 */
export const shownEntities = async (
  space: SpaceStore,
  entities: Iterable<EntityId>,
  knownAt: Instant,
): Promise<ReadonlyMap<EntityId, EntityVersion>> => {
  const ids = [...new Set(entities)];
  if (ids.length === 0) return new Map();
  const shownVersions = await followMerges(
    ids.map((entity) => ({ entity, knownAt })),
    (requests) => space.entitiesAsOf(requests),
  );
  return new Map(
    ids.flatMap((id, i) => {
      const version = shownVersions[i] ?? null;
      return version === null ? [] : [[id, version] as const];
    }),
  );
};

/**
 * The version at `knownAt` under which one entity is shown; null if it was not known then. Takes at
 * most two store calls.
 */
export const shownEntity = async (
  space: SpaceStore,
  entity: EntityId,
  knownAt: Instant,
): Promise<EntityVersion | null> =>
  (await shownEntities(space, [entity], knownAt)).get(entity) ?? null;

/** Like `shownEntities`, but returns only ids, with at most one store call. */
export const shownEntityIds = async (
  space: SpaceStore,
  entities: Iterable<EntityId>,
  knownAt: Instant,
): Promise<ReadonlyMap<EntityId, EntityId>> => {
  const requests = [...new Set(entities)].map((entity) => ({ entity, knownAt }));
  const versions = requests.length === 0 ? [] : await space.entitiesAsOf(requests);
  return new Map(
    versions.flatMap((version) =>
      version === null ? [] : [[version.entity, version.mergedInto ?? version.entity] as const],
    ),
  );
};
