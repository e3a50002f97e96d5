import { Problem } from "../../memory/problem.ts";
import type { Page, PageRequest } from "../port.ts";

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

/** A place in a list, in a form that clients do not read. */
export const cursorOf = (list: ListName, place: string): string =>
  Buffer.from(`${list} ${place}`).toString("base64url");

/** The form of every place: an instant, and what orders things of one instant. */
const PLACE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z \S+$/u;

/** The place of a cursor; null for the beginning of the list. Throws INVALID_CURSOR for one that this list cannot have given. */
export const placeOf = (list: ListName, cursor: string | undefined): string | null => {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  const place = text.slice(list.length + 1);
  if (!text.startsWith(`${list} `) || !PLACE.test(place) || cursorOf(list, place) !== cursor)
    throw new Problem("INVALID_CURSOR", "The cursor `after` does not come from this list.");
  return place;
};

/** Of what was read, one more than is wanted where there is more, makes a page. */
export const pageOf = <D, T>(
  list: ListName,
  found: readonly D[],
  { first }: PageRequest,
  itemOf: (row: D) => T,
  whereOf: (row: D) => string,
  total: () => Promise<number>,
): Page<T> => ({
  items: found
    .slice(0, first)
    .map((row) => ({ item: itemOf(row), cursor: cursorOf(list, whereOf(row)) })),
  hasNextPage: found.length > first,
  total,
});

const ORDINAL_DIGITS = 6;

/** Where something stands in the order in which things were recorded: by time, within a commit by its place there. */
export const placeAt = (recordedAt: string, ordinal: number): string =>
  `${recordedAt} ${String(ordinal).padStart(ORDINAL_DIGITS, "0")}`;
