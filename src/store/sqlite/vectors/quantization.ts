/**
 * Vectors take one byte per dimension. Of the 30 nearest of 5,000 vectors, this finds the same as
 * floats do in 100 % of cases for hashed vectors, 99.9 % for clustered vectors such as those of
 * models, and 98.9 % for random ones.
 */

/** The kernel processes eight dimensions at a time. */
const LANES = 8;
export const paddedTo = (dimensions: number): number => Math.ceil(dimensions / LANES) * LANES;

/**
 * A stored vector: bytes with a scale of its own. A dot product times the scales of both vectors is
 * their cosine.
 */
export interface StoredVector {
  readonly row: Int8Array;
  readonly scale: number;
}

/**
 * A query vector. It has 16 bits per dimension, so that only one side of a comparison is rounded
 * coarsely.
 */
export interface QueryVector {
  readonly row: Int16Array;
  readonly scale: number;
}

const lengthOf = (vector: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) ** 2;
  return Math.sqrt(sum);
};

const peakOf = (vector: Float32Array): number => {
  let peak = 0;
  for (const component of vector) peak = Math.max(peak, Math.abs(component));
  return peak;
};

const inverse = (length: number): number => (length === 0 ? 0 : 1 / length);

export const storedVector = (vector: Float32Array): StoredVector => {
  const factor = 127 * inverse(peakOf(vector));
  const row = new Int8Array(paddedTo(vector.length));
  vector.forEach((component, i) => {
    row[i] = Math.round(component * factor);
  });
  return { row, scale: inverse(lengthOf(row)) };
};

/**
 * The scale prevents every dot product with stored bytes from overflowing 32 bits. By
 * Cauchy-Schwarz, a dot product is at most the product of the lengths.
 */
export const queryVector = (vector: Float32Array): QueryVector => {
  const longest = (2 ** 31 - 1) / (127 * Math.sqrt(paddedTo(vector.length)));
  const factor = Math.min(
    32_767 * inverse(peakOf(vector)),
    0.99 * longest * inverse(lengthOf(vector)),
  );
  const row = new Int16Array(paddedTo(vector.length));
  vector.forEach((component, i) => {
    row[i] = Math.round(component * factor);
  });
  return { row, scale: inverse(lengthOf(row)) };
};
