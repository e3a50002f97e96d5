import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { TimePoint } from "../../../memory/time.ts";
import { factsAt } from "./facts.ts";
import { headMillis } from "./head.ts";
import { END, toMillis } from "../database/instants.ts";
import type { SpaceFile } from "../database/space-file.ts";

type Row = readonly [fact: number, recorded: number, importance: number, text: number];

/**
 * ?1 entity, ?2 validAt, ?3 limit. At the head: believed versions without an end, the most
 * important ones, and all believed versions that end later.
 */
const NOW = `
SELECT * FROM (
  SELECT s.fact, s.recorded, s.importance, s.text FROM fact_version s INDEXED BY fact_standing
  WHERE s.entity = (SELECT num FROM entity WHERE id = ?1) AND s.expired = ${END} AND s.valid_to = ${END} AND s.valid_from <= ?2
  ORDER BY s.importance DESC, s.fact LIMIT ?3)
UNION ALL
SELECT s.fact, s.recorded, s.importance, s.text FROM fact_version s INDEXED BY fact_ending
WHERE s.entity = (SELECT num FROM entity WHERE id = ?1) AND s.expired = ${END} AND s.valid_to < ${END} AND s.valid_to > ?2 AND s.valid_from <= ?2`;

/** ?4 knownAt. In the past, any version may have been the believed one. */
const THEN = `
SELECT s.fact, s.recorded, s.importance, s.text FROM fact_version s INDEXED BY fact_importance
WHERE s.entity = (SELECT num FROM entity WHERE id = ?1)
  AND s.recorded <= ?4
  AND ?4 < s.expired
  AND s.valid_from <= ?2
  AND ?2 < s.valid_to
ORDER BY s.importance DESC, s.fact LIMIT ?3`;

/** By descending importance, then by the order of recording. */
const byImportance = (a: Row, b: Row): number => b[2] - a[2] || a[0] - b[0];

export interface ImportantQuery {
  readonly entities: readonly EntityId[];
  readonly at: TimePoint;
  readonly limit: number;
}

/** The most important visible facts of several entities that count as one entity. */
const important = (
  file: SpaceFile,
  { entities, at, limit }: ImportantQuery,
  head: number,
): Row[] => {
  const [knownAt, validAt] = [toMillis(at.knownAt), toMillis(at.validAt)];
  const rows = [...new Set(entities)].flatMap((entity) =>
    knownAt >= head
      ? file.all<Row>(NOW, entity, validAt, limit)
      : file.all<Row>(THEN, entity, validAt, limit, knownAt),
  );
  return rows.toSorted(byImportance).slice(0, limit);
};

/** Visible facts of the entities of each query, the most important first. */
export const importantFacts = (
  file: SpaceFile,
  queries: readonly ImportantQuery[],
): FactVersion[][] => {
  const head = headMillis(file);
  const keys = queries.map((query) => important(file, query, head));
  const versions = factsAt(
    file,
    keys.flat().map(([fact, recordedMillis]) => [fact, recordedMillis]),
  );
  let from = 0;
  return keys.map((rows) => versions.slice(from, (from += rows.length)));
};

/** Numbers of the texts of the most important visible facts of the entities. */
export const textsOfFacts = (file: SpaceFile, query: ImportantQuery): number[] =>
  important(file, query, headMillis(file)).map(([, , , text]) => text);
