import { members } from "../memory/entity.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { Page, PageRequest, RelationshipQuery } from "../store/port.ts";
import { EMPTY_PAGE, type Graph, type Subject } from "./graph.ts";

type Item = Page<RelationshipVersion>["items"][number];

/** How many relationships are read at a time to count those of an entity that has absorbed others. */
const BLOCK = 1000;

/**
 * A page of the relationships of an entity and of all that it has absorbed; those between these themselves are left out. One store
 * call, but for an entity that has absorbed others, where some may fall away.
 */
export const relationshipsOf = async (
  graph: Graph,
  of: Subject,
  query: Omit<RelationshipQuery, "entities">,
): Promise<Page<RelationshipVersion>> => {
  const {
    subjects: [entity],
    page,
  } = await graph.relationships([of], query);
  if (entity === undefined) return EMPTY_PAGE;
  if (entity.absorbed.length === 0) return page;
  const within = new Set(members(entity));
  const read = async (start: PageRequest, enough: number): Promise<Item[]> => {
    const found: Item[] = [];
    for (let after = start.after; ;) {
      const { page: block } = await graph.relationships([entity], {
        ...query,
        page: { first: start.first, after },
      });
      found.push(
        ...block.items.filter(({ item }) => !within.has(item.source) || !within.has(item.target)),
      );
      after = block.items.at(-1)?.cursor;
      if (found.length >= enough || !block.hasNextPage || after === undefined) return found;
    }
  };
  const { first, after } = query.page;
  const found = await read({ first: first + 1, after }, first + 1);
  return {
    items: found.slice(0, first),
    hasNextPage: found.length > first,
    total: async () => (await read({ first: BLOCK }, Infinity)).length,
  };
};
