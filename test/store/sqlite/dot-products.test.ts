import { describe, expect, it } from "vitest";
import { dotProducts } from "../../../src/store/sqlite/vectors/dot-products.ts";
import { queryVector, storedVector } from "../../../src/store/sqlite/vectors/quantization.ts";

/** Numbers that look random and are the same each time (Park and Miller). */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector) || 1;
  return vector.map((x) => x / length);
};
const cosine = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

const DENSE = (next: () => number, dimensions: number): Float32Array =>
  unit(Float32Array.from({ length: dimensions }, () => next() + next() + next() - 1.5));
/** As a hashing embedder makes them: some sixty features of either sign. */
const HASHED = (next: () => number, dimensions: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < 60; i++) vector[Math.floor(next() * dimensions)]! += next() < 0.5 ? -1 : 1;
  return unit(vector);
};

/** As a model makes them: around some hundred subjects. */
const CLUSTERED = (next: () => number, dimensions: number): Float32Array => {
  const subject = DENSE(randomNumbers(1 + Math.floor(next() * 100)), dimensions);
  const own = DENSE(next, dimensions);
  return unit(subject.map((x, i) => x + 0.8 * own[i]!));
};

const packed = (rows: readonly Int8Array[]): Int8Array => {
  const all = new Int8Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
};

describe("dot products", () => {
  it.each([1, 3, 8, 9, 32, 512, 1_536, 4_096, 32_768])(
    "of %i dimensions equal those of a plain loop",
    (dimensions) => {
      const next = randomNumbers(dimensions);
      const query = queryVector(DENSE(next, dimensions));
      const rows = Array.from({ length: 70 }, () => storedVector(DENSE(next, dimensions)).row);
      const products: number[] = [];
      dotProducts(query, packed(rows), (row, product) => (products[row] = product));
      expect(products).toEqual(
        rows.map((row) => row.reduce((sum, x, i) => sum + x * query.row[i]!, 0)),
      );
    },
  );

  it("do not overflow if all signs agree", () => {
    for (const dimensions of [8, 512, 4_096, 32_768]) {
      const vector = unit(new Float32Array(dimensions).fill(1));
      const stored = storedVector(vector);
      const query = queryVector(vector);
      dotProducts(query, stored.row, (_, product) =>
        expect(product * query.scale * stored.scale).toBeCloseTo(1, 5),
      );
    }
  });

  it("with a zero vector are zero", () => {
    const stored = storedVector(new Float32Array(16));
    const query = queryVector(new Float32Array(16));
    dotProducts(query, stored.row, (_, product) =>
      expect(product * query.scale * stored.scale).toBe(0),
    );
    dotProducts(queryVector(new Float32Array(0)), new Int8Array(0), () => expect.unreachable());
  });

  it("refuse vectors that are too long", () => {
    expect(() =>
      dotProducts(queryVector(new Float32Array(40_000)), new Int8Array(0), () => {}),
    ).toThrow(RangeError);
  });
});

describe("vectors of one byte per dimension", () => {
  it.each([
    ["of a model", CLUSTERED, 0.995],
    ["hashed", HASHED, 0.995],
    ["random in every dimension, the hardest", DENSE, 0.98],
  ] as const)("find the thirty nearest that floats find: %s", (_, make, share) => {
    const next = randomNumbers(7);
    const vectors = Array.from({ length: 2_000 }, () => make(next, 512));
    const stored = vectors.map(storedVector);
    const rows = packed(stored.map(({ row }) => row));
    const QUERIES = 20;
    let same = 0;
    for (let asked = 0; asked < QUERIES; asked++) {
      const vector = make(next, 512);
      const query = queryVector(vector);
      const found: [row: number, score: number][] = [];
      dotProducts(query, rows, (row, product) =>
        found.push([row, product * query.scale * stored[row]!.scale]),
      );
      const exact = vectors.map((other) => cosine(vector, other));
      expect(Math.max(...found.map(([row, score]) => Math.abs(score - exact[row]!)))).toBeLessThan(
        0.003,
      );
      const thirtieth = exact.toSorted((a, b) => b - a)[29]!;
      same += found
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, 30)
        .filter(([row]) => exact[row]! >= thirtieth).length;
    }
    expect(same / (QUERIES * 30)).toBeGreaterThanOrEqual(share);
  });
});
