import { members, type EntityVersion } from "../../memory/entity.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import {
  EMPTY_PAGE,
  type Page,
  type PageRequest,
  type RelationshipQuery,
} from "../../store/port.ts";
import {
  entitiesAt,
  type GraphReader,
  type RelationshipEnd,
  type Subject,
} from "./graph-reader.ts";

/** Number of relationships read at a time to count those of an entity that has absorbed others. */
const COUNTED_AT_A_TIME = 1000;

type Query = Omit<RelationshipQuery, "entities">;

/** A page without the relationships between an entity and the entities that it absorbed. */
const outwardPage = async (
  graph: GraphReader,
  entity: EntityVersion,
  query: Query,
): Promise<Page<RelationshipVersion>> => {
  const within = new Set(members(entity));
  const readOutward = async (
    start: PageRequest,
    enough: number,
  ): Promise<Page<RelationshipVersion>["items"]> => {
    const outward: Page<RelationshipVersion>["items"][number][] = [];
    for (let after = start.after; ;) {
      const { page: block } = await graph.relationships([entity], {
        ...query,
        page: { first: start.first, after },
      });
      outward.push(
        ...block.items.filter(({ item }) => !within.has(item.source) || !within.has(item.target)),
      );
      after = block.items.at(-1)?.cursor;
      if (outward.length >= enough || !block.hasNextPage || after === undefined) return outward;
    }
  };
  const { first, after } = query.page;
  const items = await readOutward({ first: first + 1, after }, first + 1);
  return {
    items: items.slice(0, first),
    hasNextPage: items.length > first,
    total: async () => (await readOutward({ first: COUNTED_AT_A_TIME }, Infinity)).length,
  };
};

/** The same page; the entities at the given ends are read too. */
const outwardPageWithEnds = async (
  graph: GraphReader,
  entity: EntityVersion,
  query: Query,
  ends: readonly RelationshipEnd[],
): Promise<Page<RelationshipVersion>> => {
  const page = await outwardPage(graph, entity, query);
  await graph.readEntities(entitiesAt(page, ends), query.at.knownAt);
  return page;
};

/**
 * A page of the relationships of an entity and of all entities that it absorbed, without those
 * between them. The entities at the given ends are read too: `graph.entity` then returns them.
 * Takes one store call, and one for the entities. Takes more for an entity that absorbed others,
 * because some results may be omitted.
 */
export const relationshipsOf = (
  graph: GraphReader,
  of: Subject,
  query: Query,
  ends: readonly RelationshipEnd[] = [],
): Promise<Page<RelationshipVersion>> =>
  // A walk has hundreds of these, and `await` would take another promise for each.
  graph.relationships([of], query, ends).then(({ subjects: [entity], page }) => {
    if (entity === undefined) return EMPTY_PAGE;
    return entity.absorbed.length === 0 ? page : outwardPageWithEnds(graph, entity, query, ends);
  });
