import { createHash } from "node:crypto";
import type { EmbeddingBody } from "./replies.ts";

/** A vector of unit length that depends only on the text. Texts that share words are similar. */
export const vectorOf = (text: string, dimensions: number): number[] => {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]) {
    const hash = createHash("sha256").update(word).digest();
    const at = hash.readUInt32LE(0) % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash[4]! % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((part) => part / length);
};

/** How the embeddings of a server differ from OpenAI's. */
export interface EmbeddingHabits {
  /** The dimensions of its vectors, whatever the request says. */
  dimensions?: number;
  /** Base64, whatever the request says. */
  base64?: boolean;
  /** Vectors in another order than the texts, identified by their index. */
  shuffled?: boolean;
}

const OPENAI_DIMENSIONS = 1536;

export const embeddingAnswer = (body: EmbeddingBody, habits: EmbeddingHabits): object => {
  const texts = typeof body.input === "string" ? [body.input] : body.input;
  const dimensions = habits.dimensions ?? body.dimensions ?? OPENAI_DIMENSIONS;
  const data = texts.map((text, index) => {
    const vector = vectorOf(text, dimensions);
    const asText = habits.base64 === true || body.encoding_format === "base64";
    return {
      object: "embedding",
      index,
      embedding: asText ? Buffer.from(Float32Array.from(vector).buffer).toString("base64") : vector,
    };
  });
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  return {
    object: "list",
    model: body.model,
    data: habits.shuffled ? data.toReversed() : data,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
};
