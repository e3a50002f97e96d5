/**
 * Maximum time in milliseconds that the loaders of one request wait for more keys. Sending at the
 * next tick instead would split parallel walks, each of which waits for the store, into many calls.
 */
const WINDOW_MS = 2;

/** Decides when the loaders of one request send the batches that they have collected. */
export interface BatchWindow {
  /** For a loader with a new batch: calls `send` when nothing more is likely to join it. */
  readonly schedule: (send: () => void) => void;
  /** Runs a store call, whose results may add keys to the waiting batches. */
  readonly during: <T>(call: () => Promise<T>) => Promise<T>;
  /**
   * Sends nothing before `done` is settled: until then, one level of the response may add requests.
   */
  readonly hold: (work: Promise<unknown>) => Promise<void>;
}

/**
 * Sends all batches together, once no store call of the request is running (so that nothing can
 * join them any more), or after `windowMs`. A store that answers at once therefore costs no
 * waiting.
 */
export const createBatchWindow = (windowMs = WINDOW_MS): BatchWindow => {
  let running = 0;
  let holding = 0;
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  const sendAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (holding > 0) return;
    const batches = waiting;
    waiting = [];
    for (const send of batches) send();
  };
  const sendIfReady = (): void => {
    if (waiting.length === 0 || holding > 0) return;
    if (running === 0) sendAll();
    else timer ??= setTimeout(sendAll, windowMs);
  };

  return {
    schedule: (send) => {
      waiting.push(send);
      if (waiting.length === 1) setImmediate(sendIfReady);
    },
    during: async (call) => {
      running++;
      try {
        return await call();
      } finally {
        running--;
        if (running === 0) setImmediate(sendIfReady);
      }
    },
    hold: async (work) => {
      holding++;
      try {
        await work;
      } finally {
        holding--;
        if (holding === 0) setImmediate(sendIfReady);
      }
    },
  };
};
