import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

/** The version at `knownAt` that each entity is shown as: its own, or that of the one it is merged into. At most two store calls. */
export const recalledEntities = async (
  space: SpaceStore,
  entities: Iterable<EntityId>,
  knownAt: Instant,
): Promise<ReadonlyMap<EntityId, EntityVersion>> => {
  const found = new Map<EntityId, EntityVersion>();
  const load = async (ids: readonly EntityId[]): Promise<void> => {
    if (ids.length === 0) return;
    const versions = await space.entitiesAsOf(ids.map((entity) => ({ entity, knownAt })));
    for (const version of versions) if (version !== null) found.set(version.entity, version);
  };
  const asked = [...new Set(entities)];
  await load(asked);
  const targets = new Set([...found.values()].flatMap(({ mergedInto }) => mergedInto ?? []));
  await load([...targets].filter((id) => !found.has(id)));
  return new Map(
    asked.flatMap((id) => {
      const own = found.get(id);
      const shown = own?.mergedInto == null ? own : found.get(own.mergedInto);
      return shown === undefined ? [] : [[id, shown] as const];
    }),
  );
};
