import { setImmediate as onNextIteration } from "node:timers";
import { setImmediate as nextIteration } from "node:timers/promises";
import { spaceKey } from "../store/port.ts";
import { actingSpace } from "./acting-space.ts";
import { FairQueue } from "./fair-queue.ts";

/** Milliseconds of work in one iteration of the event loop after which others get a turn. */
const LONGEST_STRETCH = 8;

/**
 * Turns at the event loop. Work that never waits, such as hundreds of reads of the embedded store,
 * would stop everybody else until its end: promises alone let no other request run. Work that asks
 * here between its steps ends its stretch in time. Then the loop serves its sockets, and the spaces
 * take turns, one in each iteration, however much work each of them has.
 */
export class LoopQueue {
  readonly #turns = new FairQueue({ running: 1 });
  readonly #now: () => number;
  /** The beginning of the work in this iteration; null if it has not begun. */
  #began: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the work in this iteration has lasted long enough. */
  isStretchOver(): boolean {
    if (this.#began !== null) return this.#now() - this.#began >= LONGEST_STRETCH;
    this.#begin();
    return false;
  }

  /** Resolves in the next iteration in which it is the turn of the space that the code runs for. */
  async next(): Promise<void> {
    const space = actingSpace();
    await this.#turns.run(space === undefined ? "" : spaceKey(space), async () => {
      await nextIteration();
      this.#begin();
    });
  }

  /** Runs work at once, or in the next turn if the stretch is over. */
  run<T>(work: () => T | Promise<T>): T | Promise<T> {
    return this.isStretchOver() ? this.next().then(work) : work();
  }

  /** Waits for the next turn if the stretch is over. */
  async pause(): Promise<void> {
    if (this.isStretchOver()) await this.next();
  }

  #begin(): void {
    this.#began = this.#now();
    onNextIteration(() => {
      this.#began = null;
    });
  }
}

/** The turns at the event loop of this process. */
export const loopQueue = new LoopQueue(() => performance.now());
