const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** In little-endian order, whatever the machine's. */
export const vectorText = (vector: Float32Array): string => {
  const bytes = Buffer.alloc(vector.length * BYTES);
  vector.forEach((value, i) => bytes.writeFloatLE(value, i * BYTES));
  return bytes.toString("base64");
};

/** Null where the text is no vector of so many dimensions. */
export const vectorOfText = (text: string, dimensions: number): Float32Array | null => {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== dimensions * BYTES) return null;
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i++) vector[i] = bytes.readFloatLE(i * BYTES);
  return vector.every(Number.isFinite) ? vector : null;
};
