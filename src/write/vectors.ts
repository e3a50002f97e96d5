import type { Embedder } from "../models/port.ts";
import type { TokenUsage } from "../memory/usage.ts";
import { addTokens, NO_TOKENS } from "../memory/usage.ts";

/** The vectors of one write: each text is embedded once, and what is asked for together goes in one batch. */
export class Vectors {
  readonly #embedder: Embedder;
  readonly #vectors = new Map<string, Float32Array>();
  #calls = 0;
  #tokens: TokenUsage = NO_TOKENS;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  async of(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const missing = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    if (missing.length > 0) {
      const answer = await this.#embedder.embed(missing, { signal });
      this.#calls += answer.calls;
      this.#tokens = addTokens(this.#tokens, answer.tokens);
      missing.forEach((text, i) => this.#vectors.set(text, answer.value[i]!));
    }
    return texts.map((text) => this.#vectors.get(text)!);
  }

  get calls(): number {
    return this.#calls;
  }

  get tokens(): TokenUsage {
    return this.#tokens;
  }
}

/** Of unit vectors. */
export const cosine = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
