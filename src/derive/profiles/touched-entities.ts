import type { ChangeKind } from "../../memory/change.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

/** Changes that may make a profile outdated. A new profile is not among them. */
const TOUCHING: ReadonlySet<ChangeKind> = new Set([
  "FACT_ADDED",
  "FACT_UPDATED",
  "FACT_CLOSED",
  "RELATIONSHIP_ADDED",
  "RELATIONSHIP_CLOSED",
  "ENTITIES_MERGED",
  "ENTITY_SPLIT",
]);
const PAGE = 200;

export interface TouchedEntities {
  readonly entities: readonly EntityId[];
  /** Record time up to which the list is complete. */
  readonly upTo: Instant;
  readonly hasMore: boolean;
}

/**
 * The entities that commits after `from`, up to `to`, have changed, oldest first: about `limit` of
 * them. Those of one commit are never split.
 */
export const touchedEntities = async (
  space: SpaceStore,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<TouchedEntities> => {
  const entities = new Set<EntityId>();
  let upTo = from;
  for (let after: string | undefined; ;) {
    const page = await space.changes({ from, to, page: { first: PAGE, after } });
    for (const { item } of page.items) {
      if (entities.size >= limit && item.at > upTo)
        return { entities: [...entities], upTo, hasMore: true };
      if (TOUCHING.has(item.kind)) for (const entity of item.entities) entities.add(entity);
      upTo = item.at;
    }
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage) return { entities: [...entities], upTo: to, hasMore: false };
  }
};
