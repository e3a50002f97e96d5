import type { Event } from "../../../memory/event.ts";
import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { RelationshipVersion } from "../../../memory/relationship.ts";
import { BEGINNING, type Instant } from "../../../memory/time.ts";
import type {
  BoundaryQuery,
  DuringQuery,
  EventQuery,
  Extent,
  GraphTime,
  InstantCount,
  SpaceOverview,
} from "../../port/overview.ts";
import { END, toInstant, toInstantOrNull, toMillis } from "../database/instants.ts";
import { cursorOf, pageOf, positionOf, type ReadPage } from "../database/pages.ts";
import { asList, asRequests, byRequest } from "../database/requests.ts";
import { currentAnswers } from "../database/current-answers.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { EVENT_KEY, eventsAt, isSearchable } from "./events.ts";
import {
  FACT_COLUMNS,
  factVersionOf,
  JOIN_ENTITY_AND_TEXT,
  type FactRow,
} from "./fact-versions.ts";
import {
  JOIN_ENDS,
  RELATIONSHIP_COLUMNS,
  relationshipVersionOf,
  type RelationshipRow,
} from "./relationships.ts";
import { hasTags, tagsColumn } from "./tags-column.ts";
import { keyList, type VersionKey } from "../database/version-cache.ts";

/** An instant before every known start. */
const START = toMillis(BEGINNING);

/** Versions `v` known at ?1; if ?2 is given, only those visible at that moment. */
const IN_GRAPH = `v.recorded <= ?1 AND v.valid_from < v.valid_to
  AND (?2 IS NULL OR (?1 < v.expired AND v.valid_from <= ?2 AND ?2 < v.valid_to))`;

const graphTime = ({ knownAt, validAt }: GraphTime): readonly [number, number | null] => [
  toMillis(knownAt),
  validAt === null ? null : toMillis(validAt),
];

const listOrNull = (values: readonly string[] | undefined): string | null =>
  values === undefined ? null : asList(values);

const RELATIONSHIPS = `
SELECT 0, ${RELATIONSHIP_COLUMNS}
FROM relationship f
CROSS JOIN relationship_version v ON v.relationship = f.num AND ${IN_GRAPH}
${JOIN_ENDS}
WHERE ?3 IS NULL OR f.type IN (SELECT value FROM json_each(?3))
ORDER BY f.num, v.recorded LIMIT ?4`;

export const graphRelationships = (
  file: SpaceFile,
  { at, types, limit }: Parameters<SpaceOverview["graphRelationships"]>[0],
): RelationshipVersion[] => {
  const [knownAt, validAt] = graphTime(at);
  return file
    .all<RelationshipRow>(RELATIONSHIPS, knownAt, validAt, listOrNull(types), limit)
    .map((row) => relationshipVersionOf(row, knownAt));
};

const OWNERS = `
SELECT e.id FROM entity e
WHERE EXISTS (SELECT 1 FROM fact_version v WHERE v.entity = e.num AND ${IN_GRAPH})
ORDER BY e.num LIMIT ?3`;

export const factOwners = (
  file: SpaceFile,
  { at, limit }: Parameters<SpaceOverview["factOwners"]>[0],
): EntityId[] => file.all<readonly [EntityId]>(OWNERS, ...graphTime(at), limit).map(([id]) => id);

/**
 * The facts of some entities by number, of one slot or of all. These are few even if a space has
 * many. ?2 after, ?5 entities, ?6 slot.
 */
const ofOwners = (slot: boolean): string => `AND f.num IN (
  SELECT ${slot ? "s.fact" : "c.num"} FROM json_each(?5) m CROSS JOIN entity o ON o.id = m.value
  CROSS JOIN ${
    slot
      ? "fact_slot s ON s.entity = o.num AND s.slot = ?6 AND s.fact > ?2"
      : "fact c INDEXED BY fact_entity ON c.entity = o.num AND c.num > ?2"
  })`;

/**
 * ?1 knownAt, ?2 after, ?3 start, ?4 end, ?5 entities, ?6 slot, ?7 confidence, ?8 tier, ?9 tags.
 */
const duringOf = ({ entities, slot }: DuringQuery): string => `
fact f
CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded <= ?1 AND ?1 < v.expired
${JOIN_ENTITY_AND_TEXT}
WHERE f.num > ?2 AND v.valid_from < v.valid_to AND v.valid_from < ?4 AND ?3 < v.valid_to
  ${entities === undefined ? "AND ?5 IS NULL" : ofOwners(slot !== undefined)}
  AND (?6 IS NULL OR v.slot = ?6) AND v.confidence >= ?7 AND (?8 IS NULL OR v.tier = ?8) AND ${hasTags("v.tags", "?9")}`;

/** Starts from the facts of the entities if some are named, else from all facts in order. */
export const factsDuring = (file: SpaceFile, query: DuringQuery): ReadPage<FactVersion> => {
  const { during, entities, slot, minConfidence, tier, tags, page } = query;
  const knownAt = toMillis(query.knownAt);
  const rest = [
    during.from === undefined ? START : toMillis(during.from),
    during.to === undefined ? END : toMillis(during.to),
    listOrNull(entities),
    slot ?? null,
    minConfidence ?? 0,
    tier ?? null,
    tagsColumn(tags),
  ] as const;
  const after = positionOf("facts", page.after, 0);
  const from = duringOf(query);
  const rows = file.all<FactRow>(
    `SELECT 0, ${FACT_COLUMNS} FROM ${from} ORDER BY f.num LIMIT ?10`,
    knownAt,
    after,
    ...rest,
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({ item: factVersionOf(row, knownAt), cursor: cursorOf("facts", row[1]) })),
    page,
    (open) => open.only<readonly [number]>(`SELECT count(*) FROM ${from}`, knownAt, 0, ...rest)[0],
  );
};

/**
 * ?1 entities, ?2 knownAt, ?3 validAt, ?4 after. Starts from the facts of which any version mentions
 * an entity.
 */
const MENTIONING = `
fact f
CROSS JOIN fact_version v ON v.fact = f.num
  AND v.recorded <= ?2
  AND ?2 < v.expired
  AND v.valid_from <= ?3
  AND ?3 < v.valid_to
${JOIN_ENTITY_AND_TEXT}
WHERE f.num IN (
    SELECT a.fact FROM json_each(?1) m CROSS JOIN entity o ON o.id = m.value
    CROSS JOIN fact_mention a ON a.entity = o.num AND a.fact > ?4
  ) AND e.id NOT IN (SELECT value FROM json_each(?1))
  AND EXISTS (SELECT 1 FROM json_each(?1) m WHERE instr(v.mentions, '"' || m.value || '"') > 0)`;

/** One query for each request. */
export const factsMentioning = (
  file: SpaceFile,
  queries: Parameters<SpaceOverview["factsMentioning"]>[0],
): ReadPage<FactVersion>[] =>
  queries.map(({ entities, at, page }) => {
    const knownMillis = toMillis(at.knownAt);
    const values = [asList(entities), knownMillis, toMillis(at.validAt)] as const;
    const rows = file.all<FactRow>(
      `SELECT 0, ${FACT_COLUMNS} FROM ${MENTIONING} ORDER BY f.num LIMIT ?5`,
      ...values,
      positionOf("facts", page.after, 0),
      page.first + 1,
    );
    return pageOf(
      rows.map((row) => ({
        item: factVersionOf(row, knownMillis),
        cursor: cursorOf("facts", row[1]),
      })),
      page,
      (open) => open.only<readonly [number]>(`SELECT count(*) FROM ${MENTIONING}`, ...values, 0)[0],
    );
  });

const ABOUT = `
SELECT r.key, ${FACT_COLUMNS}
FROM json_each(?) r
CROSS JOIN json_each(r.value ->> 0) o
CROSS JOIN entity e ON e.id = o.value
CROSS JOIN fact f ON f.entity = e.num
CROSS JOIN fact_version v ON v.fact = f.num
  AND v.recorded <= r.value ->> 2
  AND v.valid_from < v.valid_to
CROSS JOIN text t ON t.num = v.text
WHERE r.value ->> 1 IS NULL OR v.slot = r.value ->> 1
ORDER BY r.key, f.num, v.recorded`;

/** One query for all requests. Versions that show nothing are left out. */
export const factVersionsAbout = (
  file: SpaceFile,
  requests: Parameters<SpaceOverview["factVersionsAbout"]>[0],
): FactVersion[][] =>
  byRequest(
    requests,
    file.all<FactRow>(
      ABOUT,
      asRequests(
        requests.map(({ entities, slot, knownAt }) => [
          asList([...new Set(entities)]),
          slot ?? null,
          toMillis(knownAt),
        ]),
      ),
    ),
    (row, { knownAt }) => factVersionOf(row, toMillis(knownAt)),
  );

/** ?1 knownAt, ?2 before, ?3 from, ?4 to, ?5 statuses, ?6 session, ?7 speaker, ?8 tags, ?9 searchable. */
const LOG = `
event v
WHERE v.num < ?2 AND v.recorded <= ?1 AND v.recorded >= ?3 AND v.recorded < ?4
  AND (?5 IS NULL OR CASE WHEN v.settled > ?1 THEN 'PENDING' ELSE v.status END IN (SELECT value FROM json_each(?5)))
  AND (?6 IS NULL OR v.session = ?6) AND (?7 IS NULL OR v.speaker = ?7) AND ${hasTags("v.tags", "?8")}
  AND (?9 IS NULL OR ${isSearchable("v", "?1")})`;

/** Number of cached lists of events per file. Most requests want the newest ones. */
const MOST_LOGS = 64;
/** The keys as one text, which takes two thirds of the time of rows. ?10 limit. */
const KEYS_OF_LOG = `
SELECT json_group_array(json_array(num, settled))
FROM (SELECT ${EVENT_KEY} AS settled FROM ${LOG} ORDER BY v.num DESC LIMIT ?10)`;

/** The keys of the events by the values of the query. */
const currentLogs = currentAnswers<string, readonly VersionKey[]>(MOST_LOGS);

/**
 * The events, the last recorded first. An event that was settled after `knownAt` counts as pending.
 */
export const eventLog = (file: SpaceFile, query: EventQuery): ReadPage<Event> => {
  const knownAt = toMillis(query.knownAt);
  const rest = [
    query.from === undefined ? Number.MIN_SAFE_INTEGER : toMillis(query.from),
    query.to === undefined ? Number.MAX_SAFE_INTEGER : toMillis(query.to),
    listOrNull(query.statuses),
    query.session ?? null,
    query.speaker ?? null,
    tagsColumn(query.tags),
    query.searchable ? 1 : null,
  ] as const;
  const before = positionOf("events", query.page.after, Number.MAX_SAFE_INTEGER);
  const values = [before, ...rest, query.page.first + 1] as const;
  const [places = []] = currentLogs(file, knownAt, [JSON.stringify(values)], () => [
    keyList(file.only<readonly [string]>(KEYS_OF_LOG, knownAt, ...values)[0]),
  ]);
  return pageOf(
    eventsAt(file, places, knownAt).map((item, i) => ({
      item,
      cursor: cursorOf("events", places[i]?.[0] ?? 0),
    })),
    query.page,
    (open) =>
      open.only<readonly [number]>(
        `SELECT count(*) FROM ${LOG}`,
        knownAt,
        Number.MAX_SAFE_INTEGER,
        ...rest,
      )[0],
  );
};

/** The starts and ends of believed versions; the record times and expiries of all versions. */
const EXTENT = `
SELECT
  min(CASE WHEN ?1 < v.expired THEN min(iif(v.valid_from > ${START}, v.valid_from, v.valid_to), v.valid_to) END),
  max(CASE WHEN ?1 < v.expired THEN iif(v.valid_to < ${END}, v.valid_to, v.valid_from) END),
  min(v.recorded),
  max(iif(v.expired <= ?1, v.expired, v.recorded))
FROM fact_version v WHERE v.recorded <= ?1 AND v.valid_from < v.valid_to`;

export const extent = (file: SpaceFile, knownAt: Instant): Extent => {
  const [validFrom, validTo, recordedFrom, recordedTo] = file.only<
    readonly [number | null, number | null, number | null, number | null]
  >(EXTENT, toMillis(knownAt));
  const instant = (millis: number | null): Instant | null =>
    millis === START || millis === END ? null : toInstantOrNull(millis);
  return {
    validFrom: instant(validFrom),
    validTo: instant(validTo),
    recordedFrom: instant(recordedFrom),
    recordedTo: instant(recordedTo),
  };
};

/** Instants of one column. ?1 knownAt, ?2 from, ?3 to, ?4 entities. */
const boundaries = (column: string, condition: string): string => `
SELECT v.${column}, count(*) FROM fact_version v CROSS JOIN entity e ON e.num = v.entity
WHERE v.recorded <= ?1
  AND v.valid_from < v.valid_to
  AND v.${column} >= ?2
  AND v.${column} < ?3
  AND ${condition}
  AND (?4 IS NULL OR e.id IN (SELECT value FROM json_each(?4)))
GROUP BY v.${column} ORDER BY v.${column}`;

const BOUNDARIES = {
  VALID: {
    starts: boundaries("valid_from", `?1 < v.expired AND v.valid_from > ${START}`),
    ends: boundaries("valid_to", `?1 < v.expired AND v.valid_to < ${END}`),
  },
  RECORD: {
    starts: boundaries("recorded", "TRUE"),
    ends: boundaries("expired", "v.expired <= ?1"),
  },
} as const;

export const factBoundaries = (
  file: SpaceFile,
  { axis, from, to, entities, knownAt }: BoundaryQuery,
): { readonly starts: InstantCount[]; readonly ends: InstantCount[] } => {
  const counts = (sql: string): InstantCount[] =>
    file
      .all<readonly [number, number]>(
        sql,
        toMillis(knownAt),
        toMillis(from),
        toMillis(to),
        listOrNull(entities),
      )
      .map(([at, count]) => ({ at: toInstant(at), count }));
  const { starts, ends } = BOUNDARIES[axis];
  return { starts: counts(starts), ends: counts(ends) };
};
