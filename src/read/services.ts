import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { Embedder } from "../models/port.ts";
import type { ReadSettings } from "./settings.ts";

/** What reading needs from outside. */
export interface ReadServices {
  readonly embedder: Embedder;
  readonly settings: ReadSettings;
  /** What questions ask for. */
  readonly vocabulary: Vocabulary;
  /** Milliseconds since 1970, with fractions if the clock has them. Searches are timed by it. */
  readonly now: () => number;
}
