import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import type { TimePoint } from "../memory/time.ts";
import { surroundings, type Graph, type Subject } from "./graph.ts";

/** How far a walk goes at most, in relationships. */
export const MAXIMUM_HOPS = 4;

/**
 * The entities within so many hops of one, itself not among them, over relationships visible at the time point, either way. The
 * nearest first; of those as near, the ones whose relationship was made first. Each hop is one step of `surroundings`.
 */
export const neighboursOf = async (
  graph: Graph,
  start: Subject,
  { hops, types }: { readonly hops: number; readonly types?: readonly string[] | undefined },
  at: TimePoint,
): Promise<EntityVersion[]> => {
  const found = new Map<EntityId, EntityVersion>();
  const own = new Set<EntityId>();
  let frontier: readonly Subject[] = [start];
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const { subjects, edges } = await surroundings(graph, frontier, types, at);
    if (hop === 0) for (const { entity } of subjects) own.add(entity);
    const next: EntityVersion[] = [];
    for (const { source, target } of edges) {
      for (const end of [source, target]) {
        if (own.has(end.entity) || found.has(end.entity)) continue;
        found.set(end.entity, end);
        next.push(end);
      }
    }
    frontier = next;
  }
  return [...found.values()];
};
