import { members } from "../../memory/entity.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Page, PageRequest, RelationshipQuery } from "../../store/port.ts";
import { EMPTY_PAGE } from "../page.ts";
import type { Graph, Subject } from "./graph.ts";

/** Relationships read at a time to count those of an entity that has absorbed others. */
const COUNTED_AT_A_TIME = 1000;

/**
 * A page of the relationships of an entity and of all that it has absorbed, without those between
 * these. One store call; more for an entity that has absorbed others, since some of what is read
 * may be left out.
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
