import pLimit from "p-limit";
import { setTimeout as delay } from "node:timers/promises";
import { epochMillis } from "../../memory/time.ts";
import type { Follower, SpaceId, Store } from "../../store/port.ts";
import type { Log } from "../../write/services.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { OpenSpace, OpenSpaces } from "./open-spaces.ts";
import { planJobs } from "./plan-jobs.ts";
import type { Thresholds } from "./thresholds.ts";

export interface WorkerSettings {
  readonly thresholds: Thresholds;
  /** Spaces whose jobs run side by side. */
  readonly concurrency: number;
  /** How long the feed belongs to this process without a sign of life. */
  readonly leaseMillis: number;
  /** How often the feed is asked, and how often where it has told nothing for a while: every question costs a request or two … */
  readonly pollMillis: number;
  readonly idleMillis: number;
  /** … and how often it is looked for jobs that wait. */
  readonly sweepMillis: number;
}

export const DEFAULT_WORKER_SETTINGS: Omit<WorkerSettings, "thresholds"> = {
  concurrency: 2,
  leaseMillis: 15_000,
  pollMillis: 1_000,
  idleMillis: 5_000,
  sweepMillis: 5_000,
};

export interface WorkerServices {
  readonly store: Pick<Store, "space" | "follow">;
  readonly jobs: Jobs;
  readonly open: OpenSpaces;
  /** Names this process among those that follow the feed. */
  readonly instance: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
}

/** The name under which the feed is followed: one of several processes at a time. */
const FOLLOWER = "worker";
/** Spaces that are compared with their triggers side by side. */
const PLANNED_AT_ONCE = 4;
/** Asking the feed may take a share of the time: one part in so many, unless it were asked less often than where it tells nothing. */
const SHARE_OF_TIME = 10;
/** The feed is asked at least so often before its lease would end. */
const RENEWALS = 3;
/** After so many rounds without news it is made sure that the lease is still held. */
const ROUNDS_UNSURE = 10;

const keyOf = ({ tenant, user }: SpaceId): string => JSON.stringify([tenant, user]);

/** When a space that waits is worth a look again. */
interface Waiting {
  readonly tag: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Follows the change feed and begins what is due (DESIGN.md §6). Of several processes one does so at a time. It acknowledges what the feed told
 * once the jobs that follow from it are on record; these it runs beside, and whoever comes after it finds those that it leaves behind.
 */
export class Worker {
  readonly #services: WorkerServices;
  readonly #settings: WorkerSettings;
  readonly #stopping = new AbortController();
  readonly #plans = pLimit(PLANNED_AT_ONCE);
  readonly #runs;
  /** Spaces whose jobs run, and whether there may be new ones since. */
  readonly #active = new Map<string, { again: boolean }>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #background = new Set<Promise<void>>();
  #running: Promise<void> | undefined;
  /** How long the feed took to answer, in milliseconds. */
  #asking = 0;
  /** How many times in a row there was nothing. */
  #quiet = 0;
  #swept = 0;
  #unsure = 0;

  constructor(services: WorkerServices, settings: WorkerSettings) {
    this.#services = services;
    this.#settings = settings;
    this.#runs = pLimit(settings.concurrency);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Gives up the feed; the jobs that run have so many milliseconds to come to their end, and are then given back. */
  async stop(graceMillis: number): Promise<void> {
    this.#stopping.abort();
    await this.#services.jobs.stop(graceMillis);
    await Promise.all([this.#running, ...this.#background]);
  }

  async #run(): Promise<void> {
    let follower: Follower | null = null;
    while (!this.#stopping.signal.aborted) {
      try {
        follower ??= await this.#services.store.follow(
          FOLLOWER,
          this.#services.instance,
          this.#settings.leaseMillis,
        );
        if (follower !== null && !(await this.#round(follower))) follower = null;
      } catch (error) {
        this.#services.log.warn(
          { error },
          "the change feed could not be followed; it is tried again",
        );
        follower = null;
      }
      await this.#pause(this.#interval());
    }
    await follower
      ?.release()
      .catch((error: unknown) =>
        this.#services.log.warn({ error }, "the change feed could not be given up"),
      );
  }

  /** Longer each time that there was nothing, and where it takes long to ask, as it does wherever much else goes on; never so long that the lease might be lost. */
  #interval(): number {
    const { pollMillis, idleMillis, leaseMillis } = this.#settings;
    const longest = Math.max(pollMillis, Math.min(idleMillis, leaseMillis / RENEWALS));
    return Math.min(Math.max(pollMillis * 2 ** this.#quiet, this.#asking * SHARE_OF_TIME), longest);
  }

  #pause(millis: number): Promise<void> {
    return delay(millis, undefined, { signal: this.#stopping.signal, ref: false }).catch(
      () => undefined,
    );
  }

  /** False where the lease was lost. */
  async #round(follower: Follower): Promise<boolean> {
    const began = performance.now();
    const spaces = await follower.next();
    this.#asking = performance.now() - began;
    this.#quiet = spaces.length === 0 ? this.#quiet + 1 : 0;
    const planned = await Promise.all(spaces.map((space) => this.#plans(() => this.#plan(space))));
    if (this.#services.now() - this.#swept >= this.#settings.sweepMillis) await this.#sweep();
    this.#unsure = spaces.length === 0 ? this.#unsure + 1 : 0;
    if (planned.includes(false)) return true;
    if (spaces.length === 0 && this.#unsure < ROUNDS_UNSURE) return true;
    this.#unsure = 0;
    return follower.acknowledge();
  }

  /** False where nothing could be put on record, so that the feed must tell of the space again. */
  async #plan(id: SpaceId): Promise<boolean> {
    const { store, open, now, log } = this.#services;
    if (this.#stopping.signal.aborted) return false;
    try {
      const asked = await planJobs(await store.space(id), {
        thresholds: this.#settings.thresholds,
        now,
        beforeJobs: () => open.mark(id),
      });
      if (asked) this.#start(id);
      return true;
    } catch (error) {
      log.warn({ error }, "it could not be told which jobs are due in a space; it is tried again");
      return open.mark(id).then(
        () => true,
        () => false,
      );
    }
  }

  /** Takes up what waits: attempts that are due, jobs that were left behind, spaces that could not be read. */
  async #sweep(): Promise<void> {
    const { open, now } = this.#services;
    this.#swept = now();
    const spaces = await open.all();
    const known = new Set(spaces.map(({ space }) => keyOf(space)));
    for (const key of this.#waiting.keys()) if (!known.has(key)) this.#waiting.delete(key);
    for (const space of spaces) {
      const waiting = this.#waiting.get(keyOf(space.space));
      if (waiting?.tag === space.tag && waiting.until > now()) continue;
      this.#start(space.space, space);
    }
  }

  /** Runs the jobs of a space beside, unless they run already: then once more after it. */
  #start(id: SpaceId, opened?: OpenSpace): void {
    const key = keyOf(id);
    const active = this.#active.get(key);
    if (active) {
      active.again ||= opened === undefined;
      return;
    }
    this.#active.set(key, { again: false });
    const run = this.#runs(() => this.#work(id, key, opened)).finally(() =>
      this.#background.delete(run),
    );
    this.#background.add(run);
  }

  async #work(id: SpaceId, key: string, opened: OpenSpace | undefined): Promise<void> {
    const { store, jobs, open, now, log } = this.#services;
    try {
      const space = await store.space(id);
      if (opened)
        await planJobs(space, {
          thresholds: this.#settings.thresholds,
          now,
          beforeJobs: () => open.mark(id),
        });
      const next = this.#stopping.signal.aborted ? null : await jobs.runDue(space);
      if (opened && next !== null)
        this.#waiting.set(key, { tag: opened.tag, until: epochMillis(next) });
      if (opened && next === null && !this.#stopping.signal.aborted) await open.unmark(opened);
    } catch (error) {
      log.warn({ error }, "the jobs of a space could not be run; it is tried again");
    }
    const { again } = this.#active.get(key)!;
    this.#active.delete(key);
    if (again && !this.#stopping.signal.aborted) this.#start(id);
  }
}
