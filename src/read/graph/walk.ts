import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { TimePoint } from "../../memory/time.ts";
import { surroundings, type GraphReader, type Subject } from "./graph-reader.ts";

/** Length of a walk in relationships: default and maximum. */
export const DEFAULT_HOPS = 1;
export const MAXIMUM_HOPS = 4;

/**
 * The entities within a number of hops of an entity, without that entity, over relationships that
 * are visible at the time point, in both directions. The nearest come first; at the same distance,
 * the one whose relationship was created first. Each hop is one call of `surroundings`.
 */
export const neighboursOf = async (
  graph: GraphReader,
  start: Subject,
  { hops, types }: { readonly hops: number; readonly types?: readonly string[] | undefined },
  at: TimePoint,
): Promise<EntityVersion[]> => {
  const neighbours = new Map<EntityId, EntityVersion>();
  const startIds = new Set<EntityId>();
  let frontier: readonly Subject[] = [start];
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const { subjects, edges } = await surroundings(graph, frontier, types, at);
    if (hop === 0) for (const { entity } of subjects) startIds.add(entity);
    const next: EntityVersion[] = [];
    for (const { source, target } of edges) {
      for (const end of [source, target]) {
        if (startIds.has(end.entity) || neighbours.has(end.entity)) continue;
        neighbours.set(end.entity, end);
        next.push(end);
      }
    }
    frontier = next;
  }
  return [...neighbours.values()];
};
