import type { Embedder } from "../models/port.ts";
import type { ReadSettings } from "./settings.ts";

/** What reading needs from outside. */
export interface ReadServices {
  readonly embedder: Embedder;
  readonly settings: ReadSettings;
  /** Milliseconds since 1970, with fractions where the clock has them: how long a search took is told by it. */
  readonly now: () => number;
}
