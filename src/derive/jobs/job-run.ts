import { instantOf, plusMillis } from "../../memory/time.ts";
import { Problem } from "../../memory/problem.ts";
import type { NoteValue, SpaceStore } from "../../store/port.ts";
import { clientErrorOf } from "../../write/client-errors.ts";
import type { JobServices, JobWork } from "./job-work.ts";
import { stateChange, jobById } from "./job-notes.ts";
import type { Job, JobState } from "./job.ts";
import { afterFailure, afterRelease, afterSuccess } from "./transitions.ts";

interface JobRunServices extends Pick<JobServices, "now" | "newId" | "log" | "random" | "onEnded"> {
  readonly leaseMillis: number;
  /** Aborts when the service can no longer wait. */
  readonly stopSignal: AbortSignal;
  /** Called after every recorded change. */
  readonly onChange: () => void;
}

/** How often a lease is renewed within its duration. */
const RENEWALS = 3;
/** Minimum interval in milliseconds between two records of progress. */
const PROGRESS_EVERY = 1_000;

type Outcome = { readonly result: NoteValue } | { readonly fault: unknown };

/** A job held by this process. */
class HeldJob {
  readonly #run: JobRunServices;
  readonly #space: SpaceStore;
  readonly #job: Pick<Job, "id" | "holder">;
  #progress: JobState["progress"] = null;
  #progressAt = 0;
  #renewing: Promise<void> = Promise.resolve();
  readonly loss = new AbortController();

  constructor(run: JobRunServices, space: SpaceStore, job: Pick<Job, "id" | "holder">) {
    this.#run = run;
    this.#space = space;
    this.#job = job;
  }

  /** Changes the job. Returns false if another process holds it now. */
  async change(make: (job: Job) => JobState): Promise<boolean> {
    const { id, holder } = this.#job;
    for (;;) {
      const job = await jobById(this.#space, id);
      if (job?.holder !== holder) return false;
      if (
        !(await this.#space.changeNotes(null, [
          stateChange(id, job, { ...make(job), progress: this.#progress }, this.#run.now()),
        ]))
      )
        continue;
      this.#run.onChange();
      return true;
    }
  }

  /** Renews the lease, one renewal after the other. */
  renew(): void {
    this.#renewing = this.#renewOnce(this.#renewing);
  }

  /**
   * Renews the lease after the renewal before. If another process has the job, the lease is lost;
   * if the store fails, the lease may still be renewed later.
   */
  async #renewOnce(before: Promise<void>): Promise<void> {
    await before;
    const { now, leaseMillis, log } = this.#run;
    try {
      if (
        !(await this.change((job) => ({
          ...job,
          leaseUntil: plusMillis(instantOf(now()), leaseMillis),
        })))
      )
        this.loss.abort();
    } catch (error) {
      log.warn({ job: this.#job.id, error }, "The lease of a job could not be renewed.");
    }
  }

  progress(doneCount: number, total: number | null): void {
    this.#progress = { done: doneCount, total };
    const now = this.#run.now();
    if (now - this.#progressAt < PROGRESS_EVERY) return;
    this.#progressAt = now;
    this.renew();
  }

  /** Resolves when no renewal is running. */
  renewal(): Promise<void> {
    return this.#renewing;
  }
}

/**
 * State of a job after its work ended. Logs the error, unless it is a Problem caused by the client.
 */
const stateAfter = (run: JobRunServices, job: Job, outcome: Outcome): JobState => {
  const now = instantOf(run.now());
  if ("result" in outcome) return afterSuccess(job, outcome.result, now);
  if (run.stopSignal.aborted) return afterRelease(job);
  const { code, message, isFault } = clientErrorOf(outcome.fault);
  // The subject of a job of the worker was erased meanwhile, so nothing is left to do.
  if (code === "NOT_FOUND" && job.requestedBy === "TRIGGER") return afterSuccess(job, null, now);
  if (isFault)
    run.log.warn({ job: job.id, attempts: job.attempts, error: outcome.fault }, "A job failed.");
  return afterFailure(
    job,
    { code, message, final: outcome.fault instanceof Problem },
    now,
    run.random(),
  );
};

/**
 * Runs the work of a claimed job, renews its lease meanwhile, and records the outcome. If the lease
 * is lost, the work is aborted and the new holder records the outcome.
 */
export const runJob = async (
  run: JobRunServices,
  space: SpaceStore,
  job: Job,
  work: JobWork,
): Promise<void> => {
  const lease = new HeldJob(run, space, job);
  const heartbeat = setInterval(() => lease.renew(), run.leaseMillis / RENEWALS).unref();
  const { id, session, runs } = job;
  const outcome: Outcome = await work({
    space,
    job: id,
    session,
    options: runs[0]?.options ?? {},
    signal: AbortSignal.any([run.stopSignal, lease.loss.signal]),
    progress: (doneCount, total) => lease.progress(doneCount, total),
  })
    .then((result) => ({ result }))
    .catch((fault: unknown) => ({ fault }));
  clearInterval(heartbeat);
  await lease.renewal();
  let after: JobState | undefined;
  const isRecorded = await lease.change((current) => (after = stateAfter(run, current, outcome)));
  if (isRecorded && after !== undefined) run.onEnded?.(job.kind, after.status);
};
