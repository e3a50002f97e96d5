import { setImmediate as others } from "node:timers/promises";

/** Number of items of a list that are answered without a pause: about a millisecond of work. */
const ITEMS_PER_SLICE = 16;

/**
 * The slices in which the long lists of a response are answered, so that other requests run in
 * between.
 */
export class ListSlices {
  #last: Promise<unknown> = Promise.resolve();

  /** The items, in slices. Those of the first slice are available at once. */
  listOf<T extends object>(items: readonly T[]): (T | Promise<T>)[] {
    const list: (T | Promise<T>)[] = items.slice(0, ITEMS_PER_SLICE);
    for (let i = ITEMS_PER_SLICE; i < items.length; i += ITEMS_PER_SLICE) {
      const slice = this.#last.then(() => others());
      for (const item of items.slice(i, i + ITEMS_PER_SLICE)) list.push(slice.then(() => item));
      this.#last = slice;
    }
    return list;
  }

  /** Resolves when the last slice has begun. */
  get lastSlice(): Promise<unknown> {
    return this.#last;
  }
}
