import type { Embedder } from "../../port.ts";
import { answer } from "../offline-answer.ts";
import { countFeatures } from "./features.ts";

const DIMENSIONS = 512;

/** The hashed vector of a text, of unit length. A text without words gives the first axis. */
export const hashedVector = (text: string): Float32Array => {
  const vector = new Float32Array(DIMENSIONS);
  countFeatures(text, (hash, sign, weight) => {
    const axis = hash % DIMENSIONS;
    vector[axis] = (vector[axis] ?? 0) + sign * Math.log1p(weight);
  });
  let squares = 0;
  for (const component of vector) squares += component * component;
  const length = Math.sqrt(squares);
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((component) => component / length);
};

/**
 * Words and character n-grams, hashed into 512 signed dimensions: no model, no network. The vectors
 * show whether two texts concern the same thing. They are too weak to distinguish a change from a
 * repetition, or to rank by meaning.
 */
export const hashingEmbedder: Embedder = {
  id: "hashing-512",
  dimensions: DIMENSIONS,
  embed: async (texts) => answer(texts.map(hashedVector)),
  relatedSimilarity: 0.35,
  duplicateSimilarity: 0.9,
  remote: false,
  similarityDecides: false,
  fusionWeight: 0.1,
};
