import pLimit from "p-limit";

/** Takes a place at an endpoint, waiting for one as long as the signal lasts; the result gives it back. */
export type TakeSlot = (signal: AbortSignal) => Promise<() => void>;

/** At most so many requests at a time. One that is given up while it waits leaves the queue without ever holding a place. */
export const createSlots = (concurrency: number): TakeSlot => {
  const limit = pLimit(concurrency);
  return (signal) =>
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
    });
};
