import { MILLIS_PER_SECOND } from "../memory/time.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";

/** Interval of the timer in milliseconds. The timer is late when the event loop is blocked. */
const TICK_MILLIS = 20;
/** Milliseconds between two counts. */
const COUNT_MILLIS = 1_000;
/** Delay in milliseconds from which an entry is logged. */
const LOGGED_MILLIS = 250;

/**
 * Measures how long the event loop is blocked: nothing is answered meanwhile. Every second the
 * longest delay is counted, and one of a quarter of a second or more is logged. Returns a function
 * that ends it. (`monitorEventLoopDelay` loses a delay that begins right after it is reset.)
 */
export const watchEventLoop = (
  log: Pick<Log, "warn">,
  metrics: Pick<Metrics, "loopDelayed">,
  countMillis = COUNT_MILLIS,
): (() => void) => {
  let tickedAt = performance.now();
  let countedAt = tickedAt;
  let longest = 0;
  const count = (): void => {
    metrics.loopDelayed(longest / MILLIS_PER_SECOND);
    if (longest >= LOGGED_MILLIS)
      log.warn(
        { millis: Math.round(longest) },
        "The event loop was blocked; no request was answered meanwhile.",
      );
    longest = 0;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - tickedAt - TICK_MILLIS);
    tickedAt = now;
    if (now - countedAt < countMillis) return;
    countedAt = now;
    count();
  }, TICK_MILLIS).unref();
  return () => clearInterval(timer);
};
