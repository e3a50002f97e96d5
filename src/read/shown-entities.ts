import type { EntityId } from "../memory/ids.ts";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

/**
 * As which entity each one is shown at `knownAt`: as itself, or as the one that it is merged into. One that was not known yet is
 * not in the map. At most one store call.
 */
export const shownEntities = async (
  space: SpaceStore,
  entities: Iterable<EntityId>,
  knownAt: Instant,
): Promise<ReadonlyMap<EntityId, EntityId>> => {
  const asked = [...new Set(entities)];
  if (asked.length === 0) return new Map();
  const versions = await space.entitiesAsOf(asked.map((entity) => ({ entity, knownAt })));
  return new Map(
    versions.flatMap((version, index) =>
      version === null ? [] : [[asked[index]!, version.mergedInto ?? version.entity] as const],
    ),
  );
};
