import { instantOf, plusMillis } from "../../memory/time.ts";
import { Problem } from "../../memory/problem.ts";
import type { NoteValue, SpaceStore } from "../../store/port.ts";
import { tellFault } from "../../write/tell-fault.ts";
import type { JobServices } from "./job-services.ts";
import { changeOf, jobById } from "./job-notes.ts";
import type { Job, JobState } from "./job.ts";
import { failed, givenBack, succeeded } from "./transitions.ts";
import type { JobWork } from "./work.ts";

export interface Run extends Pick<JobServices, "now" | "newId" | "log" | "random"> {
  readonly leaseMillis: number;
  /** Aborts where the service does not wait any longer. */
  readonly stopping: AbortSignal;
  /** Called after every change that is on record. */
  readonly told: () => void;
}

/** A lease is renewed so many times before it would end. */
const RENEWALS = 3;
/** Progress is put on record no more often than this, in milliseconds. */
const PROGRESS_EVERY = 1_000;

/** What became of the work. */
type Outcome = { readonly result: NoteValue } | { readonly fault: unknown };

/** A job that this process holds. */
class Held {
  readonly #run: Run;
  readonly #space: SpaceStore;
  readonly #job: Pick<Job, "id" | "holder">;
  #progress: JobState["progress"] = null;
  #told = 0;
  #renewing: Promise<void> = Promise.resolve();
  readonly lost = new AbortController();

  constructor(run: Run, space: SpaceStore, job: Pick<Job, "id" | "holder">) {
    this.#run = run;
    this.#space = space;
    this.#job = job;
  }

  /** Changes it; false where it is held no more. */
  async change(make: (job: Job) => JobState): Promise<boolean> {
    const { id, holder } = this.#job;
    for (;;) {
      const job = await jobById(this.#space, id);
      if (job?.holder !== holder) return false;
      if (
        !(await this.#space.changeNotes(null, [
          changeOf(id, job, { ...make(job), progress: this.#progress }, this.#run.now()),
        ]))
      )
        continue;
      this.#run.told();
      return true;
    }
  }

  /** One renewal after the other. */
  renew(): void {
    this.#renewing = this.#renewOnce(this.#renewing);
  }

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
        this.lost.abort();
    } catch (error) {
      log.warn({ job: this.#job.id, error }, "the lease of a job could not be renewed");
    }
  }

  progress(done: number, total: number | null): void {
    this.#progress = { done, total };
    const now = this.#run.now();
    if (now - this.#told < PROGRESS_EVERY) return;
    this.#told = now;
    this.renew();
  }

  /** Resolves when no renewal is under way. */
  quiet(): Promise<void> {
    return this.#renewing;
  }
}

/** A fault of the service is logged under an id; one that a client brought about is the client's to mend. */
const settled = (run: Run, job: Job, outcome: Outcome): JobState => {
  const now = instantOf(run.now());
  if ("result" in outcome) return succeeded(job, outcome.result, now);
  if (run.stopping.aborted) return givenBack(job);
  const { code, message, fault } = tellFault(outcome.fault);
  if (fault)
    run.log.warn({ job: job.id, attempts: job.attempts, error: outcome.fault }, "a job failed");
  return failed(job, { code, message, final: outcome.fault instanceof Problem }, now, run.random());
};

/**
 * Does the work of a job that was claimed, renewing the lease as long as it goes on, and puts on record what became of it. Where the lease
 * was lost meanwhile, the work is told to stop, and whoever has the job now tells what becomes of it.
 */
export const runClaimed = async (
  run: Run,
  space: SpaceStore,
  job: Job,
  work: JobWork,
): Promise<void> => {
  const held = new Held(run, space, job);
  const heartbeat = setInterval(() => held.renew(), run.leaseMillis / RENEWALS).unref();
  const { id, session, runs } = job;
  const outcome: Outcome = await work({
    space,
    job: id,
    session,
    options: runs[0]?.options ?? {},
    signal: AbortSignal.any([run.stopping, held.lost.signal]),
    progress: (done, total) => held.progress(done, total),
  })
    .then((result) => ({ result }))
    .catch((fault: unknown) => ({ fault }));
  clearInterval(heartbeat);
  await held.quiet();
  await held.change((standing) => settled(run, standing, outcome));
};
