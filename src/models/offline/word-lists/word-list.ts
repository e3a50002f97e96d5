/**
 * A set of words from a text that lists them between white space; `_` stands for a space within
 * one.
 */
export const words = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .trim()
      .split(/\s+/u)
      .map((word) => word.replaceAll("_", " ")),
  );

/** A set of keys in snake_case, listed likewise. */
export const keys = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/**
 * A table by word. A Map, since a text may hold words such as "constructor", which every object
 * has.
 */
export const byWord = <T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(rows));
