import type { EntityId, FactId, RelationshipId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Instant } from "../../memory/time.ts";
import type { RelationshipQuery } from "../port.ts";
import { BEFORE_END, END, toInstant, toMillis } from "./instants.ts";
import { keptOf, type Place } from "./kept-versions.ts";
import { cursorOf, pageOf, placeOf, type ReadPage } from "./pages.ts";
import { asList, asRequests, byRequest, oneByRequest } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

/** A version as `RELATIONSHIP_COLUMNS` selects it, after the number of the request that it answers. */
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

/** Of a version `v`, its relationship `f` and the entities at its ends. */
export const RELATIONSHIP_COLUMNS = `f.num, f.id, a.id, b.id, f.type, f.evidence, v.n, v.recorded, v.expired, v.valid_from, v.valid_to, v.strength, v.decision`;
export const JOIN_ENDS = `CROSS JOIN entity a ON a.num = f.source CROSS JOIN entity b ON b.num = f.target`;

/** The version as it was known at `knownAt`. */
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
    recorded,
    expired,
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
    recordedAt: toInstant(recorded),
    expiredAt: toInstant(expired > knownAt ? END : expired),
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
  oneByRequest(requests.length, file.all<RelationshipRow>(AS_OF, asRows(requests)), (row) =>
    relationshipVersionOf(row, toMillis(requests[row[0]]!.knownAt)),
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
  byRequest(requests.length, file.all<RelationshipRow>(HISTORY, asRows(requests)), (row) =>
    relationshipVersionOf(row, toMillis(requests[row[0]]!.knownAt)),
  );

const NEWEST = `CROSS JOIN relationship_version v ON v.relationship = f.num AND v.recorded = f.recorded ${JOIN_ENDS}`;

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

const REQUEST = `request (key, entity, end, after, types, known, valid) AS MATERIALIZED (
  SELECT key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?1)
)`;

/** As with facts, the newest version's intervals stand beside the relationship; the past looks its version up. */
const VISIBLE = `
(r.types IS NULL OR c.type IN (SELECT value FROM json_each(r.types)))
AND CASE WHEN c.recorded <= r.known THEN r.known < c.expired AND c.valid_from <= r.valid AND r.valid < c.valid_to
  ELSE c.first_recorded <= r.known AND (
    SELECT r.known < x.expired AND x.valid_from <= r.valid AND r.valid < x.valid_to
    FROM relationship_version x WHERE x.relationship = c.num AND x.recorded <= r.known ORDER BY x.recorded DESC LIMIT 1)
  END`;

const candidates = (end: End): string =>
  `relationship c INDEXED BY relationship_${end} WHERE r.end = '${end}' AND c.${end} = o.num AND c.num > r.after AND ${VISIBLE}`;

/** The first of one end, each with the time at which the version that stands was recorded, as one JSON array: a row for each would cost twice as much. */
const firstOf = (end: End): string => `
SELECT json_group_array(json_array(num, recorded)) FROM (
  SELECT c.num, CASE WHEN c.recorded <= r.known THEN c.recorded ELSE (SELECT max(x.recorded) FROM relationship_version x WHERE x.relationship = c.num AND x.recorded <= r.known) END AS recorded
  FROM ${candidates(end)} ORDER BY c.num LIMIT ?2)`;

const PAGE = `
WITH ${REQUEST}
SELECT r.key, CASE r.end WHEN 'source' THEN (${firstOf("source")}) ELSE (${firstOf("target")}) END
FROM request r CROSS JOIN entity o ON o.id = r.entity`;

const AT_PLACES = `
SELECT r.key, ${RELATIONSHIP_COLUMNS}
FROM json_each(?) r
CROSS JOIN relationship f ON f.num = r.value ->> 0
CROSS JOIN relationship_version v ON v.relationship = f.num AND v.recorded = r.value ->> 1
${JOIN_ENDS}
ORDER BY r.key`;

const atPlaces = (file: SpaceFile, places: readonly Place[]): RelationshipVersion[] =>
  file
    .all<RelationshipRow>(AT_PLACES, asRequests(places))
    .map((row) => relationshipVersionOf(row, BEFORE_END));

const TOTAL = `
WITH ${REQUEST}
SELECT count(DISTINCT c.num) FROM request r CROSS JOIN entity o ON o.id = r.entity
CROSS JOIN relationship c ON c.num IN (SELECT c.num FROM ${candidates("source")} UNION ALL SELECT c.num FROM ${candidates("target")})`;

const requestsOf = (
  { entities, direction, types, at }: RelationshipQuery,
  after: number,
): (string | number | null)[][] =>
  [...new Set(entities)].flatMap((entity) =>
    ENDS[direction].map((end) => [
      entity,
      end,
      after,
      types === undefined ? null : asList(types),
      toMillis(at.knownAt),
      toMillis(at.validAt),
    ]),
  );

/** Those of several owners, or of both ends, in one order and each once. */
const merged = (lists: readonly (readonly Place[])[]): readonly Place[] => {
  const [first = []] = lists;
  if (lists.length < 2) return first;
  return [...new Map(lists.flat().map((place) => [place[0], place])).values()].sort(
    (a, b) => a[0] - b[0],
  );
};

/** One statement for all queries, but for versions that are not kept. In the order in which relationships were first recorded. */
export const relationships = (
  file: SpaceFile,
  queries: readonly RelationshipQuery[],
): ReadPage<RelationshipVersion>[] => {
  const owners: number[] = [];
  const requests = queries.flatMap((query, key) => {
    const [after] = placeOf("relationships", 1, query.page.after) ?? [0];
    return requestsOf(query, after!).map((values) => {
      owners.push(key);
      return values;
    });
  });
  const most = 1 + Math.max(0, ...queries.map(({ page }) => page.first));
  const lists = queries.map((): Place[][] => []);
  if (requests.length > 0)
    for (const [request, places] of file.all<readonly [number, string]>(
      PAGE,
      asRequests(requests),
      most,
    ))
      lists[owners[request]!]!.push(JSON.parse(places) as Place[]);
  const pages = queries.map(({ page }, key) => merged(lists[key]!).slice(0, page.first + 1));
  const versions = keptOf(file)
    .relationships.those(pages.flat(), (places) => atPlaces(file, places))
    .values();
  return queries.map((query, key) =>
    pageOf(
      pages[key]!.map(([num]) => ({
        item: versions.next().value!,
        cursor: cursorOf("relationships", num),
      })),
      query.page,
      (open) => open.first<readonly [number]>(TOTAL, asRequests(requestsOf(query, 0)))![0],
    ),
  );
};
