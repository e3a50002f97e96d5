import type { EntityVersion } from "../memory/entity.ts";
import type { Reference, ReferenceKind } from "../memory/reference.ts";
import { later, type Instant, type TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Graph } from "./graph.ts";

/** So many references are looked through, the last recorded ones, to tell what was referred to lately. */
export const RECENT_REFERENCES = 1_000;

export interface RecentEntity {
  readonly entity: EntityVersion;
  readonly count: number;
  readonly lastAt: Instant;
  /** The reference that was recorded last. */
  readonly last: Reference;
}

/** The entities that the last references of some kinds speak of, the last one first, with how often and when. Two store calls, whatever their number. */
export const recentEntities = async (
  space: SpaceStore,
  graph: Pick<Graph, "entity" | "readEntities">,
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
  const references = (
    await space.references({ kinds, at, page: { first: RECENT_REFERENCES } })
  ).items.map(({ item }) => item);
  await graph.readEntities([...new Set(references.map(({ entity }) => entity))], at.knownAt);
  const found = new Map<
    string,
    { entity: EntityVersion; count: number; lastAt: Instant; last: Reference }
  >();
  for (const reference of references) {
    const entity = await graph.entity(reference.entity, at.knownAt);
    if (entity === null) continue;
    const known = found.get(entity.entity);
    if (known)
      found.set(entity.entity, {
        ...known,
        count: known.count + 1,
        lastAt: later(known.lastAt, reference.occurredAt),
      });
    else
      found.set(entity.entity, { entity, count: 1, lastAt: reference.occurredAt, last: reference });
  }
  return [...found.values()].slice(0, first);
};
