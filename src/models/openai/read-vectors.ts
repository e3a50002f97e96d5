import { ModelFailure } from "./failure.ts";

interface Embedded {
  readonly data?: readonly { readonly index?: unknown; readonly embedding?: unknown }[] | null;
}

const FLOAT_BYTES = 4;

/** Servers that do not know `encoding_format` may answer in base64, little-endian as OpenAI does. */
const fromBase64 = (text: string): Float32Array => {
  const bytes = Buffer.from(text, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, at) =>
    bytes.readFloatLE(at * FLOAT_BYTES),
  );
};

const numbersOf = (embedding: unknown): Float32Array | null =>
  typeof embedding === "string"
    ? fromBase64(embedding)
    : Array.isArray(embedding) && embedding.every((item) => typeof item === "number")
      ? Float32Array.from(embedding)
      : null;

const unit = (vector: Float32Array): Float32Array | null => {
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));
  return Number.isFinite(length) && length > 0 ? vector.map((part) => part / length) : null;
};

/** The vectors of an answer, of unit length, in the order of the texts. Throws a ModelFailure where they are not what was asked for, and says how to set that right. */
export const readVectors = (
  answer: Embedded,
  texts: number,
  model: string,
  dimensions: number,
): Float32Array[] => {
  const wrong = (fault: string): ModelFailure =>
    new ModelFailure("WRONG_VECTORS", `${model} answered ${fault}.`);
  const { data } = answer;
  if (!Array.isArray(data) || data.length !== texts)
    throw wrong(`${Array.isArray(data) ? data.length : "no"} vectors for ${texts} texts`);
  const inOrder =
    data.every(({ index }) => Number.isInteger(index)) &&
    new Set(data.map(({ index }) => index)).size === texts
      ? data.toSorted((a, b) => a.index - b.index)
      : data;
  return inOrder.map(({ embedding }) => {
    const vector = numbersOf(embedding);
    if (vector === null) throw wrong("something other than vectors");
    if (vector.length !== dimensions) {
      throw wrong(
        `vectors of ${vector.length} dimensions where ${dimensions} are configured; set the embedding dimensions to ${vector.length}, or choose a model that has ${dimensions}`,
      );
    }
    const scaled = unit(vector);
    if (scaled === null) throw wrong("a vector without a direction");
    return scaled;
  });
};
