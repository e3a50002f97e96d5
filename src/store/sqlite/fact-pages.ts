import type { FactVersion } from "../../memory/fact.ts";
import type { FactQuery } from "../port.ts";
import { FACT_COLUMNS, factVersionOf, JOIN_ENTITY_AND_TEXT, type FactRow } from "./fact-rows.ts";
import { toMillis } from "./instants.ts";
import { cursorOf, pageOf, placeOf, type ReadPage } from "./pages.ts";
import { asRequests } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

/** One entity's part of a query: a query of several entities is as many of these. */
const REQUEST = `request (key, entity, after, slot, confidence, known, valid, tier, session) AS MATERIALIZED (
  SELECT key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7 FROM json_each(?1)
)`;

/**
 * Whether a fact `c` is visible: where the newest version was known already, its intervals stand beside the fact; else the version
 * that was known is looked up. A fact that was recorded later ends the list, since they are in that order.
 */
const visible = (slot: boolean, kept: boolean): string =>
  kept
    ? `c.first_recorded <= r.known AND (${known(slot, true)})`
    : `
CASE WHEN c.recorded <= r.known THEN r.known < c.expired AND c.valid_from <= r.valid AND r.valid < c.valid_to AND c.confidence >= r.confidence ${slot ? "AND c.slot = r.slot" : ""}
  ELSE c.first_recorded <= r.known AND (${known(slot, false)})
  END`;

/** By the version that was known. A tier and a session stand with the versions only. */
const known = (slot: boolean, kept: boolean): string => `
    SELECT r.known < x.expired AND x.valid_from <= r.valid AND r.valid < x.valid_to AND x.confidence >= r.confidence ${slot ? "AND x.slot = r.slot" : ""}
      ${kept ? "AND (r.tier IS NULL OR x.tier = r.tier) AND (r.session IS NULL OR x.session IS r.session)" : ""}
    FROM fact_version x WHERE x.fact = c.num AND x.recorded <= r.known ORDER BY x.recorded DESC LIMIT 1`;

type Shape = { readonly entity: boolean; readonly slot: boolean; readonly kept: boolean };

/** The facts that may be visible, by number. */
const candidates = ({ entity, slot, kept }: Shape): string =>
  entity && slot
    ? `fact_slot s CROSS JOIN fact c ON c.num = s.fact WHERE s.entity = o.num AND s.slot = r.slot AND s.fact > r.after AND ${visible(true, kept)}`
    : entity
      ? `fact c INDEXED BY fact_entity WHERE c.entity = o.num AND c.num > r.after AND ${visible(false, kept)}`
      : `fact c WHERE c.num > r.after AND ${visible(slot, kept)}`;

const owner = ({ entity }: Shape): string =>
  entity ? "CROSS JOIN entity o ON o.id = r.entity" : "";
const order = ({ entity, slot }: Shape): string => (entity && slot ? "s.fact" : "c.num");

const page = (shape: Shape): string => `
WITH ${REQUEST}
SELECT r.key, ${FACT_COLUMNS}
FROM request r ${owner(shape)}
CROSS JOIN fact f ON f.num IN (SELECT c.num FROM ${candidates(shape)} ORDER BY ${order(shape)} LIMIT ?2)
CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded = (SELECT max(x.recorded) FROM fact_version x WHERE x.fact = f.num AND x.recorded <= r.known)
${JOIN_ENTITY_AND_TEXT}`;

const total = (shape: Shape): string => `
WITH ${REQUEST}
SELECT sum((SELECT count(*) FROM ${candidates(shape)})) FROM request r ${owner(shape)}`;

const shapeOf = (query: FactQuery): Shape => ({
  entity: query.entities !== undefined,
  slot: query.slot !== undefined,
  kept: query.tier !== undefined || query.session !== undefined,
});

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
  ]);

const count =
  (query: FactQuery) =>
  (file: SpaceFile): number =>
    file.first<readonly [number | null]>(
      total(shapeOf(query)),
      asRequests(requestsOf(query, 0)),
    )?.[0] ?? 0;

/** Queries that ask for the same parts, in one statement. */
const ofShape = (
  file: SpaceFile,
  shape: Shape,
  queries: readonly FactQuery[],
): ReadPage<FactVersion>[] => {
  const requests = queries.flatMap((query, key) => {
    const [after] = placeOf("facts", 1, query.page.after) ?? [0];
    return requestsOf(query, after!).map((values) => ({ key, values }));
  });
  const most = 1 + Math.max(0, ...queries.map(({ page: { first } }) => first));
  const rows =
    requests.length === 0
      ? []
      : file.all<FactRow>(page(shape), asRequests(requests.map(({ values }) => values)), most);
  const found = queries.map((): FactRow[] => []);
  for (const row of rows) found[requests[row[0]]!.key]!.push(row);
  return queries.map((query, key) => {
    const knownAt = toMillis(query.at.knownAt);
    const inOrder = found[key]!.toSorted((a, b) => a[1] - b[1]).slice(0, query.page.first + 1);
    return pageOf(
      inOrder.map((row) => ({
        item: factVersionOf(row, knownAt),
        cursor: cursorOf("facts", row[1]),
      })),
      query.page,
      count(query),
    );
  });
};

/** One statement for all queries of one shape; a batch of one reader has one shape. */
export const facts = (file: SpaceFile, queries: readonly FactQuery[]): ReadPage<FactVersion>[] => {
  const pages: ReadPage<FactVersion>[] = Array.from({ length: queries.length });
  const byShape = new Map<string, number[]>();
  for (const [i, query] of queries.entries()) {
    const shape = JSON.stringify(shapeOf(query));
    byShape.set(shape, [...(byShape.get(shape) ?? []), i]);
  }
  for (const numbers of byShape.values()) {
    const read = ofShape(
      file,
      shapeOf(queries[numbers[0]!]!),
      numbers.map((i) => queries[i]!),
    );
    for (const [at, i] of numbers.entries()) pages[i] = read[at]!;
  }
  return pages;
};
