/** Whether a JSON value nests no deeper than a number of levels. */
export const nestsWithin = (value: unknown, levels: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => nestsWithin(inner, levels - 1)));
