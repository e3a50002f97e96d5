import { Problem } from "../../memory/problem.ts";
import type { Page, PageRequest } from "../port.ts";
import type { SpaceFile } from "./space-file.ts";

/** Cursors are told apart by the list that gave them. */
export type ListName =
  | "facts"
  | "recent"
  | "entities"
  | "relationships"
  | "changes"
  | "sessions"
  | "turns"
  | "memories"
  | "references";

/** The numbers that order a list, of one item. */
export const cursorOf = (list: ListName, ...place: readonly number[]): string =>
  `${list} ${place.join(" ")}`;

/** The numbers of a cursor; null for the beginning of the list. Throws INVALID_CURSOR for one that this list cannot have given. */
export const placeOf = (
  list: ListName,
  numbers: number,
  cursor: string | undefined,
): number[] | null => {
  if (cursor === undefined) return null;
  const [name, ...place] = cursor.split(" ");
  const parsed = place.map(Number);
  if (
    name !== list ||
    parsed.length !== numbers ||
    !parsed.every(Number.isSafeInteger) ||
    cursorOf(list, ...parsed) !== cursor
  )
    throw new Problem("INVALID_CURSOR", "The cursor `after` does not come from this list.");
  return parsed;
};

/** A page as it was read; what is left to count is counted on a file that is open then. */
export interface ReadPage<T> extends Omit<Page<T>, "total"> {
  readonly count: (file: SpaceFile) => number;
}

/** Of what was read, one more than is wanted where there is more, makes a page. */
export const pageOf = <T>(
  found: readonly { readonly item: T; readonly cursor: string }[],
  { first }: PageRequest,
  count: (file: SpaceFile) => number,
): ReadPage<T> => ({
  items: found.slice(0, first),
  hasNextPage: found.length > first,
  count,
});
