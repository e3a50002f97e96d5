import pLimit from "p-limit";
import { setTimeout as delay } from "node:timers/promises";
import { epochMillis } from "../../memory/time.ts";
import { spaceKey, type Follower, type SpaceId, type Store } from "../../store/port.ts";
import type { Log } from "../../write/services.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { OpenSpace, OpenSpaces } from "./open-spaces.ts";
import { planJobs } from "./plan-jobs.ts";
import type { Thresholds } from "./triggers.ts";

export interface WorkerSettings {
  readonly thresholds: Thresholds;
  /** Spaces whose jobs run at the same time. */
  readonly concurrency: number;
  /** Milliseconds for which the feed belongs to this process without a renewal. */
  readonly leaseMillis: number;
  /** Milliseconds between two polls of the feed. Each costs a request or two. */
  readonly pollMillis: number;
  /** Maximum interval after a while without changes. */
  readonly idleMillis: number;
  /** Milliseconds between two checks for waiting jobs. */
  readonly sweepMillis: number;
}

export const DEFAULT_WORKER_SETTINGS: Omit<WorkerSettings, "thresholds"> = {
  concurrency: 2,
  leaseMillis: 15_000,
  pollMillis: 1_000,
  idleMillis: 5_000,
  sweepMillis: 5_000,
};

/** The spaces in which a worker starts jobs. */
export interface WorkerPart {
  /** Name under which one process at a time follows their feed. */
  readonly feed: string;
  readonly includes: (space: SpaceId) => boolean;
}

export const EVERY_SPACE: WorkerPart = { feed: "worker", includes: () => true };

export interface WorkerServices {
  readonly part: WorkerPart;
  readonly store: Pick<Store, "space" | "follow">;
  readonly jobs: Jobs;
  readonly open: OpenSpaces;
  /** Name of this process among those that follow the feed. */
  readonly instance: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
}

/** Number of spaces planned at the same time. */
const PLANNED_AT_ONCE = 4;
/** Maximum share of the time that polling the feed may take: one part in this number. */
const SHARE_OF_TIME = 10;
/** Minimum number of polls within the duration of the feed lease. */
const RENEWALS = 3;
/** Number of rounds without changes after which the lease is checked. */
const ROUNDS_UNCHECKED = 10;

/**
 * The result of a poll: LOST if another process has the feed now, UNRECORDED if the feed will
 * repeat its changes.
 */
type Round = "NEWS" | "QUIET" | "UNRECORDED" | "LOST";

/** A space without a due job. */
interface WaitingSpace {
  readonly tag: string;
  /** When its next job is due, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * Follows the change feed and starts the jobs that are due. Of several processes with the same
 * part, one at a time does so. It acknowledges changes when the resulting jobs are recorded, and
 * runs those in the background; its successor finds the ones that it leaves behind.
 */
export class Worker {
  readonly #services: WorkerServices;
  readonly #settings: WorkerSettings;
  readonly #stopping = new AbortController();
  #pausing = new AbortController();
  readonly #plans = pLimit(PLANNED_AT_ONCE);
  readonly #runs;
  /** Spaces whose jobs run, and whether new jobs may have come since. */
  readonly #active = new Map<string, { again: boolean }>();
  readonly #waiting = new Map<string, WaitingSpace>();
  readonly #background = new Set<Promise<void>>();
  #running: Promise<void> | undefined;
  /** Milliseconds that the last poll took. */
  #pollTook = 0;
  /** Consecutive polls without changes. */
  #quietPolls = 0;
  #sweptAt = 0;
  /** Rounds without changes since the lease was last checked. */
  #uncheckedRounds = 0;

  constructor(services: WorkerServices, settings: WorkerSettings) {
    this.#services = services;
    this.#settings = settings;
    this.#runs = pLimit(settings.concurrency);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /**
   * Starts the jobs that are due now, and waits for their end. Resolves to false if another process
   * follows the feed, or if changes could not be recorded, so that the next run gets them again.
   */
  async runOnce(): Promise<boolean> {
    const { store, part, instance } = this.#services;
    const follower = await store.follow(part.feed, instance, this.#settings.leaseMillis);
    if (follower === null) return false;
    try {
      let round: Round = "NEWS";
      while (round === "NEWS" && !this.#stopping.signal.aborted)
        round = await this.#round(follower);
      while (this.#background.size > 0) await Promise.all(this.#background);
      return round === "QUIET" && (await follower.acknowledge());
    } finally {
      await follower.release();
    }
  }

  /**
   * Polls without waiting longer than the shortest interval, because a request to this process may
   * bring changes.
   */
  wake(): void {
    if (this.#quietPolls === 0) return;
    this.#quietPolls = 0;
    this.#pausing.abort();
  }

  /**
   * Gives up the feed. Running jobs have `graceMillis` to end; then they are aborted and released.
   */
  async stop(graceMillis: number): Promise<void> {
    this.#stopping.abort();
    await this.#services.jobs.stop(graceMillis);
    await Promise.all([this.#running, ...this.#background]);
  }

  /**
   * Follows the feed until the worker is stopped. While another process has the lease, it keeps
   * trying to get it.
   */
  async #run(): Promise<void> {
    let follower: Follower | null = null;
    while (!this.#stopping.signal.aborted) {
      const began = performance.now();
      try {
        follower ??= await this.#services.store.follow(
          this.#services.part.feed,
          this.#services.instance,
          this.#settings.leaseMillis,
        );
        if (follower === null) this.#quietPolls += 1;
        else if ((await this.#round(follower)) === "LOST") follower = null;
      } catch (error) {
        this.#services.log.warn(
          { error },
          "The change feed could not be followed. It will be retried.",
        );
        follower = null;
      }
      await this.#pauseSince(began);
    }
    await follower
      ?.release()
      .catch((error: unknown) =>
        this.#services.log.warn({ error }, "The lease of the change feed could not be released."),
      );
  }

  /**
   * Milliseconds until the next poll: longer after each poll without changes, and if polls are
   * slow; short enough to keep the lease.
   */
  #interval(): number {
    const { pollMillis, idleMillis, leaseMillis } = this.#settings;
    const longest = Math.max(pollMillis, Math.min(idleMillis, leaseMillis / RENEWALS));
    return Math.min(
      Math.max(pollMillis * 2 ** this.#quietPolls, this.#pollTook * SHARE_OF_TIME),
      longest,
    );
  }

  /** Waits until the interval since the last poll is over, which a wake shortens. */
  async #pauseSince(lastPoll: number): Promise<void> {
    for (;;) {
      const millis = lastPoll + this.#interval() - performance.now();
      if (millis <= 0 || this.#stopping.signal.aborted) return;
      this.#pausing = new AbortController();
      const signal = AbortSignal.any([this.#stopping.signal, this.#pausing.signal]);
      await delay(millis, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /**
   * One poll: plans the jobs of the spaces with news, sweeps when that is due, and acknowledges
   * what is recorded, which also keeps the lease.
   */
  async #round(follower: Follower): Promise<Round> {
    const began = performance.now();
    const news = await follower.next();
    this.#pollTook = performance.now() - began;
    this.#quietPolls = news.length === 0 ? this.#quietPolls + 1 : 0;
    const spaces = news.filter((space) => this.#services.part.includes(space));
    const planResults = await Promise.all(
      spaces.map((space) => this.#plans(() => this.#plan(space))),
    );
    if (this.#services.now() - this.#sweptAt >= this.#settings.sweepMillis) await this.#sweep();
    this.#uncheckedRounds = news.length === 0 ? this.#uncheckedRounds + 1 : 0;
    if (planResults.includes(false)) return "UNRECORDED";
    const round = news.length === 0 ? "QUIET" : "NEWS";
    if (round === "QUIET" && this.#uncheckedRounds < ROUNDS_UNCHECKED) return round;
    this.#uncheckedRounds = 0;
    return (await follower.acknowledge()) ? round : "LOST";
  }

  /** False if nothing could be recorded, so that the feed must report the space again. */
  async #plan(id: SpaceId): Promise<boolean> {
    const { store, open, now, log } = this.#services;
    if (this.#stopping.signal.aborted) return false;
    try {
      const hasRequested = await planJobs(await store.space(id), {
        thresholds: this.#settings.thresholds,
        now,
        beforeJobs: () => open.mark(id),
      });
      if (hasRequested) this.#start(id);
      return true;
    } catch (error) {
      log.warn({ error }, "The jobs of a space could not be planned. They will be retried.");
      return open.mark(id).then(
        () => true,
        () => false,
      );
    }
  }

  /**
   * Takes up waiting work: attempts that are due, jobs that a crashed process left behind, spaces
   * that could not be read.
   */
  async #sweep(): Promise<void> {
    const { open, part, now } = this.#services;
    this.#sweptAt = now();
    const spaces = (await open.all()).filter(({ space }) => part.includes(space));
    const openKeys = new Set(spaces.map(({ space }) => spaceKey(space)));
    for (const key of this.#waiting.keys()) if (!openKeys.has(key)) this.#waiting.delete(key);
    for (const space of spaces) {
      const waitingSpace = this.#waiting.get(spaceKey(space.space));
      if (waitingSpace?.tag === space.tag && waitingSpace.until > now()) continue;
      this.#start(space.space, space);
    }
  }

  /**
   * Skips a space without due jobs until it is marked again. A space with dead jobs stays marked,
   * so that the next process counts them, too.
   */
  async #rest(openSpace: OpenSpace): Promise<void> {
    const { jobs, open } = this.#services;
    if (open.isFresh(openSpace)) return;
    if (jobs.hasDead(openSpace.space))
      this.#waiting.set(spaceKey(openSpace.space), { tag: openSpace.tag, until: Infinity });
    else await open.unmark(openSpace);
  }

  /**
   * Runs the jobs of a space in the background. If they are running, runs them once more
   * afterwards.
   */
  #start(id: SpaceId, openSpace?: OpenSpace): void {
    const key = spaceKey(id);
    const active = this.#active.get(key);
    if (active) {
      active.again ||= openSpace === undefined;
      return;
    }
    this.#active.set(key, { again: false });
    const run = this.#runs(() => this.#work(id, key, openSpace)).finally(() =>
      this.#background.delete(run),
    );
    this.#background.add(run);
  }

  /**
   * Runs the due jobs of a space; `openSpace`: as a sweep found it, so that it is planned again and
   * may rest.
   */
  async #work(id: SpaceId, key: string, openSpace: OpenSpace | undefined): Promise<void> {
    const { store, jobs, open, now, log } = this.#services;
    try {
      const space = await store.space(id);
      if (openSpace)
        await planJobs(space, {
          thresholds: this.#settings.thresholds,
          now,
          beforeJobs: () => open.mark(id),
        });
      const next = this.#stopping.signal.aborted ? null : await jobs.runDue(space);
      if (openSpace && next !== null)
        this.#waiting.set(key, { tag: openSpace.tag, until: epochMillis(next) });
      if (openSpace && next === null && !this.#stopping.signal.aborted) await this.#rest(openSpace);
    } catch (error) {
      log.warn({ error }, "The jobs of a space could not be run. They will be retried.");
    }
    const again = this.#active.get(key)?.again;
    this.#active.delete(key);
    if (again && !this.#stopping.signal.aborted) this.#start(id);
  }
}
