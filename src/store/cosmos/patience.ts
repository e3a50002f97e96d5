/** Answers that the service gives for a moment: too many requests, try again with the same, unavailable (the vendor's list of transient errors). */
export const UNAVAILABLE = 503;
export const PASSING: ReadonlySet<number> = new Set([429, 449, UNAVAILABLE]);

/** The first wait, how it grows, and the longest one, in milliseconds. */
const FIRST_MS = 50;
const GROWTH = 2;
const LONGEST_MS = 5_000;

/** How long to wait before the nth further try (from 0): at least as long as the service asks, and a random part more, so that callers do not come back all at once. */
export const waitBefore = (tries: number, asked: number, random: () => number): number => {
  const own = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** tries);
  return asked > 0 ? asked + own * random() : own * (0.5 + random() / 2);
};

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
