import type { Connection } from "../schema/connection.ts";
import { Problem } from "../src/memory/problem.ts";
import type { Page, PageRequest } from "../src/store/port.ts";
import { cursorOf, placeOf, type ListName } from "./cursor.ts";
import type { PageLimits } from "./page-limits.ts";

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** A page size that a client asks for. Throws PAGE_SIZE_OUT_OF_BOUNDS for one below 1 or above the maximum. */
export const pageSize = (
  asked: number | null | undefined,
  limits: PageLimits,
  name = "first",
): number => {
  const size = asked ?? Math.min(limits.byDefault, limits.atMost);
  if (size < 1 || size > limits.atMost)
    throw new Problem(
      "PAGE_SIZE_OUT_OF_BOUNDS",
      `${name} must be 1 to ${limits.atMost}, not ${size}.`,
    );
  return size;
};

/** Which page of a list a client asks for. Throws PAGE_SIZE_OUT_OF_BOUNDS and INVALID_CURSOR. */
export const pageRequest = (
  list: ListName,
  { first, after }: PageArguments,
  limits: PageLimits,
): PageRequest => ({
  first: pageSize(first, limits),
  after: after == null ? undefined : placeOf(list, after),
});

/** What is shown of a page that a store gave. */
export const showPage = <R, T>(
  list: ListName,
  page: Page<R>,
  request: PageRequest,
  show: (record: R) => T,
): Connection<T> => {
  const cursors = page.items.map(({ cursor }) => cursor);
  return showItems(
    list,
    page.items.map(({ item }) => show(item)),
    {
      placeAt: (index) => cursors[index] ?? "",
      hasNextPage: page.hasNextPage,
      hasPreviousPage: request.after !== undefined,
      total: page.total,
    },
  );
};

/** What is shown of a page, by its items and where they stand. */
export const showItems = <T>(
  list: ListName,
  nodes: readonly T[],
  {
    placeAt,
    hasNextPage,
    hasPreviousPage,
    total,
  }: {
    readonly placeAt: (index: number) => string;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly total: () => number | Promise<number>;
  },
): Connection<T> => {
  const cursorAt = (index: number): string => cursorOf(list, placeAt(index));
  return {
    nodes: () => nodes,
    edges: () => nodes.map((node, index) => ({ node, cursor: cursorAt(index) })),
    pageInfo: () => ({
      hasNextPage,
      hasPreviousPage,
      startCursor: nodes.length === 0 ? null : cursorAt(0),
      endCursor: nodes.length === 0 ? null : cursorAt(nodes.length - 1),
    }),
    totalCount: total,
  };
};
