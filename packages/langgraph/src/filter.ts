type Compare = (value: unknown, operand: unknown) => boolean;

const comparison =
  (holds: (order: number) => boolean): Compare =>
  (value, operand) => {
    if (typeof value === "string" && typeof operand === "string")
      return holds(value < operand ? -1 : Number(value > operand));
    const [left, right] = [Number(value), Number(operand)];
    return !Number.isNaN(left - right) && holds(left - right);
  };

/** Whether two JSON values are equal; the order of properties does not matter. */
const equal: Compare = (value, operand) => {
  if (value === operand) return true;
  if (typeof value !== "object" || typeof operand !== "object") return false;
  if (value === null || operand === null || Array.isArray(value) !== Array.isArray(operand))
    return false;
  const [left, right] = [new Map(Object.entries(value)), new Map(Object.entries(operand))];
  return (
    left.size === right.size &&
    [...left].every(([name, inner]) => right.has(name) && equal(inner, right.get(name)))
  );
};

/** Whether a list has an equal value. */
const isAmong: Compare = (value, operand) =>
  Array.isArray(operand) && operand.some((one) => equal(value, one));

const OPERATORS: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ["$eq", equal],
  ["$ne", (value, operand) => !equal(value, operand)],
  ["$gt", comparison((order) => order > 0)],
  ["$gte", comparison((order) => order >= 0)],
  ["$lt", comparison((order) => order < 0)],
  ["$lte", comparison((order) => order <= 0)],
  ["$in", isAmong],
  ["$nin", (value, operand) => !isAmong(value, operand)],
]);

const matchesCondition = (value: unknown, condition: unknown): boolean => {
  if (typeof condition !== "object" || condition === null) return equal(value, condition);
  const entries = Object.entries(condition);
  if (!entries.some(([name]) => name.startsWith("$"))) return equal(value, condition);
  return entries.every(([name, operand]) => {
    const compare = OPERATORS.get(name);
    if (!compare) throw new TypeError(`Filters do not support the operator ${name}.`);
    return compare(value, operand);
  });
};

/**
 * Whether an item matches a filter: equal values, or `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`,
 * `$in`, `$nin`.
 */
export const matchesFilter = (
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(filter).every(([name, condition]) =>
    matchesCondition(Object.hasOwn(value, name) ? value[name] : undefined, condition),
  );
