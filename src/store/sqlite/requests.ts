/** Many requests in one statement: they are handed over as one JSON array, over which the statement runs (`json_each`). */

/** A list of requests, each a list of its values. */
export const asRequests = (requests: readonly (readonly (string | number | null)[])[]): string =>
  JSON.stringify(requests);
export const asList = (values: readonly (string | number)[]): string => JSON.stringify(values);

/** Rows that begin with the number of their request, by request, without that number's owner being told twice. */
export const byRequest = <Row extends readonly [number, ...unknown[]], T>(
  count: number,
  rows: readonly Row[],
  item: (row: Row) => T,
): T[][] => {
  const groups = Array.from({ length: count }, (): T[] => []);
  for (const row of rows) groups[row[0]]!.push(item(row));
  return groups;
};

/** The same where each request has one answer at most. */
export const oneByRequest = <Row extends readonly [number, ...unknown[]], T>(
  count: number,
  rows: readonly Row[],
  item: (row: Row) => T,
): (T | null)[] => {
  const found = Array.from({ length: count }, (): T | null => null);
  for (const row of rows) found[row[0]] = item(row);
  return found;
};
