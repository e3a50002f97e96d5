import { setTimeout as sleep } from "node:timers/promises";

/** Time and randomness, passed in so that a test can provide its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 to 1, as of `Math.random`. */
  readonly random: () => number;
  /** Resolves after a number of milliseconds, or at once when the signal aborts. Never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  random: Math.random,
  wait: async (milliseconds, signal) => {
    try {
      await sleep(milliseconds, undefined, { signal });
    } catch {
      // The caller checks the signal next.
    }
  },
};
