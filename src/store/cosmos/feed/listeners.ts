import type { SpaceId } from "../../port.ts";
import type { Connection } from "../connection.ts";
import { CommitFeed } from "./commit-feed.ts";

const keyOf = ({ tenant, user }: SpaceId): string => JSON.stringify([tenant, user]);

/**
 * Who wants to know of commits. Those of this process are told at once, those of others are asked for while anybody listens; a
 * listener may be called without there being anything new.
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

  add(space: SpaceId, listener: () => void): () => void {
    const key = keyOf(space);
    const own = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, own.add(listener));
    this.#running ??= this.#run();
    return () => {
      own.delete(listener);
      if (own.size === 0 && this.#listeners.get(key) === own) this.#listeners.delete(key);
      if (this.#listeners.size === 0) this.#wake?.();
    };
  }

  tell(space: SpaceId): void {
    for (const listener of this.#listeners.get(keyOf(space)) ?? []) listener();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#wake?.();
    await this.#running;
  }

  /** The feed takes its place some time after the first listener came: all are called once then, since they may have missed something. */
  async #run(): Promise<void> {
    let started = false;
    while (this.#listeners.size > 0) {
      try {
        if (!started) {
          await this.#connection.call("changeFeed", () => this.#feed.start());
          started = true;
          for (const own of this.#listeners.values()) for (const listener of own) listener();
        }
        await this.#connection.call("changeFeed", () =>
          this.#feed.pull((moved) => moved.forEach(({ space }) => this.tell(space))),
        );
      } catch (error) {
        this.#connection.log.warn(
          { error },
          "The change feed could not be read; it is tried again.",
        );
      }
      await this.#pause();
    }
    this.#running = null;
  }

  /** Ends early when nobody listens any more. */
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
