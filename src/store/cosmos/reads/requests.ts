import { BEGINNING, later, type Instant } from "../../../memory/time.ts";
import { grouped } from "../grouped.ts";

/** A request for something by its id, as of a record time. */
export interface AsOf {
  readonly id: string;
  readonly knownAt: Instant;
}

/** The latest record time of the requests: one query up to then serves them all, since what was recorded later is left out request by request. */
export const latestOf = (requests: readonly AsOf[]): Instant =>
  requests.reduce<Instant>((latest, { knownAt }) => later(latest, knownAt), BEGINNING);

export const idsOf = (requests: readonly AsOf[]): string[] => [
  ...new Set(requests.map(({ id }) => id)),
];

/** For each request the rows of its id that were recorded by then, in the order given. */
export const byRequest = <D extends { readonly recordedAt: Instant }>(
  requests: readonly AsOf[],
  rows: readonly D[],
  idOf: (row: D) => string,
): D[][] => {
  const byId = grouped(rows, idOf);
  return requests.map(({ id, knownAt }) =>
    (byId.get(id) ?? []).filter(({ recordedAt }) => recordedAt <= knownAt),
  );
};

/** Oldest first. */
export const inOrder = <D extends { readonly recordedAt: Instant }>(rows: readonly D[]): D[] =>
  rows.toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : a.recordedAt > b.recordedAt ? 1 : 0));

/** In the order in which things were first recorded. */
export const bySince = <D extends { readonly since: string }>(rows: readonly D[]): D[] =>
  rows.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
