/** Linear work takes four times as long for four times the text; quadratic work sixteen times. */
export const MOST_GROWTH = 9;
/** Characters of the longer text. */
const LONG = 16_000;
/** Milliseconds of CPU below which a measurement says nothing. */
const NOISE = 40;

type Rule = (text: string) => unknown;

/** CPU of all threads of this process, in milliseconds. */
const cpuOf = async (rule: Rule, text: string): Promise<number> => {
  const start = process.cpuUsage();
  await rule(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

/** How much longer a rule takes for a text of four times the length, at the best of some tries. */
export const growthOf = async (
  rule: Rule,
  shape: (n: number) => string,
  { length = LONG, attempts = 4 }: { readonly length?: number; readonly attempts?: number } = {},
): Promise<number> => {
  let best = Infinity;
  for (let attempt = 0; attempt < attempts && best > MOST_GROWTH; attempt++) {
    const long = await cpuOf(rule, shape(length));
    if (long < NOISE) return 0;
    best = Math.min(best, long / Math.max(await cpuOf(rule, shape(length / 4)), 1));
  }
  return best;
};
