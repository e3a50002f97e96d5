const BYTES = Float32Array.BYTES_PER_ELEMENT;
const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** The bytes of a vector in little-endian order, whatever the machine's; of such bytes, those of a vector. */
const inOrder = (bytes: Buffer): Buffer => (LITTLE_ENDIAN ? bytes : bytes.swap32());

export const vectorText = (vector: Float32Array): string =>
  inOrder(Buffer.from(vector.slice().buffer)).toString("base64");

/** Null where the text is no vector of so many dimensions. */
export const vectorOfText = (text: string, dimensions: number): Float32Array | null => {
  const bytes = Buffer.alloc(dimensions * BYTES);
  if (
    Buffer.byteLength(text, "base64") !== bytes.length ||
    bytes.write(text, "base64") !== bytes.length
  )
    return null;
  const vector = new Float32Array(inOrder(bytes).buffer, bytes.byteOffset, dimensions);
  for (const value of vector) if (!Number.isFinite(value)) return null;
  return vector;
};
