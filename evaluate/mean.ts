/** The mean; 0 for an empty list. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** A share as a percentage with one decimal, `60.4`. */
export const percent = (share: number): string => (100 * share).toFixed(1);
