import type { EntityVersion, SelfEvidence } from "../../../memory/entity.ts";
import type { EntityId } from "../../../memory/ids.ts";
import { foldName } from "../../../memory/names.ts";
import { believedAt, type Instant } from "../../../memory/time.ts";
import type { EntityQuery, Page } from "../../port.ts";
import { entityVersion, type EntityDocument } from "../documents/entity-document.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { BELIEVED, oneOf, ofType, RECORDED, TRUE_THEN, type Query } from "../query.ts";
import { byRequest, bySince, idsOf, inOrder, latestOf, type AsOf } from "./requests.ts";

const ENTITY = ofType("entity");

const recorded = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<EntityDocument[][]> => {
  if (requests.length === 0) return [];
  const rows = await partition.queryAmong<EntityDocument>(idsOf(requests), (ids) => ({
    where: [ENTITY, oneOf("entity", "ids"), RECORDED],
    parameters: { ids, knownAt: latestOf(requests) },
  }));
  return byRequest(requests, inOrder(rows), ({ entity }) => entity);
};

/** Requests of one record time, as a reader has them, cost one row each. */
export const entitiesAsOf = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<(EntityVersion | null)[]> => {
  const times = new Set(requests.map(({ knownAt }) => knownAt));
  const [only] = times;
  const versions =
    times.size === 1 && only !== undefined
      ? byRequest(
          requests,
          await partition.queryAmong<EntityDocument>(idsOf(requests), (ids) => ({
            where: [ENTITY, oneOf("entity", "ids"), BELIEVED],
            parameters: { ids, knownAt: only },
          })),
          ({ entity }) => entity,
        )
      : await recorded(partition, requests);
  return requests.map(({ knownAt }, i) => {
    const found = versions[i]?.find((version) => believedAt(version, knownAt));
    return found ? entityVersion(found, knownAt) : null;
  });
};

export const entityHistory = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<EntityVersion[][]> =>
  (await recorded(partition, requests)).map((versions, i) =>
    versions.map((version) => entityVersion(version, requests[i]!.knownAt)),
  );

/** A key stays with its entity for life, so that the first versions tell. */
export const entitiesByKey = async (
  partition: Partition,
  keys: readonly string[],
  knownAt: Instant,
): Promise<(EntityId | null)[]> => {
  if (keys.length === 0) return [];
  const rows = await partition.query<EntityDocument>({
    fields: ["entity", "key"],
    where: [ENTITY, "c.n = 1", oneOf("key", "keys"), RECORDED],
    parameters: { keys: [...new Set(keys)], knownAt },
  });
  const byKey = new Map(rows.map(({ key, entity }) => [key, entity]));
  return keys.map((key) => byKey.get(key) ?? null);
};

export const entitiesByName = async (
  partition: Partition,
  folded: readonly string[],
  knownAt: Instant,
): Promise<EntityId[][]> => {
  const names = [...new Set(folded)].filter((name) => name !== "");
  if (names.length === 0) return folded.map(() => []);
  const rows = await partition.query<EntityDocument>({
    fields: ["entity", "names", "since"],
    where: [
      ENTITY,
      BELIEVED,
      "EXISTS(SELECT VALUE m FROM m IN c.names WHERE ARRAY_CONTAINS(@names, m.name))",
    ],
    parameters: { names, knownAt },
  });
  return folded.map((name) =>
    bySince(rows)
      .flatMap(({ entity, names }) =>
        names.filter((own) => own.name === name).map(({ since }) => ({ entity, since })),
      )
      .toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
      .map(({ entity }) => entity),
  );
};

/** So many entities that a doubtful name may mean are looked at before the likeliest are given. */
const MOST_ALIKE = 500;
/** One name alike in whole weighs more than any number of shared words. */
const ALIKE_IN_WHOLE = 1000;

const beginningsOf = (name: string): string[] =>
  Array.from(name).map((_, i, letters) => letters.slice(0, i + 1).join(""));

export const entitiesByNamePart = async (
  partition: Partition,
  folded: readonly string[],
  knownAt: Instant,
  limit: number,
): Promise<EntityId[]> => {
  const names = [...new Set(folded)].filter((name) => name !== "");
  if (names.length === 0) return [];
  const words = new Set(names.flatMap((name) => name.split(" ")));
  const begins = names.map((_, i) => `STARTSWITH(m.name, @name${i})`);
  const rows = await partition.query<EntityDocument>({
    fields: ["entity", "names", "since"],
    where: [
      ENTITY,
      BELIEVED,
      `(EXISTS(SELECT VALUE w FROM w IN c.words WHERE ARRAY_CONTAINS(@words, w)) OR EXISTS(SELECT VALUE m FROM m IN c.names WHERE ARRAY_CONTAINS(@beginnings, m.name) OR ${begins.join(" OR ")}))`,
    ],
    parameters: {
      knownAt,
      words: [...words],
      beginnings: [...new Set(names.flatMap(beginningsOf))],
      ...Object.fromEntries(names.map((name, i) => [`name${i}`, name])),
    },
    orderBy: "c.since",
    top: MOST_ALIKE,
  });
  const weightOf = (name: string): number =>
    names.filter((wanted) => name.startsWith(wanted) || wanted.startsWith(name)).length *
      ALIKE_IN_WHOLE +
    name.split(" ").filter((word) => words.has(word)).length;
  return bySince(rows)
    .map(({ entity, names }) => ({
      entity,
      weight: Math.max(...names.map(({ name }) => weightOf(name))),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ entity }) => entity);
};

const STRONGEST_FIRST: readonly SelfEvidence[] = ["INTRODUCED", "UNNAMED_SPEAKER", "SPEAKER"];

export const self = async (partition: Partition, knownAt: Instant): Promise<EntityId | null> => {
  const rows = await partition.query<EntityDocument>({
    fields: ["entity", "self", "since"],
    where: [ENTITY, BELIEVED, oneOf("self", "evidence")],
    parameters: { knownAt, evidence: STRONGEST_FIRST },
  });
  const rank = ({ self }: EntityDocument): number => STRONGEST_FIRST.indexOf(self!);
  return bySince(rows).toSorted((a, b) => rank(a) - rank(b))[0]?.entity ?? null;
};

export const entities = async (
  partition: Partition,
  { type, nameContains, at, page }: EntityQuery,
): Promise<Page<EntityVersion>> => {
  const after = placeOf("entities", page.after);
  const part =
    nameContains === undefined || nameContains.trim() === "" ? undefined : foldName(nameContains);
  const visible: Query = {
    where: [
      ENTITY,
      BELIEVED,
      TRUE_THEN,
      "c.merged = false",
      ...(type === undefined ? [] : ["c.entityType = @entityType"]),
      ...(part === undefined
        ? []
        : ["EXISTS(SELECT VALUE m FROM m IN c.names WHERE CONTAINS(m.name, @part))"]),
    ],
    parameters: {
      knownAt: at.knownAt,
      validAt: at.validAt,
      ...(type === undefined ? {} : { entityType: type }),
      ...(part === undefined ? {} : { part }),
    },
  };
  // A part that folds to nothing (`!!`) is in no folded name.
  const rows =
    part === ""
      ? []
      : await partition.query<EntityDocument>({
          where: [...visible.where, ...(after === null ? [] : ["c.since > @after"])],
          parameters: { ...visible.parameters, ...(after === null ? {} : { after }) },
          orderBy: "c.since",
          top: page.first + 1,
        });
  return pageOf(
    "entities",
    rows,
    page,
    (row) => entityVersion(row, at.knownAt),
    ({ since }) => since,
    () => (part === "" ? Promise.resolve(0) : partition.count(visible)),
  );
};
