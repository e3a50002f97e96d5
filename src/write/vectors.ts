import type { Answer, Embedder } from "../models/port.ts";

/** The vectors of one write: each text is embedded once, and what is asked for together goes in one batch. */
export class Vectors {
  readonly #embedder: Embedder;
  readonly #count: (answer: Pick<Answer<unknown>, "calls" | "tokens">) => void;
  readonly #vectors = new Map<string, Float32Array>();

  /** `count` is told what each batch cost. */
  constructor(embedder: Embedder, count: (answer: Pick<Answer<unknown>, "calls" | "tokens">) => void = () => {}) {
    this.#embedder = embedder;
    this.#count = count;
  }

  /** One vector of unit length per text. */
  async of(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const missing = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    if (missing.length > 0) {
      const answer = await this.#embedder.embed(missing, { signal });
      this.#count(answer);
      missing.forEach((text, i) => this.#vectors.set(text, answer.value[i]!));
    }
    return texts.map((text) => this.#vectors.get(text)!);
  }
}

/** Of unit vectors. */
export const cosine = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
