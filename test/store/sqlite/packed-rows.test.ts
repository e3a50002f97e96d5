import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dotProducts } from "../../../src/store/sqlite/vectors/dot-products.ts";
import {
  bytesOfPacked,
  packedDotProducts,
  packRows,
} from "../../../src/store/sqlite/vectors/packed-rows.ts";
import { queryVector } from "../../../src/store/sqlite/vectors/quantization.ts";

const DIMENSIONS = 64;
/** Vectors of which one dimension in eight is not zero. */
const sparse = fc.uniqueArray(fc.nat(DIMENSIONS - 1), { maxLength: 8 }).chain((places) =>
  fc
    .array(fc.integer({ min: -128, max: 127 }), {
      minLength: places.length,
      maxLength: places.length,
    })
    .map((values) => {
      const row = new Int8Array(DIMENSIONS);
      places.forEach((place, i) => (row[place] = values[i]!));
      return row;
    }),
);

describe("packed rows", () => {
  it("have the same dot products as the rows", () => {
    fc.assert(
      fc.property(fc.array(sparse, { minLength: 4, maxLength: 40 }), sparse, (list, asked) => {
        const rows = Int8Array.from(list.flatMap((row) => [...row]));
        const query = queryVector(Float32Array.from(asked));
        const expected: number[] = [];
        dotProducts(query, rows, (row, product) => (expected[row] = product));
        const packed = packRows(rows, DIMENSIONS)!;
        const products = packedDotProducts(query);
        products(packed);
        expect([...products(packed).subarray(0, list.length)]).toEqual(expected);
      }),
    );
  });

  it("take two bytes for each byte that is not zero, and two for each dimension", () => {
    const rows = Int8Array.from({ length: 100 * DIMENSIONS }, (_, i) => (i % 9 === 4 ? 5 : 0));
    const filled = rows.filter((value) => value !== 0).length;
    expect(bytesOfPacked(packRows(rows, DIMENSIONS)!)).toBe(2 * filled + 2 * (DIMENSIONS + 1));
  });

  it("stay as they are if that does not save space, or if they are too many", () => {
    expect(packRows(new Int8Array(4 * DIMENSIONS).fill(1), DIMENSIONS)).toBeNull();
    expect(packRows(new Int8Array(257 * 8), 8)).toBeNull();
  });
});
