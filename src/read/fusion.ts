/** A search list: what it found, best first, and how much it counts. */
export interface RankedList<Key> {
  readonly keys: readonly Key[];
  readonly weight: number;
}

/**
 * Reciprocal rank fusion (DESIGN.md §4): the score of a key is the sum of `weight / (constant + rank)` over the lists that found it,
 * ranks counting from 1. A list that weighs nothing adds nothing.
 */
export const fuse = <Key>(
  lists: readonly RankedList<Key>[],
  constant: number,
): Map<Key, number> => {
  const scores = new Map<Key, number>();
  for (const { keys, weight } of lists) {
    if (weight === 0) continue;
    for (const [index, key] of keys.entries())
      scores.set(key, (scores.get(key) ?? 0) + weight / (constant + index + 1));
  }
  return scores;
};
