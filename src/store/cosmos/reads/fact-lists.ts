import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { TimePoint } from "../../../memory/time.ts";
import type { FactQuery, Page, RecentFactQuery, SpaceStore } from "../../port.ts";
import { FACT, factVersion, type FactDocument } from "../documents/fact-document.ts";
import type { Partition } from "../partition/partition.ts";
import {
  holdsAll,
  IS_BELIEVED,
  IS_TRUE,
  oneOf,
  ofType,
  withFilters,
  OLDEST_FIRST,
  type Query,
} from "../partition/query.ts";
import { readLists, readPagedLists, runInGroups } from "./batched-lists.ts";
import { readPage } from "./pages.ts";

const visibleAt = ({ knownAt, validAt }: TimePoint): Query => ({
  where: [ofType("fact"), IS_BELIEVED, IS_TRUE],
  parameters: { knownAt, validAt },
});

type FactFilters = Pick<FactQuery, "slot" | "minConfidence" | "tier" | "session" | "tags" | "at">;

const listQuery = (
  { slot, minConfidence, tier, session, tags, at }: FactFilters,
  entities: readonly EntityId[] | undefined,
  after: string | null,
): Query => ({
  ...withFilters(visibleAt(at), [
    [oneOf("entity", "entities"), "entities", entities && [...new Set(entities)]],
    ["c.slot = @slot", "slot", slot],
    ["c.confidence >= @minConfidence", "minConfidence", minConfidence],
    ["c.tier = @tier", "tier", tier],
    ["c.session = @session", "session", session],
    ...holdsAll("body.tags", "tag", tags),
    ["c.since > @after", "after", after ?? undefined],
  ]),
  orderBy: OLDEST_FIRST,
});

/** In the order in which they were first recorded. A query for all entities is read separately. */
export const facts = (
  partition: Partition,
  queries: readonly FactQuery[],
): Promise<Page<FactVersion>[]> =>
  runInGroups(
    queries,
    ({ index, item: { entities, slot, minConfidence, tier, session, tags, at } }) =>
      JSON.stringify(entities ? { slot, minConfidence, tier, session, tags, at } : index),
    (group) =>
      readPagedLists(partition, group, {
        name: "facts",
        shape: FACT,
        queryOf: listQuery,
        isAbout: (row: FactDocument, entities) => entities.has(row.entity),
        versionOf: factVersion,
      }),
  );

const importantQuery = (entities: readonly EntityId[], at: TimePoint): Query => ({
  ...listQuery({ at }, entities, null),
  orderBy: "c.importance DESC, c.since",
});

/** The most important facts first; of equally important facts, the one recorded first. */
export const importantFacts = (
  partition: Partition,
  requests: Parameters<SpaceStore["importantFacts"]>[0],
): Promise<FactVersion[][]> =>
  runInGroups(
    requests,
    ({ item: { at } }) => JSON.stringify(at),
    async (group) => {
      const { at } = group[0].item;
      const entities = group.flatMap(({ item }) => item.entities);
      const lists = await readLists(
        partition,
        FACT,
        importantQuery(entities, at),
        group.map(({ index, item }) => {
          const owners = new Set(item.entities);
          return {
            index,
            query: importantQuery(item.entities, at),
            most: item.limit,
            has: (row: FactDocument) => owners.has(row.entity),
          };
        }),
      );
      return lists.map(({ request: { index }, rows }) => ({
        index,
        item: rows.map((row) => factVersion(row, at.knownAt)),
      }));
    },
  );

/** Last recorded first. `since` starts with the instant at which a fact was first recorded. */
export const recentFacts = (
  partition: Partition,
  { at, session, tags, from, to, page }: RecentFactQuery,
): Promise<Page<FactVersion>> => {
  const visible = withFilters(visibleAt(at), [
    ["c.session = @session", "session", session],
    ...holdsAll("body.tags", "tag", tags),
    ["c.since >= @from", "from", from],
    ["c.since < @to", "to", to],
  ]);
  return readPage(partition, FACT, "recent", "NEWEST_FIRST", visible, page, (row) =>
    factVersion(row, at.knownAt),
  );
};
