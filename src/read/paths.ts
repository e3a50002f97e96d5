import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId, RelationshipId } from "../memory/ids.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { TimePoint } from "../memory/time.ts";
import { surroundings, type Graph, type GraphEdge } from "./graph.ts";

/** How long a path may be at most, in relationships. */
export const MAXIMUM_PATH_LENGTH = 6;

/** How many steps the search for paths takes at most; beyond it, longer paths of a dense graph are not found. */
export const MAXIMUM_STEPS = 100_000;

/** A way between two entities that visits none twice: one entity more than relationships. */
export interface Route {
  readonly entities: readonly EntityVersion[];
  readonly relationships: readonly RelationshipVersion[];
}

interface Step {
  readonly edge: GraphEdge;
  readonly to: EntityVersion;
}

/** What is known of the graph between the two ends. */
class Explored {
  readonly #steps = new Map<EntityId, Step[]>();
  readonly #edges = new Set<RelationshipId>();

  add(edges: readonly GraphEdge[]): void {
    for (const edge of edges) {
      if (this.#edges.has(edge.relationship.relationship)) continue;
      this.#edges.add(edge.relationship.relationship);
      this.#push(edge.source, { edge, to: edge.target });
      this.#push(edge.target, { edge, to: edge.source });
    }
  }

  /** In the order of the relationships' ids, from whichever side they were found. */
  stepsFrom(entity: EntityVersion): readonly Step[] {
    return this.#steps.get(entity.entity) ?? [];
  }

  sort(): void {
    for (const steps of this.#steps.values())
      steps.sort((a, b) =>
        a.edge.relationship.relationship < b.edge.relationship.relationship ? -1 : 1,
      );
  }

  /** How many steps every entity is from one. */
  distancesTo(end: EntityVersion): Map<EntityId, number> {
    const distances = new Map<EntityId, number>([[end.entity, 0]]);
    const queue = [end];
    for (const entity of queue) {
      for (const { to } of this.stepsFrom(entity)) {
        if (distances.has(to.entity)) continue;
        distances.set(to.entity, (distances.get(entity.entity) ?? 0) + 1);
        queue.push(to);
      }
    }
    return distances;
  }

  #push(entity: EntityVersion, step: Step): void {
    const steps = this.#steps.get(entity.entity);
    if (steps) steps.push(step);
    else this.#steps.set(entity.entity, [step]);
  }
}

/** One end's part of the search: what it reached, and where it goes on. */
interface Side {
  frontier: readonly EntityVersion[];
  readonly reached: Set<EntityId>;
}

const sideOf = (entity: EntityVersion): Side => ({
  frontier: [entity],
  reached: new Set([entity.entity]),
});

const expand = async (
  graph: Graph,
  side: Side,
  explored: Explored,
  at: TimePoint,
): Promise<void> => {
  const { edges } = await surroundings(graph, side.frontier, undefined, at);
  explored.add(edges);
  const next: EntityVersion[] = [];
  for (const { source, target } of edges) {
    for (const end of [source, target]) {
      if (side.reached.has(end.entity)) continue;
      side.reached.add(end.entity);
      next.push(end);
    }
  }
  side.frontier = next;
};

/**
 * Paths between two entities over relationships visible at the time point, whichever way each runs: the shortest first, those of one
 * length in the order of their relationships' ids. Two paths that differ only in a relationship are two. From an entity to itself
 * there is none. Each hop is one step of `surroundings`; both ends search towards each other, the narrower side first.
 */
export const pathsBetween = async (
  graph: Graph,
  from: EntityVersion,
  to: EntityVersion,
  { maxHops, first }: { readonly maxHops: number; readonly first: number },
  at: TimePoint,
): Promise<Route[]> => {
  if (from.entity === to.entity) return [];
  const explored = new Explored();
  const here = sideOf(from);
  const there = sideOf(to);
  const found: Route[] = [];
  const left = { steps: MAXIMUM_STEPS };

  const follow = (
    entities: EntityVersion[],
    edges: GraphEdge[],
    hops: number,
    distances: ReadonlyMap<EntityId, number>,
  ): void => {
    const last = entities.at(-1);
    if (last === undefined) return;
    for (const { edge, to: next } of explored.stepsFrom(last)) {
      if (found.length >= first || --left.steps < 0) return;
      const distance = distances.get(next.entity);
      if (distance === undefined || distance > hops - 1 || (distance === 0 && hops > 1)) continue;
      if (entities.some(({ entity }) => entity === next.entity)) continue;
      if (hops === 1)
        found.push({
          entities: [...entities, next],
          relationships: [...edges, edge].map(({ relationship }) => relationship),
        });
      else follow([...entities, next], [...edges, edge], hops - 1, distances);
    }
  };

  for (let length = 1; length <= maxHops && found.length < first && left.steps > 0; length++) {
    // A side without a frontier has seen all that it is connected with: nothing is left to read.
    if (here.frontier.length > 0 && there.frontier.length > 0) {
      await expand(
        graph,
        here.frontier.length <= there.frontier.length ? here : there,
        explored,
        at,
      );
      explored.sort();
    }
    follow([from], [], length, explored.distancesTo(to));
  }
  return found;
};
