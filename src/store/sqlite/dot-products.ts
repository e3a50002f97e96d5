import { dots, memory, MEMORY_BYTES, OUT_AT, QUERY_AT, ROWS_AT } from "./dot-kernel.ts";
import type { QueryVector } from "./quantised.ts";

const queryRegion = new Int16Array(memory.buffer, QUERY_AT, (OUT_AT - QUERY_AT) / 2);
const rowRegion = new Int8Array(memory.buffer, ROWS_AT, MEMORY_BYTES - ROWS_AT);
const outRegion = new Int32Array(memory.buffer, OUT_AT, (ROWS_AT - OUT_AT) / 4);

/**
 * The dot products of a query with rows of bytes that lie one behind the other, each as long as the query; `each` is told the number of
 * a row and its product. Throws a RangeError on vectors of more than 32,768 dimensions.
 */
export const dotProducts = (
  query: QueryVector,
  rows: Int8Array,
  each: (row: number, product: number) => void,
): void => {
  const dimensions = query.row.length;
  if (dimensions === 0) return;
  if (dimensions > queryRegion.length)
    throw new RangeError(`Vectors of ${dimensions} dimensions are too long.`);
  queryRegion.set(query.row);
  const count = rows.length / dimensions;
  const atOnce = Math.min(outRegion.length, Math.floor(rowRegion.length / dimensions));
  for (let first = 0; first < count; first += atOnce) {
    const here = Math.min(atOnce, count - first);
    rowRegion.set(rows.subarray(first * dimensions, (first + here) * dimensions));
    dots(here, dimensions);
    for (let i = 0; i < here; i++) each(first + i, outRegion[i]!);
  }
};
