/** How often a job is tried before it is put aside. */
export const MOST_ATTEMPTS = 6;
/** The first wait, and by how much each is longer than the one before, up to the longest: six attempts within about an hour. In milliseconds. */
const FIRST_WAIT = 10_000;
const GROWTH = 4;
const LONGEST_WAIT = 60 * 60_000;

/** How long to wait after the nth attempt (from 1) in vain, in milliseconds: half of it by chance, so that jobs that failed together do not come back together. `random` is 0 to 1. */
export const waitAfter = (attempts: number, random: number): number => {
  const longest = Math.min(FIRST_WAIT * GROWTH ** (attempts - 1), LONGEST_WAIT);
  return longest / 2 + (longest / 2) * random;
};
