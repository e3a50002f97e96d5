import { setTimeout as delay } from "node:timers/promises";
import { spaceKey, type SpaceId } from "../../store/port.ts";

/** Wakes the waiters of this process for a change in a space. */
export class LocalSignals {
  readonly #waiting = new Map<string, Set<() => void>>();

  tell(space: SpaceId): void {
    for (const wake of this.#waiting.get(spaceKey(space)) ?? []) wake();
  }

  /** Resolves at the next `tell` of the space, after `millis`, or when the signal aborts. */
  async wait(space: SpaceId, millis: number, signal?: AbortSignal): Promise<void> {
    const key = spaceKey(space);
    const early = new AbortController();
    const wake = (): void => early.abort();
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(wake));
    try {
      await delay(millis, undefined, {
        signal: signal ? AbortSignal.any([signal, early.signal]) : early.signal,
        ref: false,
      }).catch(() => undefined);
    } finally {
      waiting.delete(wake);
      if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    }
  }
}
