import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { TimePoint } from "../../memory/time.ts";
import { FACT_COLUMNS, factVersionOf, JOIN_ENTITY_AND_TEXT, type FactRow } from "./fact-rows.ts";
import { headMillis } from "./head.ts";
import { END, toMillis } from "./instants.ts";
import { asRequests } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

/** At the head: versions without an end on either axis, the most important first, and those that are believed and end later. */
const NOW = `
SELECT * FROM (
  SELECT s.fact FROM fact_version s INDEXED BY fact_standing
  WHERE s.entity = o.num AND s.expired = ${END} AND s.valid_to = ${END} AND s.valid_from <= r.valid
  ORDER BY s.importance DESC, s.fact LIMIT ?2)
UNION ALL
SELECT s.fact FROM fact_version s INDEXED BY fact_ending
WHERE s.entity = o.num AND s.expired = ${END} AND s.valid_to < ${END} AND s.valid_to > r.valid AND s.valid_from <= r.valid`;

/** In the past any version may be the one that was believed. */
const THEN = `
SELECT s.fact FROM fact_version s INDEXED BY fact_importance
WHERE s.entity = o.num AND s.recorded <= r.known AND r.known < s.expired AND s.valid_from <= r.valid AND r.valid < s.valid_to
ORDER BY s.importance DESC, s.fact LIMIT ?2`;

/** ?1 requests of one entity each, ?2 how many at most. */
const important = (visible: string, selected: string, joined: string): string => `
WITH request (key, entity, known, valid) AS MATERIALIZED (SELECT key, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))
SELECT ${selected}
FROM request r
CROSS JOIN entity o ON o.id = r.entity
CROSS JOIN fact f ON f.num IN (${visible})
CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded = (SELECT max(x.recorded) FROM fact_version x WHERE x.fact = f.num AND x.recorded <= r.known)
${joined}`;
const versions = (visible: string): string => important(visible, `r.key, ${FACT_COLUMNS}`, JOIN_ENTITY_AND_TEXT);
const VERSIONS_NOW = versions(NOW);
const VERSIONS_THEN = versions(THEN);
const TEXTS_NOW = important(NOW, "v.text", "");
const TEXTS_THEN = important(THEN, "v.text", "");

/** Of equally important facts the one that was recorded first comes first. */
const byImportance = (a: FactRow, b: FactRow): number => b[17] - a[17] || a[1] - b[1];

export interface ImportantQuery {
  readonly entities: readonly EntityId[];
  readonly at: TimePoint;
  readonly limit: number;
}

const isAtHead = (file: SpaceFile, queries: readonly ImportantQuery[]): boolean => {
  const head = headMillis(file);
  return queries.every(({ at }) => toMillis(at.knownAt) >= head);
};

/** The visible facts of entities, the most important first, in one statement for all requests. */
export const importantFacts = (file: SpaceFile, queries: readonly ImportantQuery[]): FactVersion[][] => {
  const requests = queries.flatMap(({ entities, at }, key) => [...new Set(entities)].map((entity) => ({ key, values: [entity, toMillis(at.knownAt), toMillis(at.validAt)] })));
  const most = Math.max(0, ...queries.map(({ limit }) => limit));
  const rows = requests.length === 0 ? [] : file.all<FactRow>(isAtHead(file, queries) ? VERSIONS_NOW : VERSIONS_THEN, asRequests(requests.map(({ values }) => values)), most);
  const found = queries.map((): FactRow[] => []);
  for (const row of rows) found[requests[row[0]]!.key]!.push(row);
  return queries.map(({ at, limit }, key) => found[key]!.toSorted(byImportance).slice(0, limit).map((row) => factVersionOf(row, toMillis(at.knownAt))));
};

/** The numbers of the texts of visible facts of entities: of the most important ones, where an entity has more than `limit`. */
export const textsOfFacts = (file: SpaceFile, query: ImportantQuery): number[] => {
  const { entities, at, limit } = query;
  const requests = asRequests([...new Set(entities)].map((entity) => [entity, toMillis(at.knownAt), toMillis(at.validAt)]));
  return file.all<readonly [number]>(isAtHead(file, [query]) ? TEXTS_NOW : TEXTS_THEN, requests, limit).map(([text]) => text);
};
