import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Reference, ReferenceKind } from "../../memory/reference.ts";
import { later, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { GraphReader } from "./graph-reader.ts";

/** Number of latest references that are read to find recent entities. */
export const RECENT_REFERENCES = 1_000;

/** An entity that was referred to recently. */
export interface RecentEntity {
  readonly entity: EntityVersion;
  /** Number of references to it among those read. */
  readonly count: number;
  /** Time of the latest of them. */
  readonly lastAt: Instant;
  /** The reference that was recorded last. */
  readonly last: Reference;
}

/**
 * The entities of the latest references of some kinds (default: all kinds), the most recently
 * referenced first. Takes two store calls for any number of entities.
 */
export const recentEntities = async (
  space: SpaceStore,
  graph: Pick<GraphReader, "entity" | "readEntities">,
  {
    kinds,
    at,
    first,
  }: {
    readonly kinds: readonly ReferenceKind[] | undefined;
    readonly at: TimePoint;
    readonly first: number;
  },
): Promise<RecentEntity[]> => {
  const page = await space.references({ kinds, at, page: { first: RECENT_REFERENCES } });
  const references = page.items.map(({ item }) => item);
  await graph.readEntities([...new Set(references.map(({ entity }) => entity))], at.knownAt);
  const recent = new Map<EntityId, RecentEntity>();
  for (const reference of references) {
    const entity = await graph.entity(reference.entity, at.knownAt);
    if (entity === null) continue;
    const { count, lastAt, last } = recent.get(entity.entity) ?? {
      count: 0,
      lastAt: reference.occurredAt,
      last: reference,
    };
    recent.set(entity.entity, {
      entity,
      count: count + 1,
      lastAt: later(lastAt, reference.occurredAt),
      last,
    });
  }
  return [...recent.values()].slice(0, first);
};
