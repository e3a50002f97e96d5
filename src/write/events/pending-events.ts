import { onBehalfOf } from "../../fairness/acting-space.ts";
import type { EventId } from "../../memory/ids.ts";
import { ModelUnavailable, type ModelFault } from "../../models/port.ts";
import { spaceKey, StoreUnavailable, type SpaceStore } from "../../store/port.ts";
import { isRunning, processEvent } from "./process.ts";
import type { WriteServices } from "../services.ts";

/**
 * The delay before pending events are retried, in milliseconds: doubled each time, up to the
 * longest.
 */
const FIRST_RETRY = 5_000;
const LONGEST_RETRY = 10 * 60_000;
/** Events of a space that are retried in one run. */
const BATCH = 20;
/**
 * Maximum attempts for one event while the service runs, if the event itself may be at fault. Some
 * messages are refused by every model.
 */
const MOST_ATTEMPTS = 5;

const ENDPOINT_FAULTS: ReadonlySet<ModelFault> = new Set([
  "UNAUTHORIZED",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "QUOTA",
]);
/** Whether the endpoint or the store is at fault, so that other events would fail too. */
const concernsAll = (fault: unknown): boolean =>
  fault instanceof StoreUnavailable ||
  (fault instanceof ModelUnavailable && ENDPOINT_FAULTS.has(fault.kind));

/** Runs a function after some milliseconds. Returns a function that cancels it. */
export type Schedule = (run: () => void, millis: number) => () => void;

/** Schedules with a timer that does not keep the process alive. */
const byTimer: Schedule = (run, millis) => {
  const timer = setTimeout(run, millis).unref();
  return () => clearTimeout(timer);
};

export interface PendingEventsOptions {
  /** Default: a timer that does not keep the process alive. */
  readonly schedule?: Schedule | undefined;
  /**
   * Whether another writer, such as an import, has locked a space, so that it is retried later.
   * Default: never.
   */
  readonly isLocked?: ((space: SpaceStore) => Promise<boolean>) | undefined;
}

/**
 * Retries logged events that were not processed because the process was killed or no model
 * answered. A space is checked when it is first used, and after one of its events stayed pending.
 */
export class PendingEvents {
  readonly #services: WriteServices;
  readonly #seenSpaces = new WeakSet<SpaceStore>();
  readonly #attempts = new WeakMap<SpaceStore, Map<EventId, number>>();
  readonly #schedule: Schedule;
  readonly #isLocked: (space: SpaceStore) => Promise<boolean>;
  readonly #waiting = new Map<string, () => void>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(
    services: Omit<WriteServices, "onPending">,
    { schedule = byTimer, isLocked = async () => false }: PendingEventsOptions = {},
  ) {
    this.#schedule = schedule;
    this.#isLocked = isLocked;
    this.#services = { ...services, onPending: (space) => this.retryLater(space) };
  }

  /** Checks a space once for events that an earlier run left pending. */
  notice(space: SpaceStore): void {
    if (this.#seenSpaces.has(space)) return;
    this.#seenSpaces.add(space);
    this.retryLater(space, 0);
  }

  /** Schedules a retry. */
  retryLater(space: SpaceStore, delay = FIRST_RETRY): void {
    const key = spaceKey(space.id);
    if (this.#stopped || this.#waiting.has(key)) return;
    const start = () => {
      this.#waiting.delete(key);
      const run = this.#retry(space, delay).finally(() => this.#running.delete(run));
      this.#running.add(run);
    };
    this.#waiting.set(key, this.#schedule(start, delay));
  }

  /** Starts no more retries, and resolves when running ones have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
    await Promise.all(this.#running);
  }

  async #retry(space: SpaceStore, delay: number): Promise<void> {
    try {
      const outcome = await onBehalfOf(space.id, () => this.#processPending(space));
      if (outcome === "MORE") this.retryLater(space, 0);
      if (outcome === "FAILED") this.#again(space, delay);
    } catch (error) {
      this.#services.log.warn({ error }, "Pending events could not be processed.");
      this.#again(space, delay);
    }
  }

  #again(space: SpaceStore, delay: number): void {
    this.retryLater(space, Math.min(Math.max(delay * 2, FIRST_RETRY), LONGEST_RETRY));
  }

  /**
   * Processes the oldest pending events. FAILED: one stayed pending, or none may be processed now.
   * MORE: all succeeded, and there are more.
   */
  async #processPending(space: SpaceStore): Promise<"DONE" | "MORE" | "FAILED"> {
    const attempts = this.#attempts.get(space) ?? new Map<EventId, number>();
    this.#attempts.set(space, attempts);
    if (await this.#isLocked(space)) return "FAILED";
    const faults: unknown[] = [];
    const services = {
      ...this.#services,
      onPending: (_: SpaceStore, fault: unknown) => void faults.push(fault),
    };
    const waitingEvents = (await space.pendingEvents(BATCH + attempts.size)).filter(
      ({ id }) => (attempts.get(id) ?? 0) < MOST_ATTEMPTS && !isRunning(id),
    );
    for (const event of waitingEvents.slice(0, BATCH)) {
      if (this.#stopped) return "DONE";
      const before = faults.length;
      await processEvent(services, space, event, services.settings).catch(() => undefined);
      if (faults.length === before) attempts.delete(event.id);
      else if (concernsAll(faults.at(-1))) return "FAILED";
      else attempts.set(event.id, (attempts.get(event.id) ?? 0) + 1);
    }
    if (faults.length > 0) return "FAILED";
    return waitingEvents.length >= BATCH ? "MORE" : "DONE";
  }
}
