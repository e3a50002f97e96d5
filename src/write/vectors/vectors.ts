import { ModelUnavailable } from "../../models/port.ts";
import type { WriteServices } from "../services.ts";
import type { Meter } from "../meter.ts";

/** A source of the vectors of a write. */
export interface VectorSource {
  /**
   * One vector of unit length per text, in order; null if there are none, in which case the caller
   * continues without vectors.
   */
  of(texts: readonly string[]): Promise<readonly Float32Array[] | null>;
}

/**
 * The vectors of one write. Each text is embedded once, in one batch with the others of the call.
 * An embedder that has failed is not called again by the same write: its texts stay without vectors
 * until they are embedded again (`reembed`).
 */
export class Vectors implements VectorSource {
  readonly #services: Pick<WriteServices, "models" | "log">;
  readonly #call: { readonly meter?: Meter; readonly signal?: AbortSignal };
  readonly #vectors = new Map<string, Float32Array>();
  #failed = false;

  /** `meter` counts the cost of every batch, whether it succeeds or not; `signal` aborts them. */
  constructor(
    services: Pick<WriteServices, "models" | "log">,
    call: { readonly meter?: Meter; readonly signal?: AbortSignal } = {},
  ) {
    this.#services = services;
    this.#call = call;
  }

  async of(texts: readonly string[]): Promise<readonly Float32Array[] | null> {
    const missingTexts = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    if (missingTexts.length > 0 && !(await this.#embed(missingTexts))) return null;
    return texts.flatMap((text) => this.#vectors.get(text) ?? []);
  }

  /** Returns whether it succeeded. After a failure, no more texts of this write are embedded. */
  async #embed(texts: readonly string[]): Promise<boolean> {
    if (this.#failed) return false;
    const { models, log } = this.#services;
    const { meter, signal } = this.#call;
    try {
      const answer = await models.embedder.embed(texts, { signal });
      meter?.count(answer);
      for (const [i, vector] of answer.value.entries()) {
        const text = texts[i];
        if (text !== undefined) this.#vectors.set(text, vector);
      }
      return true;
    } catch (error) {
      if (error instanceof ModelUnavailable) meter?.count(error);
      log.warn(
        { error, texts: texts.length },
        "Texts could not be embedded. They are recorded without vectors and found by their words alone.",
      );
      this.#failed = true;
      return false;
    }
  }
}

/** Collects the texts for which a rehearsal needs vectors, and returns none. */
export class WantedTexts implements VectorSource {
  readonly texts = new Set<string>();

  async of(texts: readonly string[]): Promise<null> {
    for (const text of texts) this.texts.add(text);
    return null;
  }
}

/** The cosine of the angle between two unit vectors of equal length. */
export const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
