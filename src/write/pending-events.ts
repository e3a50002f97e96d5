import type { EventId } from "../memory/ids.ts";
import { ModelUnavailable, type ModelFault } from "../models/port.ts";
import { StoreUnavailable, type SpaceId, type SpaceStore } from "../store/port.ts";
import { runningReport } from "./running-events.ts";
import type { WriteServices } from "./services.ts";
import { workThrough } from "./work-through.ts";

/** How long to wait before events that stayed pending are tried again: doubled each time, up to the longest. In milliseconds. */
const FIRST_RETRY = 5_000;
const LONGEST_RETRY = 10 * 60_000;
/** How many events of a space are taken up in one go. */
const BATCH = 20;
/** How often one event is tried in one run of the service, where the fault may be its own: some messages no model will read. */
const MOST_TRIES = 5;

const OF_THE_ENDPOINT: ReadonlySet<ModelFault> = new Set([
  "UNAUTHORIZED",
  "RATE_LIMITED",
  "UNAVAILABLE",
]);
/** Whether the endpoint or the store fails, whatever it is asked: the events that are left would fare no better. */
const concernsAll = (fault: unknown): boolean =>
  fault instanceof StoreUnavailable ||
  (fault instanceof ModelUnavailable && OF_THE_ENDPOINT.has(fault.kind));

/** Runs something after so many milliseconds, unless it is called off. */
export type Schedule = (run: () => void, millis: number) => () => void;

/** Keeps no process alive. */
const byTheClock: Schedule = (run, millis) => {
  const timer = setTimeout(run, millis).unref();
  return () => clearTimeout(timer);
};

export interface PendingEventsOptions {
  /** How it waits. Default: by the clock, keeping no process alive. */
  readonly schedule?: Schedule | undefined;
  /** Tells of spaces that somebody else alone may write for the time being (an import): they are tried again later. Default: none. */
  readonly isTaken?: ((space: SpaceStore) => Promise<boolean>) | undefined;
}

/**
 * The job that works through events that were logged and not settled: because the process was killed between the two, or because no
 * model answered. A space is looked at when it is first used and after an event of it stayed pending.
 */
export class PendingEvents {
  readonly #services: WriteServices;
  readonly #seen = new WeakSet<SpaceStore>();
  readonly #tries = new WeakMap<SpaceStore, Map<EventId, number>>();
  readonly #schedule: Schedule;
  readonly #isTaken: (space: SpaceStore) => Promise<boolean>;
  readonly #waiting = new Map<string, () => void>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(
    services: Omit<WriteServices, "onPending">,
    { schedule = byTheClock, isTaken = async () => false }: PendingEventsOptions = {},
  ) {
    this.#schedule = schedule;
    this.#isTaken = isTaken;
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
    if (this.#stopped || this.#waiting.has(key)) return;
    const start = () => {
      this.#waiting.delete(key);
      const run = this.#retry(space, delay).finally(() => this.#running.delete(run));
      this.#running.add(run);
    };
    this.#waiting.set(key, this.#schedule(start, delay));
  }

  /** Starts nothing more and lets what runs come to its end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const callOff of this.#waiting.values()) callOff();
    this.#waiting.clear();
    await Promise.all(this.#running);
  }

  async #retry(space: SpaceStore, delay: number): Promise<void> {
    try {
      const outcome = await this.#workThrough(space);
      if (outcome === "MORE") this.retryLater(space, 0);
      if (outcome === "FAILED") this.#again(space, delay);
    } catch (error) {
      this.#services.log.warn({ error }, "pending events could not be worked through");
      this.#again(space, delay);
    }
  }

  #again(space: SpaceStore, delay: number): void {
    this.retryLater(space, Math.min(Math.max(delay * 2, FIRST_RETRY), LONGEST_RETRY));
  }

  /** Tries the oldest events. FAILED: one stayed pending, or none may be tried now. MORE: all went well, and there are more. */
  async #workThrough(space: SpaceStore): Promise<"DONE" | "MORE" | "FAILED"> {
    const tries = this.#tries.get(space) ?? new Map<EventId, number>();
    this.#tries.set(space, tries);
    if (await this.#isTaken(space)) return "FAILED";
    const faults: unknown[] = [];
    const services = {
      ...this.#services,
      onPending: (_: SpaceStore, fault: unknown) => void faults.push(fault),
    };
    const waiting = (await space.pendingEvents(BATCH + tries.size)).filter(
      ({ id }) => (tries.get(id) ?? 0) < MOST_TRIES && !runningReport(id),
    );
    for (const event of waiting.slice(0, BATCH)) {
      if (this.#stopped) return "DONE";
      const before = faults.length;
      await workThrough(services, space, event, services.settings).catch(() => undefined);
      if (faults.length === before) tries.delete(event.id);
      else if (concernsAll(faults.at(-1))) return "FAILED";
      else tries.set(event.id, (tries.get(event.id) ?? 0) + 1);
    }
    if (faults.length > 0) return "FAILED";
    return waiting.length >= BATCH ? "MORE" : "DONE";
  }
}

const keyOf = ({ tenant, user }: SpaceId): string => JSON.stringify([tenant, user]);
