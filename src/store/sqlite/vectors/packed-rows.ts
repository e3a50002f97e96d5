import type { QueryVector } from "./quantization.ts";

/**
 * Rows most of whose bytes are zero, as those of hashed vectors: the others, dimension by dimension.
 * Two such vectors share few dimensions, so that a comparison reads a small part of them.
 */
export interface PackedRows {
  /** Where the bytes of each dimension begin, and the end of the last. */
  readonly starts: Uint16Array;
  /** The row of each byte. */
  readonly rows: Uint8Array;
  readonly values: Int8Array;
}

/** Maximum number of rows, and of bytes in them, that can be packed together. */
const MOST_ROWS = 256;
const MOST_BYTES = 65_535;

export const bytesOfPacked = ({ starts, rows, values }: PackedRows): number =>
  starts.byteLength + rows.byteLength + values.byteLength;

/** Packs rows of a number of dimensions; null if that does not save space. */
export const packRows = (rows: Int8Array, dimensions: number): PackedRows | null => {
  const count = rows.length / dimensions;
  if (count > MOST_ROWS || rows.length > MOST_BYTES) return null;
  const starts = new Uint16Array(dimensions + 1);
  const valueCount = rows.reduce((sum, value) => (value === 0 ? sum : sum + 1), 0);
  const packedRows = {
    starts,
    rows: new Uint8Array(valueCount),
    values: new Int8Array(valueCount),
  };
  if (bytesOfPacked(packedRows) >= rows.length) return null;
  let at = 0;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    for (let row = 0; row < count; row++) {
      const value = rows[row * dimensions + dimension] ?? 0;
      if (value === 0) continue;
      packedRows.rows[at] = row;
      packedRows.values[at++] = value;
    }
    starts[dimension + 1] = at;
  }
  return packedRows;
};

/**
 * Makes a function that returns the dot products of a query with packed rows. Its next call
 * overwrites them.
 */
export const packedDotProducts = (query: QueryVector): ((packed: PackedRows) => Int32Array) => {
  const dimensions = Uint16Array.from(
    Array.from(query.row.keys()).filter((dimension) => query.row[dimension] !== 0),
  );
  const products = new Int32Array(MOST_ROWS);
  return ({ starts, rows, values }) => {
    products.fill(0);
    for (const dimension of dimensions) {
      const factor = query.row[dimension] ?? 0;
      const end = starts[dimension + 1] ?? 0;
      for (let at = starts[dimension] ?? 0; at < end; at++) {
        const row = rows[at] ?? 0;
        products[row] = (products[row] ?? 0) + factor * (values[at] ?? 0);
      }
    }
    return products;
  };
};
