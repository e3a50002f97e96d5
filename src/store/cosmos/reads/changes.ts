import type { Change } from "../../../memory/change.ts";
import type { ChangeQuery, Page } from "../../port.ts";
import { COMMIT } from "../documents/commit-document.ts";
import { positionAt } from "../documents/envelope.ts";
import type { Partition } from "../partition/partition.ts";
import { ofType, withFilters, type Query } from "../partition/query.ts";
import { pageOf, positionOf } from "./pages.ts";

const positionOfChange = ({ at, ordinal }: Change): string => positionAt(at, ordinal);

const recordTimeOf = (position: string): string => position.slice(0, position.indexOf(" "));

/** Commit documents within the bounds that concern one of the entities. */
const commits = ({ from, to, entities }: ChangeQuery, after: string | null): Query => ({
  ...withFilters(
    {
      where: [ofType("commit"), "c.recordedAt > @from", "c.recordedAt <= @until"],
      parameters: { from, until: to },
    },
    [
      ["c.recordedAt >= @begin", "begin", after === null ? undefined : recordTimeOf(after)],
      [
        "EXISTS(SELECT VALUE e FROM e IN c.entities WHERE ARRAY_CONTAINS(@entities, e))",
        "entities",
        entities && [...entities],
      ],
    ],
  ),
  orderBy: "c.since",
});

/** At least `most` changes if there are as many, in the order in which they were recorded. */
const readChanges = async (
  partition: Partition,
  query: ChangeQuery,
  after: string | null,
  most: number,
): Promise<Change[]> => {
  const entities = query.entities && new Set(query.entities);
  const isWanted = (change: Change): boolean =>
    (!entities || change.entities.some((entity) => entities.has(entity))) &&
    (after === null || positionOfChange(change) > after);
  const matching: Change[] = [];
  for await (const page of partition.pages(COMMIT, commits(query, after), most)) {
    for (const { changes } of page) matching.push(...changes.filter(isWanted));
    if (matching.length >= most) break;
  }
  return matching;
};

export const changes = async (partition: Partition, query: ChangeQuery): Promise<Page<Change>> => {
  const after = positionOf("changes", query.page.after);
  return pageOf(
    "changes",
    await readChanges(partition, query, after, query.page.first + 1),
    query.page,
    (change) => change,
    positionOfChange,
    async () => (await readChanges(partition, query, null, Number.MAX_SAFE_INTEGER)).length,
  );
};
