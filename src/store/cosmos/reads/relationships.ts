import type { EntityId, FactId } from "../../../memory/ids.ts";
import type { RelationshipVersion } from "../../../memory/relationship.ts";
import type { Instant } from "../../../memory/time.ts";
import type { Page, RelationshipQuery } from "../../port.ts";
import {
  relationshipVersion,
  type RelationshipDocument,
} from "../documents/relationship-document.ts";
import { grouped } from "../grouped.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { BELIEVED, oneOf, ofType, RECORDED, TRUE_THEN, type Query } from "../query.ts";
import { readLists } from "./lists.ts";
import { byRequest, bySince, idsOf, inOrder, latestOf, type AsOf } from "./requests.ts";

const RELATIONSHIP = ofType("relationship");

const recorded = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<RelationshipDocument[][]> => {
  if (requests.length === 0) return [];
  const rows = await partition.queryAmong<RelationshipDocument>(idsOf(requests), (ids) => ({
    where: [RELATIONSHIP, oneOf("relationship", "ids"), RECORDED],
    parameters: { ids, knownAt: latestOf(requests) },
  }));
  return byRequest(requests, inOrder(rows), ({ relationship }) => relationship);
};

export const relationshipsAsOf = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<(RelationshipVersion | null)[]> =>
  (await recorded(partition, requests)).map((versions, i) => {
    const newest = versions.at(-1);
    return newest ? relationshipVersion(newest, requests[i]!.knownAt) : null;
  });

export const relationshipHistory = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<RelationshipVersion[][]> =>
  (await recorded(partition, requests)).map((versions, i) =>
    versions.map((version) => relationshipVersion(version, requests[i]!.knownAt)),
  );

const newestOf = (rows: readonly RelationshipDocument[], knownAt: Instant): RelationshipVersion[] =>
  bySince(
    [...grouped(inOrder(rows), ({ relationship }) => relationship).values()].map((versions) =>
      versions.at(-1)!,
    ),
  ).map((version) => relationshipVersion(version, knownAt));

export const relationshipsByEvidence = async (
  partition: Partition,
  facts: readonly FactId[],
  knownAt: Instant,
): Promise<RelationshipVersion[]> =>
  facts.length === 0
    ? []
    : newestOf(
        await partition.query<RelationshipDocument>({
          where: [RELATIONSHIP, oneOf("evidence", "facts"), RECORDED],
          parameters: { facts: [...new Set(facts)], knownAt },
        }),
        knownAt,
      );

export const relationshipsBetween = async (
  partition: Partition,
  {
    sources,
    targets,
    type,
  }: {
    readonly sources: readonly EntityId[];
    readonly targets: readonly EntityId[];
    readonly type: string;
  },
  knownAt: Instant,
): Promise<RelationshipVersion[]> => {
  const where = [
    RELATIONSHIP,
    oneOf("source", "sources"),
    oneOf("target", "targets"),
    "c.relationshipType = @relationshipType",
    RECORDED,
  ];
  return newestOf(
    await partition.query<RelationshipDocument>({
      where,
      parameters: { sources, targets, relationshipType: type, knownAt },
    }),
    knownAt,
  );
};

const ENDS: Readonly<Record<RelationshipQuery["direction"], string>> = {
  OUT: oneOf("source", "entities"),
  IN: oneOf("target", "entities"),
  BOTH: `(${oneOf("source", "entities")} OR ${oneOf("target", "entities")})`,
};

const visible = (
  { direction, types, at }: Pick<RelationshipQuery, "direction" | "types" | "at">,
  entities: readonly EntityId[],
  after: string | null,
): Query => ({
  where: [
    RELATIONSHIP,
    BELIEVED,
    TRUE_THEN,
    ENDS[direction],
    ...(types ? [oneOf("relationshipType", "types")] : []),
    ...(after === null ? [] : ["c.since > @after"]),
  ],
  parameters: {
    knownAt: at.knownAt,
    validAt: at.validAt,
    entities: [...new Set(entities)],
    ...(types ? { types } : {}),
    ...(after === null ? {} : { after }),
  },
  orderBy: "c.since",
});

/** Queries that differ in nothing but whose relationships they ask for, and where they go on. */
const alike = async (
  partition: Partition,
  queries: readonly RelationshipQuery[],
): Promise<Page<RelationshipVersion>[]> => {
  const afters = queries.map(({ page }) => placeOf("relationships", page.after));
  const found = await readLists<RelationshipDocument>(
    partition,
    visible(
      queries[0]!,
      queries.flatMap(({ entities }) => entities),
      null,
    ),
    queries.map((query, i) => {
      const ends = new Set(query.entities);
      const after = afters[i] ?? null;
      const touches = ({ source, target }: RelationshipDocument): boolean =>
        (query.direction !== "IN" && ends.has(source)) ||
        (query.direction !== "OUT" && ends.has(target));
      return {
        query: visible(query, query.entities, after),
        most: query.page.first + 1,
        has: (row) => touches(row) && (after === null || row.since > after),
      };
    }),
  );
  return queries.map((query, i) =>
    pageOf(
      "relationships",
      found[i]!,
      query.page,
      (row) => relationshipVersion(row, query.at.knownAt),
      ({ since }) => since,
      () => partition.count(visible(query, query.entities, null)),
    ),
  );
};

export const relationships = async (
  partition: Partition,
  queries: readonly RelationshipQuery[],
): Promise<Page<RelationshipVersion>[]> => {
  const pages = new Map<number, Page<RelationshipVersion>>();
  await Promise.all(
    [
      ...grouped([...queries.entries()], ([, { direction, types, at }]) =>
        JSON.stringify({ direction, types, at }),
      ).values(),
    ].map(async (kind) => {
      const read = await alike(
        partition,
        kind.map(([, query]) => query),
      );
      for (const [n, [i]] of kind.entries()) pages.set(i, read[n]!);
    }),
  );
  return queries.map((_, i) => pages.get(i)!);
};
