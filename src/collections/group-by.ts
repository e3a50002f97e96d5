export type NonEmpty<T> = [T, ...T[]];

/** Items by key, in their order. */
export const groupBy = <T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, NonEmpty<T>> => {
  const groups = new Map<K, NonEmpty<T>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
