import type { Page, PageRequest } from "../../port.ts";
import { foreignCursor, type ListName } from "../../port/lists.ts";
import type { SpaceFile } from "./space-file.ts";

/** The cursor of an item: its list, and the numbers that order it. */
export const cursorOf = (list: ListName, first: number, second?: number): string =>
  second === undefined ? `${list} ${first}` : `${list} ${first} ${second}`;

/** Throws INVALID_CURSOR for a cursor that the list cannot have returned. */
const parsePosition = (list: ListName, length: number, cursor: string): readonly number[] => {
  const [name, ...numbers] = cursor.split(" ");
  const position = numbers.map(Number);
  if (
    name !== list ||
    position.length !== length ||
    !position.every(Number.isSafeInteger) ||
    `${list} ${position.join(" ")}` !== cursor
  )
    throw foreignCursor();
  return position;
};

/**
 * The position after which a page of a list with one ordering number starts; `start` without a
 * cursor. Throws INVALID_CURSOR.
 */
export const positionOf = (list: ListName, cursor: string | undefined, start: number): number => {
  if (cursor === undefined) return start;
  const [position = start] = parsePosition(list, 1, cursor);
  return position;
};

export type PositionPair = readonly [number, number];

/** Like `positionOf`, for a list with two ordering numbers. */
export const positionPairOf = (
  list: ListName,
  cursor: string | undefined,
  start: PositionPair,
): PositionPair => {
  if (cursor === undefined) return start;
  const [first = start[0], second = start[1]] = parsePosition(list, 2, cursor);
  return [first, second];
};

/** A page of rows. `count` counts the items of all pages, on the currently open file. */
export interface ReadPage<T> extends Omit<Page<T>, "total"> {
  readonly count: (file: SpaceFile) => number;
}

/**
 * Makes a page of rows that were read with a limit of `first + 1`. One row more than the page holds
 * shows that there is a next page.
 */
export const pageOf = <T>(
  items: readonly { readonly item: T; readonly cursor: string }[],
  { first }: PageRequest,
  count: (file: SpaceFile) => number,
): ReadPage<T> => ({
  items: items.slice(0, first),
  hasNextPage: items.length > first,
  count,
});
