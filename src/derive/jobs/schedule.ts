import { instantOf, MILLIS_PER_DAY, type Instant } from "../../memory/time.ts";
import type { JobState } from "./job.ts";

/** When a job is attempted again, and how long a finished one is kept. */

/** Attempts before a job is DEAD. */
export const MOST_ATTEMPTS = 6;
/**
 * Milliseconds before the second attempt, growth of each further wait, and the longest wait: six
 * attempts take about an hour.
 */
const FIRST_WAIT = 10_000;
const GROWTH = 4;
const LONGEST_WAIT = 60 * 60_000;

/**
 * Milliseconds to wait after the given failed attempt (from 1). Half of the wait is random
 * (`random` is 0 to 1), so that jobs that failed together do not come back together.
 */
export const waitAfter = (attempt: number, random: number): number => {
  const longest = Math.min(FIRST_WAIT * GROWTH ** (attempt - 1), LONGEST_WAIT);
  return longest / 2 + (longest / 2) * random;
};

/** Milliseconds for which a finished job is kept. */
const RETENTION = { DONE: 7 * MILLIS_PER_DAY, DEAD: 30 * MILLIS_PER_DAY } as const;

/** When the note of a job expires; null while there is work to do. */
export const expiryOf = ({ status }: JobState, now: number): Instant | null =>
  status === "DONE" || status === "DEAD" ? instantOf(now + RETENTION[status]) : null;
