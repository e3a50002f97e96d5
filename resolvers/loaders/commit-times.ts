import type { Instant } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";

type LastCommit = Instant | null;

/**
 * The last commit at or before each instant that a request names. Known results are returned at
 * once, so that fields at different time points continue together and share their store calls.
 */
export class CommitTimes {
  readonly #space: SpaceStore;
  readonly #lastCommits = new Map<Instant, LastCommit>();

  constructor(space: SpaceStore) {
    this.#space = space;
  }

  /** Looks instants up, in one store call. */
  async read(instants: readonly Instant[]): Promise<void> {
    const unknownInstants = [...new Set(instants)].filter((at) => !this.#lastCommits.has(at));
    if (unknownInstants.length === 0) return;
    const lastCommits = await this.#space.lastCommits(unknownInstants);
    for (const [i, at] of unknownInstants.entries())
      this.#lastCommits.set(at, lastCommits[i] ?? null);
  }

  /** The last commit at or before an instant; null if there is none. */
  lastBefore(at: Instant): LastCommit | Promise<LastCommit> {
    const lastCommit = this.#lastCommits.get(at);
    if (lastCommit !== undefined) return lastCommit;
    return this.read([at]).then(() => this.#lastCommits.get(at) ?? null);
  }
}
