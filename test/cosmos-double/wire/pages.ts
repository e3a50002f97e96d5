import type { Json } from "../storage/json.ts";

/** The service ends a page before its documents have more bytes than this. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The rows of one response: at most as many as were asked for, and as fit into it. At least one. */
export const pageOf = <T extends Json>(rows: readonly T[], start: number, most: number): T[] => {
  const page: T[] = [];
  let bytes = 0;
  for (const row of rows.slice(start, start + most)) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (page.length > 0 && bytes > MOST_BYTES) break;
    page.push(row);
  }
  return page;
};
