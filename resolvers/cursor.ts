import { crc32 } from "node:zlib";
import { Problem } from "../src/memory/problem.ts";

/** The lists that have cursors. One list's cursor is refused by another. */
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
  | "jobs";

const checked = (text: string): string => `${text}|${crc32(text).toString(36)}`;

/** The opaque cursor of a place in a list. */
export const cursorOf = (list: ListName, place: string): string =>
  Buffer.from(checked(`${list}|${place}`), "utf8").toString("base64url");

/** The place in a list that a cursor stands for. Throws INVALID_CURSOR for one that this list did not give. */
export const placeOf = (list: ListName, cursor: string): string => {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const place = text.slice(list.length + 1, text.lastIndexOf("|"));
  if (text !== checked(`${list}|${place}`) || cursorOf(list, place) !== cursor) {
    throw new Problem(
      "INVALID_CURSOR",
      "This is not a cursor that this list gave: give an edge's cursor, or pageInfo's, of the same field.",
    );
  }
  return place;
};
