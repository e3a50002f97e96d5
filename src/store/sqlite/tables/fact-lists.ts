import type { FactVersion } from "../../../memory/fact.ts";
import { groupBy } from "../../../collections/group-by.ts";
import type { FactQuery, RecentFactQuery } from "../../port.ts";
import {
  FACT_COLUMNS,
  factVersionOf,
  JOIN_ENTITY_AND_TEXT,
  type FactRow,
} from "./fact-versions.ts";
import { toMillis } from "../database/instants.ts";
import { hasTags, tagsColumn } from "./tags-column.ts";
import { cursorOf, pageOf, positionOf, type ReadPage } from "../database/pages.ts";
import { asRequests, byQuery } from "../database/requests.ts";
import type { VersionKey } from "../database/version-cache.ts";
import { currentAnswers } from "../database/current-answers.ts";
import { isListOf, isNumber, jsonColumn } from "../database/json-columns.ts";
import { factsAt } from "./facts.ts";
import type { SpaceFile } from "../database/space-file.ts";

/**
 * Visible versions, read from the newest fact down, so that a full page ends the scan. ?1 knownAt,
 * ?2 validAt, ?3 fact before which to start, ?4 and ?5 interval of the first record time, ?6
 * session, ?7 tags.
 */
const VISIBLE = `
fact f
CROSS JOIN fact_version v ON v.fact = f.num
  AND v.recorded = CASE WHEN f.recorded <= ?1 THEN f.recorded
    ELSE (SELECT max(x.recorded) FROM fact_version x WHERE x.fact = f.num AND x.recorded <= ?1) END
WHERE f.num < ?3 AND f.first_recorded >= ?4 AND f.first_recorded < ?5 AND v.expired > ?1 AND v.valid_from <= ?2 AND ?2 < v.valid_to AND (?6 IS NULL OR v.session = ?6) AND ${hasTags("v.tags", "?7")}`;

const PAGE = `SELECT f.num, v.recorded FROM ${VISIBLE} ORDER BY f.num DESC LIMIT ?8`;
const COUNT = `SELECT count(*) FROM ${VISIBLE}`;

const parametersOf = (
  { at, from, to, session, tags }: RecentFactQuery,
  before: number,
): (number | string | null)[] => [
  toMillis(at.knownAt),
  toMillis(at.validAt),
  before,
  from === undefined ? Number.MIN_SAFE_INTEGER : toMillis(from),
  to === undefined ? Number.MAX_SAFE_INTEGER : toMillis(to),
  session ?? null,
  tagsColumn(tags),
];

/** Number of the newest facts whose keys are cached, whenever they are true. */
const CACHED_FACTS = 256;
/** ?1 knownAt, ?2 limit. */
const NEWEST = `
SELECT json_group_array(json_array(num, recorded, valid_from, valid_to)) FROM (
  SELECT f.num, v.recorded, v.valid_from, v.valid_to
  FROM fact f CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded = f.recorded
  WHERE v.expired > ?1
  ORDER BY f.num DESC LIMIT ?2)`;

type NewestKey = readonly [fact: number, recorded: number, validFrom: number, validTo: number];

const isNewestKey = (value: unknown): value is NewestKey =>
  Array.isArray(value) && value.length === 4 && value.every(isNumber);
const newestKeys = jsonColumn("fact, recorded and valid time", isListOf(isNewestKey));

const currentNewest = currentAnswers<"newest", readonly NewestKey[]>();

/** The keys of a page and of the fact after it, from the newest facts; null if they do not suffice. */
const cachedKeys = (
  file: SpaceFile,
  { at, from, to, session, tags, page: { first } }: RecentFactQuery,
  before: number,
): VersionKey[] | null => {
  const [knownAt, validAt] = [toMillis(at.knownAt), toMillis(at.validAt)];
  const isFiltered = [from, to, session, tags].some((filter) => filter !== undefined);
  if (isFiltered || !file.isCurrent(knownAt)) return null;
  const [newest = []] = currentNewest(file, knownAt, ["newest"], () => [
    newestKeys(file.only<readonly [string]>(NEWEST, knownAt, CACHED_FACTS)[0]),
  ]);
  const keys: VersionKey[] = [];
  for (const [fact, recordedMillis, validFrom, validTo] of newest) {
    if (fact >= before || validAt < validFrom || validTo <= validAt) continue;
    keys.push([fact, recordedMillis]);
    if (keys.length > first) return keys;
  }
  return newest.length < CACHED_FACTS ? keys : null;
};

export const recentFacts = (file: SpaceFile, query: RecentFactQuery): ReadPage<FactVersion> => {
  const { page } = query;
  const before = positionOf("recent", page.after, Number.MAX_SAFE_INTEGER);
  const keys =
    cachedKeys(file, query, before) ??
    file.all<VersionKey>(PAGE, ...parametersOf(query, before), page.first + 1);
  const versions = factsAt(file, keys);
  return pageOf(
    versions.map((item, i) => ({ item, cursor: cursorOf("recent", keys[i]?.[0] ?? 0) })),
    page,
    (file) =>
      file.first<readonly [number]>(COUNT, ...parametersOf(query, Number.MAX_SAFE_INTEGER))?.[0] ??
      0,
  );
};

/** One request per entity of a query. */
const REQUEST = `request (key, entity, after, slot, confidence, known, valid, tier, session, tags) AS MATERIALIZED (
  SELECT key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 FROM json_each(?1)
)`;

/**
 * Whether a fact `c` is visible. If its newest version was already recorded, the intervals in the
 * fact's own row decide; otherwise the version of that time is looked up.
 */
const visible = (bySlot: boolean, byVersion: boolean): string =>
  byVersion
    ? `c.first_recorded <= r.known AND (${versionTest(bySlot, true)})`
    : `
CASE WHEN c.recorded <= r.known THEN r.known < c.expired AND c.valid_from <= r.valid AND r.valid < c.valid_to AND c.confidence >= r.confidence ${bySlot ? "AND c.slot = r.slot" : ""}
  ELSE c.first_recorded <= r.known AND (${versionTest(bySlot, false)})
  END`;

/** Decides by the version as of `knownAt`. Only versions have a tier, a session and tags. */
const versionTest = (bySlot: boolean, byVersion: boolean): string => `
    SELECT r.known < x.expired AND x.valid_from <= r.valid AND r.valid < x.valid_to AND x.confidence >= r.confidence ${bySlot ? "AND x.slot = r.slot" : ""}
      ${byVersion ? `AND (r.tier IS NULL OR x.tier = r.tier) AND (r.session IS NULL OR x.session IS r.session) AND ${hasTags("x.tags", "r.tags")}` : ""}
    FROM fact_version x WHERE x.fact = c.num AND x.recorded <= r.known ORDER BY x.recorded DESC LIMIT 1`;

type Shape = { readonly byEntity: boolean; readonly bySlot: boolean; readonly byVersion: boolean };

/** Visible facts by number. */
const candidates = ({ byEntity, bySlot, byVersion }: Shape): string =>
  byEntity && bySlot
    ? `fact_slot s CROSS JOIN fact c ON c.num = s.fact WHERE s.entity = o.num AND s.slot = r.slot AND s.fact > r.after AND ${visible(true, byVersion)}`
    : byEntity
      ? `fact c INDEXED BY fact_entity WHERE c.entity = o.num AND c.num > r.after AND ${visible(false, byVersion)}`
      : `fact c WHERE c.num > r.after AND ${visible(bySlot, byVersion)}`;

const owner = ({ byEntity }: Shape): string =>
  byEntity ? "CROSS JOIN entity o ON o.id = r.entity" : "";
const order = ({ byEntity, bySlot }: Shape): string => (byEntity && bySlot ? "s.fact" : "c.num");

const page = (shape: Shape): string => `
WITH ${REQUEST}
SELECT r.key, ${FACT_COLUMNS}
FROM request r ${owner(shape)}
CROSS JOIN fact f
  ON f.num IN (SELECT c.num FROM ${candidates(shape)} ORDER BY ${order(shape)} LIMIT ?2)
CROSS JOIN fact_version v ON v.fact = f.num
  AND v.recorded = (SELECT max(x.recorded) FROM fact_version x WHERE x.fact = f.num AND x.recorded <= r.known)
${JOIN_ENTITY_AND_TEXT}`;

const total = (shape: Shape): string => `
WITH ${REQUEST}
SELECT sum((SELECT count(*) FROM ${candidates(shape)})) FROM request r ${owner(shape)}`;

const shapeOf = (query: FactQuery): Shape => ({
  byEntity: query.entities !== undefined,
  bySlot: query.slot !== undefined,
  byVersion: query.tier !== undefined || query.session !== undefined || query.tags !== undefined,
});

/**
 * The parameters of one request for each entity, or of one for all entities, in the order of
 * `REQUEST`.
 */
const requestsOf = (query: FactQuery, after: number): (string | number | null)[][] =>
  [...new Set<string | null>(query.entities ?? [null])].map((entity) => [
    entity,
    after,
    query.slot ?? null,
    query.minConfidence ?? 0,
    toMillis(query.at.knownAt),
    toMillis(query.at.validAt),
    query.tier ?? null,
    query.session ?? null,
    tagsColumn(query.tags),
  ]);

const count =
  (query: FactQuery) =>
  (file: SpaceFile): number =>
    file.first<readonly [number | null]>(
      total(shapeOf(query)),
      asRequests(requestsOf(query, 0)),
    )?.[0] ?? 0;

/** Runs queries of the same shape in one statement. */
const ofShape = (
  file: SpaceFile,
  queries: readonly FactQuery[],
): (readonly [FactQuery, ReadPage<FactVersion>])[] => {
  const [first] = queries;
  if (first === undefined) return [];
  const shape = shapeOf(first);
  const requests = queries.flatMap((query, index) => {
    const after = positionOf("facts", query.page.after, 0);
    return requestsOf(query, after).map((values) => ({ query: index, values }));
  });
  const most = 1 + Math.max(0, ...queries.map(({ page: { first } }) => first));
  const rows =
    requests.length === 0
      ? []
      : file.all<FactRow>(page(shape), asRequests(requests.map(({ values }) => values)), most);
  const rowLists = byQuery(queries, requests, rows, (row) => row);
  return queries.map((query, index) => {
    const knownAt = toMillis(query.at.knownAt);
    const inOrder = (rowLists[index] ?? [])
      .toSorted((a, b) => a[1] - b[1])
      .slice(0, query.page.first + 1);
    return [
      query,
      pageOf(
        inOrder.map((row) => ({
          item: factVersionOf(row, knownAt),
          cursor: cursorOf("facts", row[1]),
        })),
        query.page,
        count(query),
      ),
    ];
  });
};

/** Runs one statement per shape. The queries of one reader usually share a shape. */
export const facts = (file: SpaceFile, queries: readonly FactQuery[]): ReadPage<FactVersion>[] => {
  const groups = groupBy(queries, (query) => JSON.stringify(shapeOf(query)));
  const pages = new Map<FactQuery, ReadPage<FactVersion>>();
  for (const group of groups.values())
    for (const [query, page] of ofShape(file, group)) pages.set(query, page);
  return queries.flatMap((query) => pages.get(query) ?? []);
};
