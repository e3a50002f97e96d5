/** Nine digits tell every 32-bit number from its neighbours; JSON would write up to seventeen. */
const DIGITS = 9;

export const vectorNumbers = (vector: Float32Array): number[] =>
  Array.from(vector, (x) => Number(x.toPrecision(DIGITS)));

/** Whose vectors a store keeps. */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
}

/** Throws a RangeError for a vector that no vector on record could be compared with. */
export const checkDimensions = ({ id, dimensions }: Embedder, vector: Float32Array): void => {
  if (vector.length !== dimensions)
    throw new RangeError(`Vectors of ${id} have ${dimensions} dimensions, not ${vector.length}.`);
};
