import { crc32 } from "node:zlib";
import type { Connection } from "../schema/connection.ts";
import { Problem } from "../src/memory/problem.ts";
import type { PageLimits } from "../src/read/page-size.ts";
import type { Page, PageRequest } from "../src/store/port.ts";

/** The lists with cursors. A list refuses the cursors of another. */
export type ListName =
  | "facts"
  | "entities"
  | "relationships"
  | "neighbours"
  | "turns"
  | "sessions"
  | "memories"
  | "changes"
  | "references"
  | "jobs"
  | "events"
  | "evidences"
  | "claims"
  | "versions"
  | "history"
  | "decisions";

const withChecksum = (text: string): string => `${text}|${crc32(text).toString(36)}`;

/** The opaque cursor of a position in a list. */
export const cursorOf = (list: ListName, position: string): string =>
  Buffer.from(withChecksum(`${list}|${position}`), "utf8").toString("base64url");

/**
 * The position in a list of a cursor. Throws INVALID_CURSOR for a cursor of another list, and for
 * anything else.
 */
export const positionOf = (list: ListName, cursor: string): string => {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const position = text.slice(list.length + 1, text.lastIndexOf("|"));
  if (text !== withChecksum(`${list}|${position}`) || cursorOf(list, position) !== cursor)
    throw new Problem(
      "INVALID_CURSOR",
      "The cursor does not belong to this list. Use the cursor of an edge or of pageInfo of the same field.",
    );
  return position;
};

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/**
 * The size of a page, by default `limits.byDefault`. `name` is that of the argument. Throws
 * PAGE_SIZE_OUT_OF_BOUNDS.
 */
export const pageSize = (
  requestedSize: number | null | undefined,
  limits: PageLimits,
  name = "first",
): number => {
  const size = requestedSize ?? Math.min(limits.byDefault, limits.atMost);
  if (size < 1 || size > limits.atMost)
    throw new Problem(
      "PAGE_SIZE_OUT_OF_BOUNDS",
      `${name} must be 1 to ${limits.atMost}, not ${size}.`,
    );
  return size;
};

/** The page of a list that a client requests. Throws PAGE_SIZE_OUT_OF_BOUNDS and INVALID_CURSOR. */
export const pageRequest = (
  list: ListName,
  { first, after }: PageArguments,
  limits: PageLimits,
): PageRequest => ({
  first: pageSize(first, limits),
  after: after == null ? undefined : positionOf(list, after),
});

/** The connection of a page that a store returned. */
export const showPage = <R, T>(
  list: ListName,
  page: Page<R>,
  request: PageRequest,
  show: (record: R) => T,
): Connection<T> =>
  showItems(
    list,
    page.items.map(({ item }) => show(item)),
    {
      positions: page.items.map(({ cursor }) => cursor),
      hasNextPage: page.hasNextPage,
      hasPreviousPage: request.after !== undefined,
      total: page.total,
    },
  );

/** The page of a list that was read completely. */
export const showFrom = <R, T>(
  list: ListName,
  records: readonly R[],
  { first, after }: PageRequest,
  {
    positionOf: positionOfRecord,
    show,
  }: { readonly positionOf: (record: R) => string; readonly show: (record: R) => T },
): Connection<T> => {
  const start =
    after === undefined ? 0 : records.findIndex((r) => positionOfRecord(r) === after) + 1;
  const page = records.slice(start, start + first);
  return showItems(list, page.map(show), {
    positions: page.map(positionOfRecord),
    hasNextPage: start + page.length < records.length,
    hasPreviousPage: start > 0,
    total: () => records.length,
  });
};

/** The connection of a page, from its items and their positions in the list. */
export const showItems = <T>(
  list: ListName,
  nodes: readonly T[],
  {
    positions,
    hasNextPage,
    hasPreviousPage,
    total,
  }: {
    /** One for each item. */
    readonly positions: readonly string[];
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly total: () => number | Promise<number>;
  },
): Connection<T> => {
  const cursorAt = (index: number): string => cursorOf(list, positions.at(index) ?? "");
  return {
    nodes: () => nodes,
    edges: () => nodes.map((node, index) => ({ node, cursor: cursorAt(index) })),
    pageInfo: () => ({
      hasNextPage,
      hasPreviousPage,
      startCursor: nodes.length === 0 ? null : cursorAt(0),
      endCursor: nodes.length === 0 ? null : cursorAt(-1),
    }),
    totalCount: total,
  };
};
