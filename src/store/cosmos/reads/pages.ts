import type { Page, PageRequest } from "../../port.ts";
import { foreignCursor, type ListName } from "../../port/lists.ts";
import type { Shape } from "../documents/shape.ts";
import type { Partition } from "../partition/partition.ts";
import { withFilters, OLDEST_FIRST, type Query } from "../partition/query.ts";

/** A position in a list as an opaque string for clients. */
const cursorOf = (list: ListName, position: string): string =>
  Buffer.from(`${list} ${position}`).toString("base64url");

/** Every position consists of an instant and the order of items of the same instant. */
const POSITION = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z \S+$/u;

/**
 * The position of a cursor; null for the start of the list. Throws INVALID_CURSOR for a cursor that
 * this list cannot have made.
 */
export const positionOf = (list: ListName, cursor: string | undefined): string | null => {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  const position = text.slice(list.length + 1);
  if (
    !text.startsWith(`${list} `) ||
    !POSITION.test(position) ||
    cursorOf(list, position) !== cursor
  )
    throw foreignCursor();
  return position;
};

/** A page of rows. `rows` contains one more row than `first` if there is a next page. */
export const pageOf = <D, T>(
  list: ListName,
  rows: readonly D[],
  { first }: PageRequest,
  itemOf: (row: D) => T,
  positionOfRow: (row: D) => string,
  total: () => Promise<number>,
): Page<T> => ({
  items: rows
    .slice(0, first)
    .map((row) => ({ item: itemOf(row), cursor: cursorOf(list, positionOfRow(row)) })),
  hasNextPage: rows.length > first,
  total,
});

const PAGE_ORDERS = {
  OLDEST_FIRST: { orderBy: OLDEST_FIRST, beyond: "c.since > @after" },
  NEWEST_FIRST: { orderBy: "c.since DESC", beyond: "c.since < @after" },
} as const;

/**
 * Reads a page of a list that is ordered by `since`. `all` are the conditions of the whole list.
 */
export const readPage = async <D extends { readonly since: string }, T>(
  partition: Partition,
  shape: Shape<D>,
  list: ListName,
  order: keyof typeof PAGE_ORDERS,
  all: Query,
  page: PageRequest,
  itemOf: (row: D) => T,
): Promise<Page<T>> => {
  const after = positionOf(list, page.after);
  const { orderBy, beyond } = PAGE_ORDERS[order];
  const rows = await partition.query(shape, {
    ...withFilters(all, [[beyond, "after", after ?? undefined]]),
    orderBy,
    top: page.first + 1,
  });
  return pageOf(
    list,
    rows,
    page,
    itemOf,
    ({ since }) => since,
    () => partition.count(all),
  );
};

/** The page of a list without items. Throws INVALID_CURSOR like any page. */
export const emptyPage = <T>(list: ListName, { after }: PageRequest): Page<T> => {
  positionOf(list, after);
  return { items: [], hasNextPage: false, total: () => Promise.resolve(0) };
};
