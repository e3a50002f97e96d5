import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { TimePoint } from "../../../memory/time.ts";
import type { FactQuery, Page } from "../../port.ts";
import { factVersion, type FactDocument } from "../documents/fact-document.ts";
import { grouped } from "../grouped.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { BELIEVED, oneOf, ofType, TRUE_THEN, type Query } from "../query.ts";
import { readLists } from "./lists.ts";

const FACT = ofType("fact");

const visible = (
  query: Pick<FactQuery, "slot" | "minConfidence" | "tier" | "session" | "at">,
  entities: readonly EntityId[] | undefined,
  after: string | null,
): Query => ({
  where: [
    FACT,
    BELIEVED,
    TRUE_THEN,
    ...(entities ? [oneOf("entity", "entities")] : []),
    ...(query.slot === undefined ? [] : ["c.slot = @slot"]),
    ...(query.minConfidence === undefined ? [] : ["c.confidence >= @minConfidence"]),
    ...(query.tier === undefined ? [] : ["c.tier = @tier"]),
    ...(query.session === undefined ? [] : ["c.session = @session"]),
    ...(after === null ? [] : ["c.since > @after"]),
  ],
  parameters: {
    knownAt: query.at.knownAt,
    validAt: query.at.validAt,
    ...(entities ? { entities: [...new Set(entities)] } : {}),
    ...(query.slot === undefined ? {} : { slot: query.slot }),
    ...(query.minConfidence === undefined ? {} : { minConfidence: query.minConfidence }),
    ...(query.tier === undefined ? {} : { tier: query.tier }),
    ...(query.session === undefined ? {} : { session: query.session }),
    ...(after === null ? {} : { after }),
  },
  orderBy: "c.since",
});

/** Queries that differ in nothing but whose facts they ask for, and where they go on. */
const alike = async (
  partition: Partition,
  queries: readonly FactQuery[],
): Promise<Page<FactVersion>[]> => {
  const [first] = queries;
  const afters = queries.map(({ page }) => placeOf("facts", page.after));
  const common = visible(
    first!,
    queries.flatMap(({ entities = [] }) => entities),
    null,
  );
  const found = await readLists<FactDocument>(
    partition,
    common,
    queries.map((query, i) => {
      const owners = new Set(query.entities);
      const after = afters[i] ?? null;
      return {
        query: visible(query, query.entities, after),
        most: query.page.first + 1,
        has: (row) => owners.has(row.entity) && (after === null || row.since > after),
      };
    }),
  );
  return queries.map((query, i) =>
    pageOf(
      "facts",
      found[i]!,
      query.page,
      (row) => factVersion(row, query.at.knownAt),
      ({ since }) => since,
      () => partition.count(visible(query, query.entities, null)),
    ),
  );
};

export const facts = async (
  partition: Partition,
  queries: readonly FactQuery[],
): Promise<Page<FactVersion>[]> => {
  const kinds = grouped(
    queries.map((query, i) => ({ query, i })),
    ({ query: { entities, slot, minConfidence, tier, session, at }, i }) =>
      JSON.stringify(entities ? { slot, minConfidence, tier, session, at } : i),
  );
  const pages = new Map<number, Page<FactVersion>>();
  await Promise.all(
    [...kinds.values()].map(async (kind) => {
      const read = await alike(
        partition,
        kind.map(({ query }) => query),
      );
      for (const [at, { i }] of kind.entries()) pages.set(i, read[at]!);
    }),
  );
  return queries.map((_, i) => pages.get(i)!);
};

export interface ImportantQuery {
  readonly entities: readonly EntityId[];
  readonly at: TimePoint;
  readonly limit: number;
}

const important = (entities: readonly EntityId[], at: TimePoint): Query => ({
  ...visible({ at }, entities, null),
  orderBy: "c.importance DESC, c.since",
});

/** Of equally important facts the one that was recorded first comes first. */
export const importantFacts = async (
  partition: Partition,
  queries: readonly ImportantQuery[],
): Promise<FactVersion[][]> => {
  const found: FactVersion[][] = queries.map(() => []);
  await Promise.all(
    [...grouped([...queries.entries()], ([, { at }]) => JSON.stringify(at)).values()].map(
      async (kind) => {
        const { at } = kind[0]![1];
        const lists = await readLists<FactDocument>(
          partition,
          important(
            kind.flatMap(([, { entities }]) => entities),
            at,
          ),
          kind.map(([, { entities, limit }]) => {
            const owners = new Set(entities);
            return {
              query: important(entities, at),
              most: limit,
              has: (row) => owners.has(row.entity),
            };
          }),
        );
        for (const [n, [i]] of kind.entries())
          found[i] = lists[n]!.map((row) => factVersion(row, at.knownAt));
      },
    ),
  );
  return found;
};
