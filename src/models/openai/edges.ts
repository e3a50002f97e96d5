import { setTimeout as sleep } from "node:timers/promises";

/** The clock and the chance that the adapter depends on, so that a test can have its own. */
export interface Edges {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const REAL_EDGES: Edges = {
  now: Date.now,
  random: Math.random,
  wait: async (milliseconds, signal) => {
    try {
      await sleep(milliseconds, undefined, { signal });
    } catch {
      // Whoever waits looks at the signal next.
    }
  },
};
