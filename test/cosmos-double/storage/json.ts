export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };
/** A value of the query language: JSON, or undefined where a path leads nowhere. */
export type Value = Json | undefined;
export type Document = { readonly [key: string]: Json };

const RANKS = ["undefined", "null", "boolean", "number", "string", "array", "object"] as const;
export type ValueType = (typeof RANKS)[number];

export const typeOf = (value: Value): ValueType =>
  value === undefined
    ? "undefined"
    : value === null
      ? "null"
      : Array.isArray(value)
        ? "array"
        : (typeof value as ValueType);

export const isObject = (value: Value): value is Document => typeOf(value) === "object";
export const isArray = (value: Value): value is readonly Json[] => Array.isArray(value);

export const sameValue = (a: Value, b: Value): boolean =>
  a === b ||
  (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** Cached contents of arrays, because a parameter is read once for every document. */
const contents = new WeakMap<readonly Json[], ReadonlySet<Json>>();

export const contains = (array: readonly Json[], value: Json): boolean => {
  const known = contents.get(array) ?? new Set(array);
  contents.set(array, known);
  return (
    known.has(value) ||
    (typeof value === "object" && value !== null && array.some((item) => sameValue(item, value)))
  );
};

/** The order of ORDER BY: undefined, null, false, true, numbers, strings, arrays, objects. */
export const compareValues = (a: Value, b: Value): number => {
  if (typeof a === "number" && typeof b === "number") return a - b || 0;
  const byType = RANKS.indexOf(typeOf(a)) - RANKS.indexOf(typeOf(b));
  if (byType !== 0) return byType;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b) || 0;
};

export const memberOf = (value: Value, key: string | number): Value => {
  if (typeof value !== "object" || value === null) return undefined;
  if (isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return typeof key === "string" && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** Follows `/a/b/0`. */
export const valueAt = (document: Value, path: string): Value =>
  path
    .split("/")
    .slice(1)
    .reduce<Value>(
      (value, key) => (isArray(value) ? value[Number(key)] : memberOf(value, key)),
      document,
    );
