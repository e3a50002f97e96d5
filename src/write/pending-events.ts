import type { SpaceId, SpaceStore } from "../store/port.ts";
import { runningReport } from "./running-events.ts";
import type { WriteServices } from "./services.ts";
import { workThrough } from "./work-through.ts";

/** How long to wait before events that stayed pending are tried again: doubled each time, up to the longest. In milliseconds. */
const FIRST_RETRY = 5_000;
const LONGEST_RETRY = 10 * 60_000;
/** How many events of a space are taken up in one go. */
const BATCH = 20;

/**
 * The job that works through events that were logged and not settled: because the process was killed between the two, or because no
 * model answered. A space is looked at when it is first used and after an event of it stayed pending.
 */
export class PendingEvents {
  readonly #services: WriteServices;
  readonly #seen = new WeakSet<SpaceStore>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(services: Omit<WriteServices, "onPending">) {
    this.#services = { ...services, onPending: (space) => this.retryLater(space) };
  }

  /** Looks once for what an earlier run has left behind. */
  notice(space: SpaceStore): void {
    if (this.#seen.has(space)) return;
    this.#seen.add(space);
    this.retryLater(space, 0);
  }

  /** Tries again after a while. */
  retryLater(space: SpaceStore, delay = FIRST_RETRY): void {
    const key = keyOf(space.id);
    if (this.#stopped || this.#timers.has(key)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      const run = this.#retry(space, delay).finally(() => this.#running.delete(run));
      this.#running.add(run);
    }, delay);
    timer.unref();
    this.#timers.set(key, timer);
  }

  /** Starts nothing more and lets what runs come to its end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running);
  }

  async #retry(space: SpaceStore, delay: number): Promise<void> {
    const again = () => this.retryLater(space, Math.min(Math.max(delay * 2, FIRST_RETRY), LONGEST_RETRY));
    try {
      for (const event of await space.pendingEvents(BATCH)) {
        if (this.#stopped) return;
        if (!runningReport(event.id)) await workThrough({ ...this.#services, onPending: again }, space, event, this.#services.settings);
      }
    } catch (error) {
      this.#services.log.warn({ error }, "pending events could not be worked through");
      again();
    }
  }
}

const keyOf = ({ tenant, user }: SpaceId): string => JSON.stringify([tenant, user]);
