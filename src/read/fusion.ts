/** A search list: what it found, best first, and how much it counts. */
export interface RankedList {
  readonly keys: readonly string[];
  readonly weight: number;
}

/**
 * Reciprocal rank fusion (DESIGN.md §4): the score of a key is the sum of `weight / (constant + rank)` over the lists that found it,
 * ranks counting from 1. A list that weighs nothing adds nothing.
 */
export const fuse = (lists: readonly RankedList[], constant: number): Map<string, number> => {
  const scores = new Map<string, number>();
  for (const { keys, weight } of lists) {
    if (weight === 0) continue;
    for (const [index, key] of keys.entries()) scores.set(key, (scores.get(key) ?? 0) + weight / (constant + index + 1));
  }
  return scores;
};
