import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "../port-errors.ts";

/**
 * Maximum time for which a call retries while another process writes, in milliseconds, and the
 * longest pause between two attempts. SQLite itself never waits, because nothing else would run
 * meanwhile.
 */
export const PATIENCE = 10_000;
const LONGEST_PAUSE = 50;

/**
 * Runs `act`, and repeats it for at most ten seconds while it fails temporarily (default: because
 * another process uses the file). Other work runs meanwhile. Rejects with the last error.
 */
export const patiently = async <T>(
  act: () => T | Promise<T>,
  passes: (error: unknown) => boolean = isBusy,
): Promise<T> => {
  const startMillis = performance.now();
  for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() - startMillis > PATIENCE || !passes(error)) throw error;
    }
    await delay(pause);
  }
};
