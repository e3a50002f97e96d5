import { loopQueue } from "../../fairness/loop-queue.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import { groupBy } from "../../collections/group-by.ts";
import type { EntityId, RelationshipId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Instant } from "../../memory/time.ts";
import type { GraphTime, SpaceOverview } from "../../store/port/overview.ts";
import type { GraphReader } from "./graph-reader.ts";

/** Number of entities of a graph: default and maximum. */
export const DEFAULT_GRAPH_SIZE = 300;
export const MAXIMUM_GRAPH_SIZE = 2_000;
/** Maximum number of relationships of a graph per entity. */
export const RELATIONSHIPS_PER_ENTITY = 4;

/**
 * Maximum number of entities, and of versions of relationships, that are read; if there are more,
 * those recorded first.
 */
const MOST_OWNERS = 20_000;
const MOST_VERSIONS = 50_000;

/** The graph at a moment or of all times. */
export interface GraphPicture {
  /** Ordered by importance; the focus comes first. */
  readonly entities: readonly EntityVersion[];
  /**
   * The edges between these entities, each with its newest version, in the order in which they were
   * recorded.
   */
  readonly relationships: readonly RelationshipVersion[];
  /** All versions of each relationship that were read, oldest first. */
  readonly versions: ReadonlyMap<RelationshipId, readonly RelationshipVersion[]>;
  readonly totalEntities: number;
  readonly totalRelationships: number;
}

interface PictureRequest {
  /** Null for the whole graph. */
  readonly focus: readonly EntityVersion[] | null;
  readonly hops: number;
  readonly types: readonly string[] | undefined;
  readonly first: number;
}

interface Edge {
  readonly relationship: RelationshipVersion;
  readonly source: EntityVersion;
  readonly target: EntityVersion;
}

/**
 * The versions of some entities that are shown as of a record time: of a merged entity, that of the
 * entity into which it was merged.
 */
const shownAs = async (
  graph: GraphReader,
  ids: Iterable<EntityId>,
  knownAt: Instant,
): Promise<Map<EntityId, EntityVersion>> => {
  const unique = new Set(ids);
  await graph.readEntities(unique, knownAt);
  const versions = new Map<EntityId, EntityVersion>();
  for (const id of unique) {
    const versionRead = graph.entity(id, knownAt);
    const version = versionRead instanceof Promise ? await versionRead : versionRead;
    if (version) versions.set(id, version);
  }
  return versions;
};

const edgesBetween = (
  relationships: Iterable<RelationshipVersion>,
  shownById: ReadonlyMap<EntityId, EntityVersion>,
): Edge[] =>
  Array.from(relationships).flatMap((relationship) => {
    const source = shownById.get(relationship.source);
    const target = shownById.get(relationship.target);
    return source && target && source.entity !== target.entity
      ? [{ relationship, source, target }]
      : [];
  });

/** The entities of the whole graph: those with facts and those at the ends of edges. */
const ownersAndEnds = (
  owners: readonly EntityId[],
  edges: readonly Edge[],
  shownById: ReadonlyMap<EntityId, EntityVersion>,
): Map<EntityId, EntityVersion> =>
  new Map(
    [
      ...owners.flatMap((id) => shownById.get(id) ?? []),
      ...edges.flatMap(({ source, target }) => [source, target]),
    ].map((version) => [version.entity, version]),
  );

/** The entities within a number of hops of the focus, the focus first. */
const around = (
  focus: readonly EntityVersion[],
  edges: readonly Edge[],
  hops: number,
): Map<EntityId, EntityVersion> => {
  const reachedEntities = new Map(focus.map((version) => [version.entity, version]));
  let frontier: ReadonlySet<EntityId> = new Set(reachedEntities.keys());
  for (let hop = 0; hop < hops && frontier.size > 0; hop++) {
    const next = new Set<EntityId>();
    for (const { source, target } of edges)
      for (const [near, far] of [
        [source, target],
        [target, source],
      ] as const) {
        if (!frontier.has(near.entity) || reachedEntities.has(far.entity)) continue;
        reachedEntities.set(far.entity, far);
        next.add(far.entity);
      }
    frontier = next;
  }
  return reachedEntities;
};

const degreesOf = (edges: readonly Edge[]): Map<EntityId, number> => {
  const degrees = new Map<EntityId, number>();
  for (const { source, target } of edges)
    for (const { entity } of [source, target]) degrees.set(entity, (degrees.get(entity) ?? 0) + 1);
  return degrees;
};

/** Orders entities by importance, then by the number of relationships, then by key. */
const mostImportantFirst = (
  entities: Iterable<EntityVersion>,
  edges: readonly Edge[],
  focus: readonly EntityVersion[],
): EntityVersion[] => {
  const degrees = degreesOf(edges);
  const inFocus = new Set(focus.map(({ entity }) => entity));
  const rank = ({ entity }: EntityVersion): number => (inFocus.has(entity) ? 1 : 0);
  return Array.from(entities).toSorted(
    (a, b) =>
      rank(b) - rank(a) ||
      b.importance - a.importance ||
      (degrees.get(b.entity) ?? 0) - (degrees.get(a.entity) ?? 0) ||
      (a.key < b.key ? -1 : 1),
  );
};

/**
 * The graph at a moment (`validAt`) or of all times (null). It contains an entity if it contains a
 * fact about it or a relationship of it, or if the entity is in the focus. Two store calls for the
 * graph; one for its entities, and another if some of them are merged.
 */
export const drawGraph = async (
  space: Pick<SpaceOverview, "graphRelationships" | "factOwners">,
  graph: GraphReader,
  at: GraphTime,
  { focus, hops, types, first }: PictureRequest,
): Promise<GraphPicture> => {
  const [relationshipVersions, owners] = await Promise.all([
    space.graphRelationships({ at, types, limit: MOST_VERSIONS }),
    focus === null ? space.factOwners({ at, limit: MOST_OWNERS }) : [],
  ]);
  const versions = groupBy(relationshipVersions, ({ relationship }) => relationship);
  const newest = Array.from(versions.values(), (group) => group.at(-1) ?? group[0]);
  const ends = newest.flatMap(({ source, target }) => [source, target]);
  await loopQueue.pause();
  const shownById = await shownAs(graph, [...owners, ...ends], at.knownAt);
  await loopQueue.pause();
  const edges = edgesBetween(newest, shownById);
  const foundEntities =
    focus === null ? ownersAndEnds(owners, edges, shownById) : around(focus, edges, hops);
  await loopQueue.pause();
  const rankedEntities = mostImportantFirst(foundEntities.values(), edges, focus ?? []);
  const entities = rankedEntities.slice(0, Math.max(first, focus?.length ?? 0));
  await loopQueue.pause();
  const chosenIds = new Set(entities.map(({ entity }) => entity));
  const isAmong = (ids: Pick<ReadonlySet<EntityId>, "has">) => (edge: Edge) =>
    ids.has(edge.source.entity) && ids.has(edge.target.entity);
  return {
    entities,
    relationships: edges
      .filter(isAmong(chosenIds))
      .slice(0, first * RELATIONSHIPS_PER_ENTITY)
      .map(({ relationship }) => relationship),
    versions,
    totalEntities: foundEntities.size,
    totalRelationships: edges.filter(isAmong(foundEntities)).length,
  };
};
