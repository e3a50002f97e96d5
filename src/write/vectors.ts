import { ModelUnavailable } from "../models/port.ts";
import type { WriteServices } from "./services.ts";
import type { Meter } from "./work.ts";

/** Where a write gets its vectors. */
export interface VectorSource {
  /** One vector of unit length per text; null where they cannot be had, and whoever asked does without. */
  of(texts: readonly string[]): Promise<readonly Float32Array[] | null>;
}

/**
 * The vectors of one write: each text is embedded once, and what is asked for together goes in one batch. An embedder that has failed is not
 * asked again by the same write: what it records then has no vector until it is embedded anew (`reembed`).
 */
export class Vectors implements VectorSource {
  readonly #services: Pick<WriteServices, "models" | "log">;
  readonly #terms: { readonly meter?: Meter; readonly signal?: AbortSignal };
  readonly #vectors = new Map<string, Float32Array>();
  #failed = false;

  /** The meter is told what each batch cost, whether it was answered or not; the signal ends them. */
  constructor(
    services: Pick<WriteServices, "models" | "log">,
    terms: { readonly meter?: Meter; readonly signal?: AbortSignal } = {},
  ) {
    this.#services = services;
    this.#terms = terms;
  }

  async of(texts: readonly string[]): Promise<readonly Float32Array[] | null> {
    const missing = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    if (missing.length > 0 && !(await this.#embed(missing))) return null;
    return texts.map((text) => this.#vectors.get(text)!);
  }

  async #embed(texts: readonly string[]): Promise<boolean> {
    if (this.#failed) return false;
    const { models, log } = this.#services;
    const { meter, signal } = this.#terms;
    try {
      const answer = await models.embedder.embed(texts, { signal });
      meter?.count(answer);
      for (const [i, text] of texts.entries()) this.#vectors.set(text, answer.value[i]!);
      return true;
    } catch (error) {
      if (error instanceof ModelUnavailable) meter?.count(error);
      log.warn(
        { error, texts: texts.length },
        "texts could not be embedded: they are recorded without vectors, and found by their words alone",
      );
      this.#failed = true;
      return false;
    }
  }
}

/** Stands in for vectors in a rehearsal: notes what is asked for, and has nothing. */
export class WantedTexts implements VectorSource {
  readonly texts = new Set<string>();

  async of(texts: readonly string[]): Promise<null> {
    for (const text of texts) this.texts.add(text);
    return null;
  }
}

/** Of unit vectors. */
export const cosine = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
