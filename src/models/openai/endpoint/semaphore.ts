import pLimit from "p-limit";

/** Limits the number of concurrent requests. */
export interface Semaphore {
  /**
   * Waits for a permit and resolves to the function that releases it. Rejects with the signal's
   * reason if the signal aborts first; such a caller never has a permit.
   */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/** A semaphore that lets this many requests run at a time; others wait in their order. */
export const createSemaphore = (permits: number): Semaphore => {
  const limit = pLimit(permits);
  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => reject(signal.reason as Error);
        if (signal.aborted) return giveUp();
        signal.addEventListener("abort", giveUp, { once: true });
        void limit(
          () =>
            new Promise<void>((release) => {
              signal.removeEventListener("abort", giveUp);
              if (signal.aborted) release();
              else resolve(release);
            }),
        );
      }),
  };
};
