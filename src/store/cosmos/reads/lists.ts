import type { Owned } from "../documents/envelope.ts";
import type { Partition } from "../partition.ts";
import type { Query } from "../query.ts";

/** One of several lists that are read together. */
export interface Wanted<D> {
  /** Whether a row of the common query belongs to the list. */
  readonly has: (row: D) => boolean;
  /** The list by itself. */
  readonly query: Query;
  readonly most: number;
}

/** So many pages of the common query are read for lists that are not full yet; then they are read by themselves. */
const COMMON_PAGES = 3;

/**
 * Reads several lists of one order by one query, as far as that goes: DataLoader's batch of a level is one request, unless one list has
 * so many rows that the others would wait for it.
 */
export const readLists = async <D extends Owned>(
  partition: Partition,
  common: Query,
  wanted: readonly Wanted<D>[],
): Promise<D[][]> => {
  const [only, ...others] = wanted;
  if (!only) return [];
  if (others.length === 0) return [await partition.query<D>({ ...only.query, top: only.most })];
  const found = wanted.map((): D[] => []);
  const isFull = (i: number): boolean => found[i]!.length >= wanted[i]!.most;
  let pages = 0;
  let ended = true;
  for await (const rows of partition.pages<D>(
    common,
    wanted.reduce((sum, { most }) => sum + most, 0),
  )) {
    for (const [i, { has, most }] of wanted.entries())
      found[i]!.push(...rows.filter(has).slice(0, most - found[i]!.length));
    ended = false;
    if (wanted.every((_, i) => isFull(i)) || ++pages >= COMMON_PAGES) break;
    ended = true;
  }
  if (ended) return found;
  return Promise.all(
    wanted.map(({ query, most }, i) =>
      isFull(i) ? found[i]! : partition.query<D>({ ...query, top: most }),
    ),
  );
};
