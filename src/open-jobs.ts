import type { WorkerChoice } from "./config.ts";
import { Jobs } from "./derive/jobs/jobs.ts";
import { createWorks } from "./derive/works.ts";
import { OpenSpaces } from "./derive/worker/open-spaces.ts";
import { DEFAULT_WORKER_SETTINGS, Worker } from "./derive/worker/worker.ts";
import type { Store } from "./store/port.ts";
import type { WriteServices } from "./write/services.ts";

export interface OpenJobs {
  readonly jobs: Jobs;
  /** Begins work by itself, where that is switched on. */
  readonly start: () => void;
  /** Begins nothing more, gives what runs so many milliseconds to come to its end, and gives back what has not. */
  readonly stop: (graceMillis: number) => Promise<void>;
}

/** The jobs of this process, and the worker that begins them by itself where it is switched on. */
export const openJobs = (
  { on, thresholds, concurrency, leaseMillis }: WorkerChoice,
  store: Store,
  write: WriteServices,
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
  });
  if (!on) return { jobs, start: () => undefined, stop: (graceMillis) => jobs.stop(graceMillis) };
  const worker = new Worker(
    { store, jobs, open, instance: newId(), now, log },
    { ...DEFAULT_WORKER_SETTINGS, thresholds: jobs.only(thresholds), concurrency, leaseMillis },
  );
  return { jobs, start: () => worker.start(), stop: (graceMillis) => worker.stop(graceMillis) };
};
