import type { Change } from "../../../memory/change.ts";
import type { ChangeQuery, Page } from "../../port.ts";
import { COMMIT } from "../documents/commit-document.ts";
import { positionAt } from "../documents/envelope.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_RECORDED, ofType, withFilters, type Query, OLDEST_FIRST } from "../partition/query.ts";
import { pageOf, positionOf } from "./pages.ts";

const positionOfChange = ({ at, ordinal }: Change): string => positionAt(at, ordinal);

const recordTimeOf = (position: string): string => position.slice(0, position.indexOf(" "));

/** Maximum number of commit documents that are read together. */
const MOST_COMMITS = 500;

/**
 * Commit documents within the bounds that concern one of the entities. `beyond` is the position of
 * the last one that was read.
 */
const commits = (
  { from, to, entities }: ChangeQuery,
  after: string | null,
  beyond: string | undefined,
): Query => ({
  ...withFilters(
    {
      where: [ofType("commit"), "c.recordedAt > @from", IS_RECORDED],
      parameters: { from, knownAt: to },
    },
    [
      ["c.recordedAt >= @begin", "begin", after === null ? undefined : recordTimeOf(after)],
      [
        "EXISTS(SELECT VALUE e FROM e IN c.entities WHERE ARRAY_CONTAINS(@entities, e))",
        "entities",
        entities && [...entities],
      ],
      ["c.since > @beyond", "beyond", beyond],
    ],
  ),
  orderBy: OLDEST_FIRST,
});

/** Reads at least `most` changes if there are as many, in the order in which they were recorded. */
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
  const matchingChanges: Change[] = [];
  const top = Math.min(most, MOST_COMMITS);
  for (let beyond: string | undefined; ;) {
    const rows = await partition.query(COMMIT, { ...commits(query, after, beyond), top });
    for (const { changes } of rows) matchingChanges.push(...changes.filter(isWanted));
    beyond = rows.at(-1)?.since;
    if (matchingChanges.length >= most || rows.length < top) return matchingChanges;
  }
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
