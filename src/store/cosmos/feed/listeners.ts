import { spaceKey, type SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { CommitFeed } from "./commit-feed.ts";

/** Milliseconds between two polls: a tenth of the time without changes, within these limits. */
const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const SHARE_OF_QUIET = 10;

export const pauseAfterQuiet = (quietMillis: number): number =>
  Math.min(Math.max(quietMillis / SHARE_OF_QUIET, SHORTEST_PAUSE), LONGEST_PAUSE);

/** Waits without keeping the process alive. */
export const idle = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

/**
 * Listeners for commits. They are called at once for commits of this process. Commits of others are
 * polled only while there are listeners, and less often the longer there was no change: a listener
 * is called within a tenth of the time since the last change, at least a second and at most half a
 * minute. A listener may be called without a new commit.
 */
export class Listeners {
  readonly #connection: Connection;
  readonly #wait: (milliseconds: number) => Promise<void>;
  readonly #feed: CommitFeed;
  readonly #listeners = new Map<string, Set<() => void>>();
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  /** Time of the last change, or of the first listener, in milliseconds since 1970. */
  #newsAt = 0;

  constructor(
    connection: Connection,
    consumer: string,
    wait: (milliseconds: number) => Promise<void> = idle,
  ) {
    this.#connection = connection;
    this.#wait = wait;
    this.#feed = new CommitFeed(connection, consumer);
  }

  /** Returns a function that removes the listener. */
  add(space: SpaceId, listener: () => void): () => void {
    const key = spaceKey(space);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    this.#expectNews();
    this.#running ??= this.#run();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners)
        this.#listeners.delete(key);
      if (this.#listeners.size === 0) this.#wake?.();
    };
  }

  /** Notifies listeners of a commit of this process. */
  notify(space: SpaceId): void {
    if (this.#running) this.#expectNews();
    this.#call(space);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#wake?.();
    await this.#running;
  }

  #call(space: SpaceId): void {
    for (const listener of this.#listeners.get(spaceKey(space)) ?? []) listener();
  }

  /** Polls at the shortest interval again, because one commit is often followed by others. */
  #expectNews(): void {
    const isSlow = this.#pauseMillis() > SHORTEST_PAUSE;
    this.#newsAt = this.#connection.now();
    if (isSlow) this.#wake?.();
  }

  #pauseMillis(): number {
    return pauseAfterQuiet(this.#connection.now() - this.#newsAt);
  }

  /**
   * Polls the feed. The feed starts some time after the first listener was added, so all listeners
   * are called once then: they may have missed a commit.
   */
  async #run(): Promise<void> {
    let isStarted = false;
    while (this.#listeners.size > 0) {
      try {
        if (!isStarted) {
          await this.#connection.call("changeFeed", () => this.#feed.start());
          isStarted = true;
          for (const listeners of this.#listeners.values())
            for (const listener of listeners) listener();
        }
        await this.#connection.call("changeFeed", () =>
          this.#feed.pull((spaces) => {
            this.#newsAt = this.#connection.now();
            for (const { space } of spaces) this.#call(space);
          }),
        );
      } catch (error) {
        this.#connection.log.warn(
          { error },
          "The change feed could not be read. It will be retried.",
        );
      }
      await this.#pause();
    }
    this.#running = null;
  }

  /** Waits until the next poll is due, changes are expected, or there are no listeners. */
  async #pause(): Promise<void> {
    if (this.#listeners.size === 0) return;
    const nextWake = new Promise<void>((resolve) => (this.#wake = resolve));
    await Promise.race([this.#wait(this.#pauseMillis()), nextWake]);
    this.#wake = null;
  }
}
