const BYTES = Float32Array.BYTES_PER_ELEMENT;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Swaps bytes between this machine's order and little-endian order. */
const swapOrder = (bytes: Buffer): Buffer => (IS_LITTLE_ENDIAN ? bytes : bytes.swap32());

/** The vector in base64, as 32-bit floats in little-endian order. */
export const encodeVector = (vector: Float32Array): string =>
  swapOrder(Buffer.from(vector.slice().buffer)).toString("base64");

/** Reads a vector from base64. Null for a text that is no vector of so many dimensions. */
export const decodeVector = (text: string, dimensions: number): Float32Array | null => {
  const bytes = Buffer.alloc(dimensions * BYTES);
  if (
    Buffer.byteLength(text, "base64") !== bytes.length ||
    bytes.write(text, "base64") !== bytes.length
  )
    return null;
  const vector = new Float32Array(swapOrder(bytes).buffer, bytes.byteOffset, dimensions);
  return vector.every(Number.isFinite) ? vector : null;
};
