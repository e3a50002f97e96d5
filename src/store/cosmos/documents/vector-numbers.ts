/** Nine digits tell every 32-bit number from its neighbours; JSON would write up to seventeen. */
const DIGITS = 9;

export const vectorNumbers = (vector: Float32Array): number[] => Array.from(vector, (x) => Number(x.toPrecision(DIGITS)));
