import { members, type EntityVersion } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { Instant, TimePoint } from "../memory/time.ts";
import type { Page, RelationshipQuery } from "../store/port.ts";

/** Whom a reader asks about: an entity as it stands at the time point, or only its id, to be looked up on the way. */
export type Subject = EntityVersion | EntityId;

/** The entity graph, read one piece at a time; whoever hands it out gathers what is asked for side by side into few store calls. */
export interface Graph {
  /** Reads the entities that stand for ids, so that `entity` gives them at once. */
  readEntities(ids: Iterable<EntityId>, knownAt: Instant): Promise<void>;
  /** The entity that stands for an id: the one that it is merged into, where it is. Null where it was not known at `knownAt`. */
  entity(id: EntityId, knownAt: Instant): EntityVersion | null | Promise<EntityVersion | null>;
  /** A page of the relationships of some entities, and these as they stand at its time point. One that was not known by then has none. */
  relationships(
    of: readonly Subject[],
    query: Omit<RelationshipQuery, "entities">,
  ): Promise<OfSubjects<RelationshipVersion>>;
}

export interface OfSubjects<T> {
  readonly subjects: readonly EntityVersion[];
  readonly page: Page<T>;
}

/** A page without anything in it. */
export const EMPTY_PAGE: Page<never> = {
  items: [],
  hasNextPage: false,
  total: () => Promise.resolve(0),
};

/** A relationship between two entities as they stand, merges told. */
export interface GraphEdge {
  readonly relationship: RelationshipVersion;
  readonly source: EntityVersion;
  readonly target: EntityVersion;
}

/** How many relationships one step of a walk reads at most; of an entity with more, those that were recorded first. */
export const MAXIMUM_SURROUNDINGS = 10_000;

const byId = (a: RelationshipVersion, b: RelationshipVersion): number =>
  a.relationship < b.relationship ? -1 : 1;

/**
 * The relationships of some entities that are visible at a time point, either way, in the order of their ids, which is the order in
 * which they were made. Those within one entity (between it and what it absorbed) are left out. One call for the relationships, one
 * for the entities at their other ends, a third only where some of these are merged into others.
 */
export const surroundings = async (
  graph: Graph,
  of: readonly Subject[],
  types: readonly string[] | undefined,
  at: TimePoint,
): Promise<{
  readonly subjects: readonly EntityVersion[];
  readonly edges: readonly GraphEdge[];
}> => {
  if (of.length === 0) return { subjects: [], edges: [] };
  const { subjects, page } = await graph.relationships(of, {
    direction: "BOTH",
    types,
    at,
    page: { first: MAXIMUM_SURROUNDINGS },
  });
  const known = new Map<EntityId, EntityVersion | null>(
    subjects.flatMap((subject) => members(subject).map((id) => [id, subject])),
  );
  const relationships = page.items.map(({ item }) => item).toSorted(byId);
  const others = new Set(
    relationships.flatMap(({ source, target }) => [source, target]).filter((id) => !known.has(id)),
  );
  await graph.readEntities(others, at.knownAt);
  for (const id of others) {
    const entity = graph.entity(id, at.knownAt);
    known.set(id, entity instanceof Promise ? await entity : entity);
  }
  const edges = relationships.flatMap((relationship) => {
    const source = known.get(relationship.source);
    const target = known.get(relationship.target);
    return source && target && source.entity !== target.entity
      ? [{ relationship, source, target }]
      : [];
  });
  return { subjects, edges };
};
