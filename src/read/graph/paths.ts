import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId, RelationshipId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { TimePoint } from "../../memory/time.ts";
import { surroundings, type GraphReader, type GraphEdge } from "./graph-reader.ts";

/** Length of a path in relationships, and number of paths: default and maximum. */
export const DEFAULT_PATH_LENGTH = 4;
export const MAXIMUM_PATH_LENGTH = 6;
export const DEFAULT_PATHS = 5;

/**
 * Maximum number of steps of the search for paths; beyond it, longer paths of a dense graph are not
 * found.
 */
const MAXIMUM_STEPS = 100_000;

/** A path that visits no entity twice. It has one entity more than relationships. */
interface Route {
  readonly entities: readonly EntityVersion[];
  readonly relationships: readonly RelationshipVersion[];
}

interface Step {
  readonly edge: GraphEdge;
  readonly to: EntityVersion;
}

/** The part of the graph that a search has read. */
class ExploredGraph {
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

  /** The steps from an entity; after `sort`, in the order of the relationships' ids. */
  stepsFrom(entity: EntityVersion): readonly Step[] {
    return this.#steps.get(entity.entity) ?? [];
  }

  sort(): void {
    for (const steps of this.#steps.values())
      steps.sort((a, b) =>
        a.edge.relationship.relationship < b.edge.relationship.relationship ? -1 : 1,
      );
  }

  /** The number of steps to an entity from every entity that is connected with it. */
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

/** The search from one of the two ends. */
interface Side {
  /**
   * The entities whose relationships are read next; empty when everything connected with the end
   * has been read.
   */
  frontier: readonly EntityVersion[];
  readonly reachedIds: Set<EntityId>;
}

const sideOf = (entity: EntityVersion): Side => ({
  frontier: [entity],
  reachedIds: new Set([entity.entity]),
});

/** Reads the relationships of the frontier of a side, and moves the frontier by one hop. */
const expand = async (
  graph: GraphReader,
  side: Side,
  exploredGraph: ExploredGraph,
  at: TimePoint,
): Promise<void> => {
  const { edges } = await surroundings(graph, side.frontier, undefined, at);
  exploredGraph.add(edges);
  const next: EntityVersion[] = [];
  for (const { source, target } of edges) {
    for (const end of [source, target]) {
      if (side.reachedIds.has(end.entity)) continue;
      side.reachedIds.add(end.entity);
      next.push(end);
    }
  }
  side.frontier = next;
};

/**
 * Finds the steps from one entity to another. The number of routes, and the number of steps of all
 * calls together, are limited.
 */
class RouteFinder {
  readonly routes: Route[] = [];
  #stepsLeft = MAXIMUM_STEPS;
  readonly #exploredGraph: ExploredGraph;
  readonly #from: EntityVersion;
  readonly #to: EntityVersion;
  readonly #most: number;

  constructor(exploredGraph: ExploredGraph, from: EntityVersion, to: EntityVersion, most: number) {
    this.#exploredGraph = exploredGraph;
    this.#from = from;
    this.#to = to;
    this.#most = most;
  }

  get isDone(): boolean {
    return this.routes.length >= this.#most || this.#stepsLeft <= 0;
  }

  /** Adds the routes of one length. */
  findRoutes(length: number): void {
    this.#follow([this.#from], [], length, this.#exploredGraph.distancesTo(this.#to));
  }

  /** Continues a route by `hops` edges to the end, in all ways that visit no entity twice. */
  #follow(
    entities: readonly EntityVersion[],
    edges: readonly GraphEdge[],
    hops: number,
    distances: ReadonlyMap<EntityId, number>,
  ): void {
    const last = entities.at(-1);
    if (last === undefined) return;
    for (const { edge, to: next } of this.#exploredGraph.stepsFrom(last)) {
      if (this.routes.length >= this.#most || --this.#stepsLeft < 0) return;
      const distance = distances.get(next.entity);
      // A step counts if it leaves enough hops to reach the end, and only the last hop reaches it.
      if (distance === undefined || distance > hops - 1 || (distance === 0 && hops > 1)) continue;
      if (entities.some(({ entity }) => entity === next.entity)) continue;
      if (hops > 1) this.#follow([...entities, next], [...edges, edge], hops - 1, distances);
      else
        this.routes.push({
          entities: [...entities, next],
          relationships: [...edges, edge].map(({ relationship }) => relationship),
        });
    }
  }
}

/**
 * Paths between two entities over relationships visible at the time point, in either direction: the
 * shortest first, those of equal length in the order of the ids of their relationships. Two paths
 * that differ in one relationship count as two. There is no path from an entity to itself. Each hop
 * is one call of `surroundings`; the search goes from both ends, the one with the narrower frontier
 * first.
 */
export const pathsBetween = async (
  graph: GraphReader,
  from: EntityVersion,
  to: EntityVersion,
  { maxHops, first }: { readonly maxHops: number; readonly first: number },
  at: TimePoint,
): Promise<Route[]> => {
  if (from.entity === to.entity) return [];
  const exploredGraph = new ExploredGraph();
  const finder = new RouteFinder(exploredGraph, from, to, first);
  const fromSide = sideOf(from);
  const toSide = sideOf(to);
  for (let length = 1; length <= maxHops && !finder.isDone; length++) {
    // A side without a frontier has read everything that is connected with it.
    if (fromSide.frontier.length > 0 && toSide.frontier.length > 0) {
      const narrower = fromSide.frontier.length <= toSide.frontier.length ? fromSide : toSide;
      await expand(graph, narrower, exploredGraph, at);
      exploredGraph.sort();
    }
    finder.findRoutes(length);
  }
  return finder.routes;
};
