/**
 * Statuses that the service lists as transient: too many requests, retry with the same request,
 * unavailable.
 */
export const SERVICE_UNAVAILABLE = 503;
export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 449, SERVICE_UNAVAILABLE]);

/**
 * Statuses after which a request may have been executed: timeout, replica gone, server error, bad
 * gateway, gateway timeout.
 */
export const UNCERTAIN_STATUSES: ReadonlySet<number> = new Set([408, 410, 500, 502, 504]);

const FIRST_PAUSE_MS = 50;
const PAUSE_GROWTH = 2;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Milliseconds to wait after the nth attempt (from 0): exponential backoff with jitter, so that
 * callers do not return at the same time, and at least the time that the service asks for
 * (`retryAfterMs`, 0 if it states none). `random` returns 0 to 1.
 */
export const pauseAfter = (attempt: number, retryAfterMs: number, random: () => number): number => {
  const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * PAUSE_GROWTH ** attempt);
  return retryAfterMs > 0 ? retryAfterMs + backoff * random() : backoff * (0.5 + random() / 2);
};

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
