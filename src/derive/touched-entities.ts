import type { ChangeKind } from "../memory/change.ts";
import type { EntityId } from "../memory/ids.ts";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

/** After these an entity reads otherwise than its profile tells. A new profile itself is none of them. */
const TELLING: ReadonlySet<ChangeKind> = new Set([
  "FACT_ADDED",
  "FACT_UPDATED",
  "FACT_CLOSED",
  "RELATIONSHIP_ADDED",
  "RELATIONSHIP_CLOSED",
  "ENTITIES_MERGED",
  "ENTITY_SPLIT",
]);
const PAGE = 200;

/** Entities that commits after an instant have touched, oldest first: some `most` of them, all of a commit together, and up to when that is all. */
export const touchedEntities = async (
  space: SpaceStore,
  from: Instant,
  to: Instant,
  most: number,
): Promise<{
  readonly entities: readonly EntityId[];
  readonly upTo: Instant;
  readonly hasMore: boolean;
}> => {
  const entities = new Set<EntityId>();
  let upTo = from;
  for (let after: string | undefined; ;) {
    const page = await space.changes({ from, to, page: { first: PAGE, after } });
    for (const { item } of page.items) {
      if (entities.size >= most && item.at > upTo)
        return { entities: [...entities], upTo, hasMore: true };
      if (TELLING.has(item.kind)) for (const entity of item.entities) entities.add(entity);
      upTo = item.at;
    }
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage) return { entities: [...entities], upTo: to, hasMore: false };
  }
};
