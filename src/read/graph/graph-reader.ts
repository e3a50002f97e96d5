import { members, type EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";
import type { Page, RelationshipQuery } from "../../store/port.ts";

/** An entity to read: its version at the time point, or only its id, which is then looked up. */
export type Subject = EntityVersion | EntityId;

/** An end of a relationship. */
export type RelationshipEnd = "source" | "target";

/** The entities at some ends of the relationships of a page, added to those of other pages. */
export const entitiesAt = (
  { items }: Page<RelationshipVersion>,
  ends: readonly RelationshipEnd[],
  ids = new Set<EntityId>(),
): Set<EntityId> => {
  for (const end of ends) for (const { item } of items) ids.add(item[end]);
  return ids;
};

/**
 * The entity graph, read piece by piece. An implementation batches concurrent calls into few store
 * calls.
 */
export interface GraphReader {
  /**
   * Reads the versions under which some ids are shown, so that `entity` needs no store call for
   * them.
   */
  readEntities(ids: Iterable<EntityId>, knownAt: Instant): Promise<void>;
  /**
   * The version under which an id is shown: its own, or that of the entity into which it is merged.
   * Null if it was not known at `knownAt`.
   */
  entity(id: EntityId, knownAt: Instant): EntityVersion | null | Promise<EntityVersion | null>;
  /**
   * A page of the relationships of some entities, with the version of each entity at its time
   * point. An entity that was not known then has no relationships. The entities at the given ends
   * are read too, as by `readEntities`.
   */
  relationships(
    of: readonly Subject[],
    query: Omit<RelationshipQuery, "entities">,
    ends?: readonly RelationshipEnd[],
  ): Promise<OfSubjects<RelationshipVersion>>;
}

/** A page of the relationships of some entities, and the versions of these entities. */
export interface OfSubjects<T> {
  readonly subjects: readonly EntityVersion[];
  readonly page: Page<T>;
}

/** A relationship between the shown versions of its two entities. */
export interface GraphEdge {
  readonly relationship: RelationshipVersion;
  readonly source: EntityVersion;
  readonly target: EntityVersion;
}

/**
 * Maximum number of relationships that one step of a walk reads; if there are more, those recorded
 * first.
 */
const MAXIMUM_SURROUNDINGS = 10_000;

const byId = (a: RelationshipVersion, b: RelationshipVersion): number =>
  a.relationship < b.relationship ? -1 : 1;

/**
 * The relationships of some entities that are visible at a time point, in both directions, in the
 * order of their creation (the order of their ids). Relationships between an entity and one that it
 * absorbed are omitted. Takes one store call for the relationships and one for the entities at the
 * other ends; a third if some of these are merged.
 */
export const surroundings = async (
  graph: GraphReader,
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
  const endpoints = new Map<EntityId, EntityVersion | null>(
    subjects.flatMap((subject) => members(subject).map((id) => [id, subject])),
  );
  const relationships = page.items.map(({ item }) => item).toSorted(byId);
  const others = new Set(
    relationships
      .flatMap(({ source, target }) => [source, target])
      .filter((id) => !endpoints.has(id)),
  );
  await graph.readEntities(others, at.knownAt);
  for (const id of others) {
    const entity = graph.entity(id, at.knownAt);
    endpoints.set(id, entity instanceof Promise ? await entity : entity);
  }
  const edges = relationships.flatMap((relationship) => {
    const source = endpoints.get(relationship.source);
    const target = endpoints.get(relationship.target);
    return source && target && source.entity !== target.entity
      ? [{ relationship, source, target }]
      : [];
  });
  return { subjects, edges };
};
