import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { Embedder } from "../models/port.ts";
import type { ReadSettings } from "./settings.ts";

/** External services of reads. */
export interface ReadServices {
  readonly embedder: Embedder;
  readonly settings: ReadSettings;
  /** The vocabulary for reading questions. */
  readonly vocabulary: Vocabulary;
  /** Milliseconds since 1970, with fractions if the clock has them. Used to measure searches. */
  readonly now: () => number;
}
