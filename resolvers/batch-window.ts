/**
 * How long the loaders of one request wait for company, at most, in milliseconds. With the next tick instead, walks side by side that
 * each wait for the store fall apart into many calls (FACTS.md §1).
 */
const WINDOW_MS = 2;

/** Decides when the loaders of one request send off what they have gathered. */
export interface BatchWindow {
  /** For a loader with a new batch: sends it off once nothing more is likely to join it. */
  readonly schedule: (send: () => void) => void;
  /** Runs a store call; what it brings may join the batches that wait. */
  readonly during: <T>(call: () => Promise<T>) => Promise<T>;
}

/**
 * Batches leave together, once no store call of the request is under way (so that nothing is left to join them), or when the window
 * has passed. A store that answers at once thus costs no waiting at all.
 */
export const createBatchWindow = (windowMs = WINDOW_MS): BatchWindow => {
  let running = 0;
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  const sendOff = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batches = waiting;
    waiting = [];
    for (const send of batches) send();
  };
  const consider = (): void => {
    if (waiting.length === 0) return;
    if (running === 0) sendOff();
    else timer ??= setTimeout(sendOff, windowMs);
  };

  return {
    schedule: (send) => {
      waiting.push(send);
      if (waiting.length === 1) setImmediate(consider);
    },
    during: async (call) => {
      running++;
      try {
        return await call();
      } finally {
        running--;
        if (running === 0) setImmediate(consider);
      }
    },
  };
};
