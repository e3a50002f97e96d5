import type { Change } from "../../../memory/change.ts";
import type { ChangeQuery, Page } from "../../port.ts";
import type { CommitDocument } from "../documents/commit-document.ts";
import { pageOf, placeAt, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { ofType, type Query } from "../query.ts";

const placeOfChange = ({ at, ordinal }: Change): string => placeAt(at, ordinal);

/** Documents of commits within the bounds that concern one of the entities. */
const commits = ({ from, to, entities }: ChangeQuery, after: string | null): Query => ({
  where: [
    ofType("commit"),
    "c.recordedAt > @from",
    "c.recordedAt <= @until",
    ...(after === null ? [] : ["c.recordedAt >= @begin"]),
    ...(entities
      ? ["EXISTS(SELECT VALUE e FROM e IN c.entities WHERE ARRAY_CONTAINS(@entities, e))"]
      : []),
  ],
  parameters: {
    from,
    until: to,
    ...(after === null ? {} : { begin: after.split(" ")[0]! }),
    ...(entities ? { entities } : {}),
  },
  orderBy: "c.since",
});

/** The changes of commits, one document of a commit after the other, until there are enough. */
const read = async (
  partition: Partition,
  query: ChangeQuery,
  after: string | null,
  most: number,
): Promise<Change[]> => {
  const followed = query.entities && new Set(query.entities);
  const found: Change[] = [];
  for await (const page of partition.pages<CommitDocument>(commits(query, after), most)) {
    for (const { changes } of page) {
      found.push(
        ...changes.filter(
          (change) =>
            (!followed || change.entities.some((entity) => followed.has(entity))) &&
            (after === null || placeOfChange(change) > after),
        ),
      );
    }
    if (found.length >= most) break;
  }
  return found;
};

export const changes = async (partition: Partition, query: ChangeQuery): Promise<Page<Change>> => {
  const found = await read(
    partition,
    query,
    placeOf("changes", query.page.after),
    query.page.first + 1,
  );
  return pageOf(
    "changes",
    found,
    query.page,
    (change) => change,
    placeOfChange,
    async () => (await read(partition, query, null, Number.MAX_SAFE_INTEGER)).length,
  );
};
