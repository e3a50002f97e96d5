import type { SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { CommitFeed } from "./commit-feed.ts";

const keyOf = ({ tenant, user }: SpaceId): string => JSON.stringify([tenant, user]);

/**
 * Listeners for commits. They are called at once for commits of this process, and within the
 * polling interval for those of others, which are polled only while somebody listens. A listener
 * may be called without a new commit.
 */
export class Listeners {
  readonly #connection: Connection;
  readonly #intervalMs: number;
  readonly #feed: CommitFeed;
  readonly #listeners = new Map<string, Set<() => void>>();
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(connection: Connection, consumer: string, intervalMs: number) {
    this.#connection = connection;
    this.#intervalMs = intervalMs;
    this.#feed = new CommitFeed(connection, consumer);
  }

  /** Returns a function that removes the listener. */
  add(space: SpaceId, listener: () => void): () => void {
    const key = keyOf(space);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    this.#running ??= this.#run();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners)
        this.#listeners.delete(key);
      if (this.#listeners.size === 0) this.#wake?.();
    };
  }

  notify(space: SpaceId): void {
    for (const listener of this.#listeners.get(keyOf(space)) ?? []) listener();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#wake?.();
    await this.#running;
  }

  /**
   * Polls the feed. It starts some time after the first listener was added, so all are called once
   * then: they may have missed a commit.
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
            for (const { space } of spaces) this.notify(space);
          }),
        );
      } catch (error) {
        this.#connection.log.warn({ error }, "The change feed could not be read; retrying.");
      }
      await this.#pause();
    }
    this.#running = null;
  }

  /** Waits for the polling interval, or until nobody listens any more. */
  #pause(): Promise<void> {
    if (this.#listeners.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#intervalMs);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
