import { setImmediate as others } from "node:timers/promises";

/** Number of items of a list that are answered without a pause: about a millisecond of work. */
const ITEMS_PER_TURN = 16;

/**
 * The turns in which the long lists of a response are answered, so that other requests run in
 * between.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** The items, in turns. Those of the first turn are available at once. */
  listOf<T extends object>(items: readonly T[]): (T | Promise<T>)[] {
    const list: (T | Promise<T>)[] = items.slice(0, ITEMS_PER_TURN);
    for (let i = ITEMS_PER_TURN; i < items.length; i += ITEMS_PER_TURN) {
      const turn = this.#last.then(() => others());
      for (const item of items.slice(i, i + ITEMS_PER_TURN)) list.push(turn.then(() => item));
      this.#last = turn;
    }
    return list;
  }

  /** Resolves when the last turn has begun. */
  get lastTurn(): Promise<unknown> {
    return this.#last;
  }
}
