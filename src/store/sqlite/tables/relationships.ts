import type { EntityId, FactId, RelationshipId } from "../../../memory/ids.ts";
import type { RelationshipVersion } from "../../../memory/relationship.ts";
import type { Instant } from "../../../memory/time.ts";
import type { RelationshipQuery } from "../../port.ts";
import { BEFORE_END, END, toInstant, toMillis } from "../database/instants.ts";
import { keyList, versionCacheOf, type VersionKey } from "../database/version-cache.ts";
import { cursorOf, pageOf, positionOf, type ReadPage } from "../database/pages.ts";
import { asList, asRequests, byRequest, oneByRequest } from "../database/requests.ts";
import type { SpaceFile } from "../database/space-file.ts";
import type { EntityNumbers } from "./entities.ts";

const NUMBER = `SELECT num FROM relationship WHERE id = ?`;
const EXPIRE = `
UPDATE relationship_version
SET expired = ?
WHERE relationship = ? AND n = ? AND expired = ${END}`;
const EXPIRE_NEWEST = `UPDATE relationship SET expired = ? WHERE num = ?`;
const ADD = `
INSERT INTO relationship (id, source, target, type, evidence, first_recorded, recorded, expired,
  valid_from, valid_to)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const CHANGE = `
UPDATE relationship
SET recorded = ?, expired = ?, valid_from = ?, valid_to = ?
WHERE num = ?`;
const ADD_VERSION = `
INSERT INTO relationship_version (relationship, recorded, n, expired, valid_from, valid_to,
  strength, decision)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Throws if the version does not exist or has expired. */
export const expireRelationship = (
  file: SpaceFile,
  id: RelationshipId,
  n: number,
  recordedMillis: number,
): void => {
  const [number] = file.first<readonly [number]>(NUMBER, id) ?? [0];
  if (file.run(EXPIRE, recordedMillis, number, n) !== 1)
    throw new Error(`There is no believed version ${n} of relationship ${id}.`);
  file.run(EXPIRE_NEWEST, recordedMillis, number);
};

/**
 * Records a version of a relationship. Its first version also records its ends, which never change;
 * each version sets the times of the newest one.
 */
export const recordRelationship = (
  file: SpaceFile,
  numbers: EntityNumbers,
  version: RelationshipVersion,
  recordedMillis: number,
): void => {
  const times = [
    toMillis(version.expiredAt),
    toMillis(version.validFrom),
    toMillis(version.validTo),
  ] as const;
  const knownNumber = file.first<readonly [number]>(NUMBER, version.relationship)?.[0];
  const number =
    knownNumber ??
    file.insert(
      ADD,
      version.relationship,
      numbers.of(version.source),
      numbers.of(version.target),
      version.type,
      version.evidence,
      recordedMillis,
      recordedMillis,
      ...times,
    );
  if (knownNumber !== undefined) file.run(CHANGE, recordedMillis, ...times, number);
  file.run(
    ADD_VERSION,
    number,
    recordedMillis,
    version.n,
    ...times,
    version.strength,
    version.decision,
  );
};

/**
 * A row of `RELATIONSHIP_COLUMNS` after the index of the request that it answers.
 */
export type RelationshipRow = readonly [
  request: number,
  num: number,
  relationship: string,
  source: string,
  target: string,
  type: string,
  evidence: string,
  n: number,
  recorded: number,
  expired: number,
  validFrom: number,
  validTo: number,
  strength: number,
  decision: string,
];

/** Columns of a version `v`, its relationship `f` and the entities at its ends. */
export const RELATIONSHIP_COLUMNS = `f.num, f.id, a.id, b.id, f.type, f.evidence, v.n, v.recorded, v.expired, v.valid_from, v.valid_to, v.strength, v.decision`;
export const JOIN_ENDS = `
CROSS JOIN entity a ON a.num = f.source
CROSS JOIN entity b ON b.num = f.target`;

/** The version as of `knownAt`. */
export const relationshipVersionOf = (
  row: RelationshipRow,
  knownAt: number,
): RelationshipVersion => {
  const [
    ,
    ,
    relationship,
    source,
    target,
    type,
    evidence,
    n,
    recordedMillis,
    expiredMillis,
    validFrom,
    validTo,
    strength,
    decision,
  ] = row;
  return {
    relationship,
    n,
    source,
    target,
    type,
    strength,
    evidence,
    decision,
    validFrom: toInstant(validFrom),
    validTo: toInstant(validTo),
    recordedAt: toInstant(recordedMillis),
    expiredAt: toInstant(expiredMillis > knownAt ? END : expiredMillis),
  };
};

type Request = { readonly relationship: RelationshipId; readonly knownAt: Instant };
const asRows = (requests: readonly Request[]): string =>
  asRequests(requests.map(({ relationship, knownAt }) => [relationship, toMillis(knownAt)]));

const AS_OF = `
SELECT r.key, ${RELATIONSHIP_COLUMNS}
FROM json_each(?) r
CROSS JOIN relationship f ON f.id = r.value ->> 0
CROSS JOIN relationship_version v ON v.relationship = f.num
  AND v.recorded = (SELECT max(x.recorded) FROM relationship_version x WHERE x.relationship = f.num AND x.recorded <= r.value ->> 1)
${JOIN_ENDS}`;

export const relationshipsAsOf = (
  file: SpaceFile,
  requests: readonly Request[],
): (RelationshipVersion | null)[] =>
  oneByRequest(requests, file.all<RelationshipRow>(AS_OF, asRows(requests)), (row, { knownAt }) =>
    relationshipVersionOf(row, toMillis(knownAt)),
  );

const HISTORY = `
SELECT r.key, ${RELATIONSHIP_COLUMNS}
FROM json_each(?) r
CROSS JOIN relationship f ON f.id = r.value ->> 0
CROSS JOIN relationship_version v ON v.relationship = f.num AND v.recorded <= r.value ->> 1
${JOIN_ENDS}
ORDER BY r.key, v.recorded`;

export const relationshipHistory = (
  file: SpaceFile,
  requests: readonly Request[],
): RelationshipVersion[][] =>
  byRequest(requests, file.all<RelationshipRow>(HISTORY, asRows(requests)), (row, { knownAt }) =>
    relationshipVersionOf(row, toMillis(knownAt)),
  );

const NEWEST = `
CROSS JOIN relationship_version v ON v.relationship = f.num
  AND v.recorded = f.recorded ${JOIN_ENDS}`;

const BY_EVIDENCE = `
SELECT 0, ${RELATIONSHIP_COLUMNS}
FROM relationship f ${NEWEST}
WHERE f.evidence IN (SELECT value FROM json_each(?))
ORDER BY f.num`;

export const relationshipsByEvidence = (
  file: SpaceFile,
  facts: readonly FactId[],
): RelationshipVersion[] =>
  file
    .all<RelationshipRow>(BY_EVIDENCE, asList(facts))
    .map((row) => relationshipVersionOf(row, END - 1));

const BETWEEN = `
SELECT 0, ${RELATIONSHIP_COLUMNS}
FROM json_each(?1) s CROSS JOIN entity o ON o.id = s.value
CROSS JOIN json_each(?2) d CROSS JOIN entity p ON p.id = d.value
CROSS JOIN relationship f ON f.source = o.num AND f.target = p.num AND f.type = ?3
${NEWEST}
ORDER BY f.num`;

/** The newest version of each, also of those that hold no longer. */
export const relationshipsBetween = (
  file: SpaceFile,
  {
    sources,
    targets,
    type,
  }: {
    readonly sources: readonly EntityId[];
    readonly targets: readonly EntityId[];
    readonly type: string;
  },
): RelationshipVersion[] =>
  file
    .all<RelationshipRow>(
      BETWEEN,
      asList([...new Set(sources)]),
      asList([...new Set(targets)]),
      type,
    )
    .map((row) => relationshipVersionOf(row, END - 1));

type End = "source" | "target";
const ENDS: Readonly<Record<RelationshipQuery["direction"], readonly End[]>> = {
  OUT: ["source"],
  IN: ["target"],
  BOTH: ["source", "target"],
};

/**
 * ?1 entities, ?2 knownAt, ?3 validAt, ?4 types. Types are names without signs, so that one can be
 * searched for in the JSON of the list, which is not parsed for each row. The row of a relationship
 * contains the intervals of its newest version. Only reads of the past look for an earlier version.
 */
const VISIBLE = `
(?4 IS NULL OR instr(?4, '"' || c.type || '"') > 0)
AND CASE WHEN c.recorded <= ?2 THEN ?2 < c.expired AND c.valid_from <= ?3 AND ?3 < c.valid_to
  ELSE c.first_recorded <= ?2 AND (
    SELECT ?2 < x.expired AND x.valid_from <= ?3 AND ?3 < x.valid_to
    FROM relationship_version x WHERE x.relationship = c.num AND x.recorded <= ?2 ORDER BY x.recorded DESC LIMIT 1)
  END`;

const OWNERS = `json_each(?1) r CROSS JOIN entity o ON o.id = r.value`;
const candidates = (end: End): string =>
  `relationship c INDEXED BY relationship_${end} WHERE c.${end} = o.num AND ${VISIBLE}`;

/**
 * The first relationships of each entity at one end, each with the record time of its visible
 * version, as one JSON array, because a row for each would take twice as long. ?5 after, ?6 limit.
 */
const page = (end: End): string => `
SELECT r.key, (
  SELECT json_group_array(json_array(num, recorded)) FROM (
    SELECT c.num, CASE WHEN c.recorded <= ?2 THEN c.recorded ELSE (SELECT max(x.recorded) FROM relationship_version x WHERE x.relationship = c.num AND x.recorded <= ?2) END AS recorded
    FROM ${candidates(end)} AND c.num > ?5 ORDER BY c.num LIMIT ?6))
FROM ${OWNERS}`;
const PAGES: Readonly<Record<End, string>> = { source: page("source"), target: page("target") };

const total = (ends: readonly End[]): string => `
SELECT count(DISTINCT c.num) FROM ${OWNERS}
CROSS JOIN relationship c ON c.num IN (${ends.map((end) => `SELECT c.num FROM ${candidates(end)}`).join(" UNION ALL ")})`;

const BY_VERSION_KEY = `
SELECT r.key, ${RELATIONSHIP_COLUMNS}
FROM json_each(?) r
CROSS JOIN relationship f ON f.num = r.value ->> 0
CROSS JOIN relationship_version v ON v.relationship = f.num AND v.recorded = r.value ->> 1
${JOIN_ENDS}
ORDER BY r.key`;

const withKeys = (file: SpaceFile, keys: readonly VersionKey[]): RelationshipVersion[] =>
  file
    .all<RelationshipRow>(BY_VERSION_KEY, asRequests(keys))
    .map((row) => relationshipVersionOf(row, BEFORE_END));

type Values = readonly [types: string | null, knownAt: number, validAt: number];

const valuesOf = ({ types, at }: RelationshipQuery): Values => [
  types === undefined ? null : asList(types),
  toMillis(at.knownAt),
  toMillis(at.validAt),
];

/** Queries of several readers that differ only in their entities, as is usual. */
interface QueryGroup {
  readonly ends: readonly End[];
  readonly values: Values;
  readonly after: number;
  /** Maximum number of relationships of each entity that are read. */
  limit: number;
  /** The entities of all queries, and the query of each, by its index. */
  readonly entities: EntityId[];
  readonly queryOf: number[];
}

/** The queries in groups that differ only in their entities: each group takes one statement. */
const groupsOf = (queries: readonly RelationshipQuery[]): Iterable<QueryGroup> => {
  const groups = new Map<string, QueryGroup>();
  for (const [index, query] of queries.entries()) {
    const { direction, types, at, page } = query;
    const after = positionOf("relationships", page.after, 0);
    const key = `${direction} ${at.knownAt} ${at.validAt} ${after} ${types?.join() ?? "*"}`;
    const group = groups.get(key) ?? {
      ends: ENDS[direction],
      values: valuesOf(query),
      after,
      limit: 0,
      entities: [],
      queryOf: [],
    };
    groups.set(key, group);
    group.limit = Math.max(group.limit, query.page.first + 1);
    for (const entity of new Set(query.entities)) {
      group.entities.push(entity);
      group.queryOf.push(index);
    }
  }
  return groups.values();
};

/** For each query the keys of the first relationships of each of its entities, at each end. */
const keyListsOf = (
  file: SpaceFile,
  queries: readonly RelationshipQuery[],
): (readonly VersionKey[])[][] => {
  const lists = queries.map((): (readonly VersionKey[])[] => []);
  for (const { ends, values, after, limit, entities, queryOf } of groupsOf(queries)) {
    if (entities.length === 0) continue;
    const [types, knownAt, validAt] = values;
    for (const end of ends) {
      const rows = file.all<readonly [number, string]>(
        PAGES[end],
        asList(entities),
        knownAt,
        validAt,
        types,
        after,
        limit,
      );
      for (const [entity, keys] of rows) lists[queryOf[entity] ?? NaN]?.push(keyList(keys));
    }
  }
  return lists;
};

/** Counts the relationships of all pages of a query. */
const countOf =
  (query: RelationshipQuery) =>
  (file: SpaceFile): number => {
    const [types, knownAt, validAt] = valuesOf(query);
    const entities = asList([...new Set(query.entities)]);
    const sql = total(ENDS[query.direction]);
    return file.only<readonly [number]>(sql, entities, knownAt, validAt, types)[0];
  };

/** Merges the lists of several entities, or of both ends, without duplicates. */
const mergeKeys = (lists: readonly (readonly VersionKey[])[]): readonly VersionKey[] => {
  const [first = []] = lists;
  if (lists.length < 2) return first;
  return [...new Map(lists.flat().map((key) => [key[0], key])).values()].sort(
    (a, b) => a[0] - b[0],
  );
};

/**
 * Reads the page of each query. Runs one statement for each end and each group of queries, and
 * another for versions that are not cached.
 */
export const relationships = (
  file: SpaceFile,
  queries: readonly RelationshipQuery[],
): ReadPage<RelationshipVersion>[] => {
  const keyLists = keyListsOf(file, queries);
  const pages = queries.map(({ page: { first } }, index) =>
    mergeKeys(keyLists[index] ?? []).slice(0, first + 1),
  );
  // In the order of the keys: each page takes its versions in turn.
  const versions = versionCacheOf(file)
    .relationships.get(pages.flat(), (keys) => withKeys(file, keys))
    .values();
  const items = pages.map((keys) => {
    const page: { item: RelationshipVersion; cursor: string }[] = [];
    for (const key of keys) {
      const { value: item } = versions.next();
      if (item !== undefined) page.push({ item, cursor: cursorOf("relationships", key[0]) });
    }
    return page;
  });
  return queries.map((query, index) => pageOf(items[index] ?? [], query.page, countOf(query)));
};
