import { groupBy } from "../../../collections/group-by.ts";
import { BEGINNING, compareText, later, type Instant } from "../../../memory/time.ts";

/** A request with a record time. */
export interface AsOf {
  readonly knownAt: Instant;
}

/**
 * The latest record time of the requests. One query up to then serves all; `rowsByRequest` drops
 * what a request must not see.
 */
export const latestRecordTime = (requests: readonly AsOf[]): Instant =>
  requests.reduce<Instant>((latest, { knownAt }) => later(latest, knownAt), BEGINNING);

/** For each request, the rows of its id that were recorded by its record time, in their order. */
export const rowsByRequest = <R extends AsOf, D extends { readonly recordedAt: Instant }>(
  requests: readonly R[],
  idOfRequest: (request: R) => string,
  rows: readonly D[],
  idOfRow: (row: D) => string | null,
): { readonly request: R; readonly rows: readonly D[] }[] => {
  const byId = groupBy(rows, idOfRow);
  return requests.map((request) => ({
    request,
    rows: (byId.get(idOfRequest(request)) ?? []).filter(
      ({ recordedAt }) => recordedAt <= request.knownAt,
    ),
  }));
};

export const sortByRecordTime = <D extends { readonly recordedAt: Instant }>(
  rows: readonly D[],
): D[] => rows.toSorted((a, b) => compareText(a.recordedAt, b.recordedAt));

/** Sorts by `since`, the position in the order of the first record. */
export const sortBySince = <D extends { readonly since: string }>(rows: readonly D[]): D[] =>
  rows.toSorted((a, b) => compareText(a.since, b.since));

/** For each id, the version recorded last, in the order in which the ids were first recorded. */
export const newestVersions = <D extends { readonly recordedAt: Instant; readonly since: string }>(
  rows: readonly D[],
  idOf: (row: D) => string,
): D[] => {
  const newest = new Map(sortByRecordTime(rows).map((row) => [idOf(row), row]));
  return sortBySince([...newest.values()]);
};
