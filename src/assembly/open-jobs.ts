import type { WorkerChoice } from "../config/config.ts";
import { Jobs } from "../derive/jobs/jobs.ts";
import { createWorks } from "../derive/derivations.ts";
import { OpenSpaces } from "../derive/worker/open-spaces.ts";
import {
  DEFAULT_WORKER_SETTINGS,
  EVERY_SPACE,
  Worker,
  type WorkerPart,
} from "../derive/worker/worker.ts";
import { NO_METRICS, type Metrics } from "../server/metrics/metrics.ts";
import type { Store } from "../store/port.ts";
import type { WriteServices } from "../write/services.ts";

export interface OpenJobs {
  readonly jobs: Jobs;
  /** Starts the worker, if it is on. */
  readonly start: () => void;
  /**
   * Starts the due jobs, and waits for them. Returns false if another process does so, or if
   * something is left for the next time.
   */
  readonly runOnce: () => Promise<boolean>;
  /** Lets the worker look for news from a request to this process. */
  readonly notice: () => void;
  /**
   * Starts no more jobs, gives running ones a number of milliseconds to end, and releases the rest.
   */
  readonly stop: (graceMillis: number) => Promise<void>;
}

/** Factor by which the lease of a feed is longer than that of a job if each renewal is charged. */
const LEASES_OF_DEAR_FEED = 6;

/** Opens the jobs of this process and, if it is on, the worker that starts the jobs of its part. */
export const openJobs = (
  { on, thresholds, concurrency, leaseMillis }: WorkerChoice,
  store: Store,
  write: WriteServices,
  metrics: Pick<Metrics, "jobEnded" | "gauge"> = NO_METRICS,
  part: WorkerPart = EVERY_SPACE,
): OpenJobs => {
  const { now, newId, log } = write;
  const open = new OpenSpaces(store, now);
  const jobs = new Jobs({
    works: createWorks(write),
    now,
    newId,
    log,
    random: Math.random,
    leaseMillis,
    beforeJobs: (space) => open.mark(space),
    afterErasure: (space) => open.forget(space),
    onEnded: metrics.jobEnded,
  });
  metrics.gauge("waitingJobs", () => jobs.waiting);
  metrics.gauge("deadJobs", () => jobs.dead);
  if (!on)
    return {
      jobs,
      start: () => undefined,
      runOnce: () => Promise.resolve(false),
      notice: () => undefined,
      stop: (graceMillis) => jobs.stop(graceMillis),
    };
  metrics.gauge("spacesWithJobs", () => open.size);
  const worker = new Worker(
    { part, store, jobs, open, instance: newId(), now, log },
    {
      ...DEFAULT_WORKER_SETTINGS,
      thresholds: jobs.supportedThresholds(thresholds),
      concurrency,
      ...(store.idlePollMillis === undefined
        ? { leaseMillis }
        : { leaseMillis: LEASES_OF_DEAR_FEED * leaseMillis, idleMillis: store.idlePollMillis }),
    },
  );
  return {
    jobs,
    start: () => worker.start(),
    runOnce: () => worker.runOnce(),
    notice: () => worker.wake(),
    stop: (graceMillis) => worker.stop(graceMillis),
  };
};
