import type { Page, RelationshipQuery, SpaceStore } from "../../port.ts";
import {
  RELATIONSHIP,
  relationshipVersion,
  type RelationshipDocument,
} from "../documents/relationship-document.ts";
import type { Partition } from "../partition/partition.ts";
import {
  IS_BELIEVED,
  IS_RECORDED,
  IS_TRUE,
  oneOf,
  ofType,
  withFilters,
  OLDEST_FIRST,
  type Query,
} from "../partition/query.ts";
import { readPagedLists, runInGroups } from "./batched-lists.ts";
import type { EntityId, FactId, RelationshipId } from "../../../memory/ids.ts";
import type { RelationshipVersion } from "../../../memory/relationship.ts";
import type { Instant } from "../../../memory/time.ts";
import { newestVersions, type AsOf } from "./rows.ts";
import { versionsByRequest } from "./versions.ts";

const IS_RELATIONSHIP = ofType("relationship");

type RelationshipRequest = AsOf & { readonly relationship: RelationshipId };

export const relationshipsAsOf = async (
  partition: Partition,
  requests: readonly RelationshipRequest[],
): Promise<(RelationshipVersion | null)[]> =>
  (await versionsByRequest(partition, "relationship", RELATIONSHIP, requests)).map(
    ({ request, rows }) => {
      const newest = rows.at(-1);
      return newest ? relationshipVersion(newest, request.knownAt) : null;
    },
  );

export const relationshipHistory = async (
  partition: Partition,
  requests: readonly RelationshipRequest[],
): Promise<RelationshipVersion[][]> =>
  (await versionsByRequest(partition, "relationship", RELATIONSHIP, requests)).map(
    ({ request, rows }) => rows.map((row) => relationshipVersion(row, request.knownAt)),
  );

const newestOf = (rows: readonly RelationshipDocument[], knownAt: Instant): RelationshipVersion[] =>
  newestVersions(rows, ({ relationship }) => relationship).map((row) =>
    relationshipVersion(row, knownAt),
  );

export const relationshipsByEvidence = async (
  partition: Partition,
  facts: readonly FactId[],
  knownAt: Instant,
): Promise<RelationshipVersion[]> => {
  if (facts.length === 0) return [];
  const rows = await partition.query(RELATIONSHIP, {
    where: [IS_RELATIONSHIP, oneOf("evidence", "facts"), IS_RECORDED],
    parameters: { facts: [...new Set(facts)], knownAt },
  });
  return newestOf(rows, knownAt);
};

/** The newest version of each up to `knownAt`, also of those that hold no longer. */
export const relationshipsBetween = async (
  partition: Partition,
  { sources, targets, type }: Parameters<SpaceStore["relationshipsBetween"]>[0],
  knownAt: Instant,
): Promise<RelationshipVersion[]> => {
  const rows = await partition.query(RELATIONSHIP, {
    where: [
      IS_RELATIONSHIP,
      oneOf("source", "sources"),
      oneOf("target", "targets"),
      "c.relationshipType = @relationshipType",
      IS_RECORDED,
    ],
    parameters: {
      sources: [...sources],
      targets: [...targets],
      relationshipType: type,
      knownAt,
    },
  });
  return newestOf(rows, knownAt);
};

const TOUCHES_ENTITIES: Readonly<Record<RelationshipQuery["direction"], string>> = {
  OUT: oneOf("source", "entities"),
  IN: oneOf("target", "entities"),
  BOTH: `(${oneOf("source", "entities")} OR ${oneOf("target", "entities")})`,
};

const listQuery = (
  { direction, types, at }: Pick<RelationshipQuery, "direction" | "types" | "at">,
  entities: readonly EntityId[] = [],
  after: string | null = null,
): Query => ({
  ...withFilters(
    {
      where: [IS_RELATIONSHIP, IS_BELIEVED, IS_TRUE, TOUCHES_ENTITIES[direction]],
      parameters: {
        knownAt: at.knownAt,
        validAt: at.validAt,
        entities: [...new Set(entities)],
      },
    },
    [
      [oneOf("relationshipType", "types"), "types", types && [...types]],
      ["c.since > @after", "after", after ?? undefined],
    ],
  ),
  orderBy: OLDEST_FIRST,
});

/** First recorded first. */
export const relationships = (
  partition: Partition,
  queries: readonly RelationshipQuery[],
): Promise<Page<RelationshipVersion>[]> =>
  runInGroups(
    queries,
    ({ item: { direction, types, at } }) => JSON.stringify({ direction, types, at }),
    (group) =>
      readPagedLists(partition, group, {
        name: "relationships",
        shape: RELATIONSHIP,
        queryOf: listQuery,
        isAbout: ({ source, target }: RelationshipDocument, entities, { direction }) =>
          (direction !== "IN" && entities.has(source)) ||
          (direction !== "OUT" && entities.has(target)),
        versionOf: relationshipVersion,
      }),
  );
