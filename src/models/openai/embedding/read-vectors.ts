import { z } from "zod";
import { ModelFailure } from "../endpoint/model-failure.ts";
import type { UsageTally } from "../endpoint/usage-tally.ts";

const responseSchema = z
  .object({ data: z.unknown().optional(), usage: z.unknown().optional() })
  .catch({
    data: null,
    usage: null,
  });
/** `numbersOf` checks vectors, because a schema would copy each of their numbers. */
const itemSchema = z
  .object({ index: z.int().nullish().catch(null), embedding: z.unknown().optional() })
  .catch({ index: null, embedding: null });

const FLOAT_BYTES = 4;

/**
 * Servers that do not know `encoding_format` may answer in base64, in little-endian order like
 * OpenAI.
 */
const fromBase64 = (text: string): Float32Array => {
  const bytes = Buffer.from(text, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, position) =>
    bytes.readFloatLE(position * FLOAT_BYTES),
  );
};

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => typeof item === "number");

const numbersOf = (embedding: unknown): Float32Array | null => {
  if (typeof embedding === "string") return fromBase64(embedding);
  return isNumbers(embedding) ? Float32Array.from(embedding) : null;
};

const unitVectorOf = (vector: Float32Array): Float32Array | null => {
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));
  return Number.isFinite(length) && length > 0 ? vector.map((part) => part / length) : null;
};

/** The items in the order of the texts, by their index if every item has one. */
const inOrderOfTexts = (data: readonly unknown[]): readonly { readonly embedding?: unknown }[] => {
  const items = data.map((item) => itemSchema.parse(item));
  const indexes = new Set(items.map(({ index }) => index).filter((index) => index != null));
  return indexes.size === items.length
    ? items.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    : items;
};

export interface ExpectedVectors {
  readonly model: string;
  /** Number of texts that were sent. */
  readonly texts: number;
  readonly dimensions: number;
}

/**
 * The vectors of a response, of unit length, in the order of the texts. Adds the reported usage.
 * Throws a ModelFailure that says what to change if they do not match the request.
 */
export const readVectors = (
  response: unknown,
  { model, texts, dimensions }: ExpectedVectors,
  usage: UsageTally,
): Float32Array[] => {
  const wrongVectors = (what: string): ModelFailure =>
    new ModelFailure("WRONG_VECTORS", `${model} answered ${what}.`);
  const { data, usage: reportedUsage } = responseSchema.parse(response);
  usage.addUsage(reportedUsage);
  if (!Array.isArray(data) || data.length !== texts)
    throw wrongVectors(`${Array.isArray(data) ? data.length : "no"} vectors for ${texts} texts`);
  return inOrderOfTexts(data).map(({ embedding }) => {
    const vector = numbersOf(embedding);
    if (vector === null) throw wrongVectors("something other than vectors");
    if (vector.length !== dimensions)
      throw wrongVectors(
        `vectors of ${vector.length} dimensions where ${dimensions} are configured; set EMBEDDING_DIMENSIONS to ${vector.length}, or choose a model that has ${dimensions}`,
      );
    const unitVector = unitVectorOf(vector);
    if (unitVector === null) throw wrongVectors("a vector without a direction");
    return unitVector;
  });
};
