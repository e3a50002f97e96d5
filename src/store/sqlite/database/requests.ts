/** Runs many requests in one statement, which takes them as one JSON array (`json_each`). */
import { storedJson, type Value } from "./database.ts";

/** Requests as JSON, each a list of its values. */
export const asRequests = (requests: readonly (readonly (string | number | null)[])[]): string =>
  storedJson(requests);

export const asList = (values: readonly (string | number)[]): string => storedJson(values);

/** The request that a row answers. Rows begin with its index. */
const requestOf = <Request>(requests: readonly Request[], index: number): Request => {
  const request = requests[index];
  if (request === undefined)
    throw new RangeError(`A row answers request ${index}, which does not exist.`);
  return request;
};

type AnswerRow = readonly [request: number, ...columns: Value[]];

/** The items of each request, in the order of the rows. */
export const byRequest = <Request, Row extends AnswerRow, Item>(
  requests: readonly Request[],
  rows: readonly Row[],
  itemOf: (row: Row, request: Request) => Item,
): Item[][] => {
  const lists = requests.map((): Item[] => []);
  for (const row of rows) lists[row[0]]?.push(itemOf(row, requestOf(requests, row[0])));
  return lists;
};

/** The items of each query, if a query consists of several requests, which name it by its index. */
export const byQuery = <Row extends AnswerRow, Item>(
  queries: readonly unknown[],
  requests: readonly { readonly query: number }[],
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): Item[][] => {
  const lists = queries.map((): Item[] => []);
  for (const row of rows) lists[requestOf(requests, row[0]).query]?.push(itemOf(row));
  return lists;
};

/** The only item of each request; null for a request without one. */
export const oneByRequest = <Request, Row extends AnswerRow, Item>(
  requests: readonly Request[],
  rows: readonly Row[],
  itemOf: (row: Row, request: Request) => Item,
): (Item | null)[] => {
  const items = requests.map((): Item | null => null);
  for (const row of rows) items[row[0]] = itemOf(row, requestOf(requests, row[0]));
  return items;
};
