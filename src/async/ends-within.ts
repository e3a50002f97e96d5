import { setTimeout as delay } from "node:timers/promises";

/** Waits at most some milliseconds for work. Returns whether it has ended. Throws its error. */
export const endsWithin = async (work: Promise<unknown>, millis: number): Promise<boolean> => {
  const endOfWork = new AbortController();
  const isLate = delay(millis, false, { signal: endOfWork.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    endOfWork.abort();
  }
};
