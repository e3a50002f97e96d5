/**
 * The clock for record times. A wall clock can be set wrongly, and one commit in the year 2099
 * would make every later one that late, because record time never goes back.
 */

/** Maximum number of milliseconds by which the wall clock may jump ahead while the service runs. */
const LONGEST_JUMP = 3_600_000;

interface ClockSources {
  /** Milliseconds since 1970. It may be set at any moment. */
  readonly wall: () => number;
  /** Milliseconds that never go back. They may stand still while the machine sleeps. */
  readonly elapsedMillis: () => number;
  /** Seconds since the machine was started, including sleep. */
  readonly uptime: () => number;
  readonly log: {
    warn(details: Readonly<Record<string, unknown>>, message: string): void;
  };
}

/**
 * Returns the wall clock as long as it agrees with the machine's own measure of time. A jump ahead
 * by more than an hour is logged, and time continues one hour after the last value until the wall
 * clock is right again or the service restarts. A clock that is set back is followed.
 */
export const steadyClock = ({ wall, elapsedMillis, uptime, log }: ClockSources): (() => number) => {
  let last = wall();
  let lastElapsed = elapsedMillis();
  let asleepBefore = uptime() * 1000 - elapsedMillis();
  let isAhead = false;
  return () => {
    const now = wall();
    const limit = (): number => last + (elapsedMillis() - lastElapsed) + LONGEST_JUMP;
    if (now > limit()) {
      // `elapsedMillis` may have stood still while the machine slept, so the sleep is added.
      const asleep = uptime() * 1000 - elapsedMillis();
      last += Math.max(0, asleep - asleepBefore);
      asleepBefore = asleep;
    }
    if (now > limit()) {
      if (!isAhead)
        log.warn(
          { aheadMillis: Math.round(now - limit() + LONGEST_JUMP) },
          "The clock jumped ahead. Record times do not follow it. Correct the clock; if it is right now, restart the service.",
        );
      isAhead = true;
      return Math.floor(limit());
    }
    if (isAhead) log.warn({}, "The clock is correct again. Record times follow it.");
    isAhead = false;
    last = now;
    lastElapsed = elapsedMillis();
    return now;
  };
};
