import { setImmediate } from "node:timers/promises";

/** Milliseconds of work after which other requests get a turn. */
const LONGEST_STRETCH = 8;

/**
 * Lets other requests run between the steps of long work that never waits: a message may have
 * thousands of facts. It waits only if the last pause was a while ago.
 */
export class Pauses {
  #last = performance.now();

  async pause(): Promise<void> {
    if (performance.now() - this.#last < LONGEST_STRETCH) return;
    await setImmediate();
    this.#last = performance.now();
  }
}
