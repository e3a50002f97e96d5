/** Returns a required value. Throws an error with its name if it is missing. */
export const required = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`${name} is missing.`);
  return value;
};

/** The nth item of a list that repeats. */
export const cyclicItem = <T>(list: readonly T[], n: number): T =>
  required(list[n % list.length], `Item ${n % list.length} of ${list.length}`);
