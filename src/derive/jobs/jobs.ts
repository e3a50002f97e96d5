import { setTimeout as delay } from "node:timers/promises";
import { Problem } from "../../memory/problem.ts";
import { instantOf, type Instant } from "../../memory/time.ts";
import type { NoteChange, SpaceStore } from "../../store/port.ts";
import { changeOf, jobById, jobsOf, requestChange } from "./job-notes.ts";
import type { JobServices } from "./job-services.ts";
import { JOB_KINDS, jobId, type Job, type JobId, type JobKind } from "./job.ts";
import { LocalSignals } from "./local-signals.ts";
import { runClaimed } from "./run-claimed.ts";
import { claimed, dueAt, isDue, type JobRequest } from "./transitions.ts";

const LEASE_MILLIS = 60_000;
/** How often somebody who waits for a job that another process runs looks at it, in milliseconds. */
const LOOK_EVERY = 250;

/** The jobs of all spaces, as this process asks for them and runs them. Their state is on record: any other process may take them up. */
export class Jobs {
  /** Tells this process of every change that it makes. */
  readonly changed = new LocalSignals();
  readonly #services: JobServices;
  readonly #lease: number;
  readonly #holder: string;
  readonly #closing = new AbortController();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(services: JobServices) {
    this.#services = services;
    this.#lease = services.leaseMillis ?? LEASE_MILLIS;
    this.#holder = services.newId();
  }

  /** Of thresholds those of the kinds that this service does: the others are 0. */
  only(thresholds: { readonly [Kind in JobKind]: number }): { readonly [Kind in JobKind]: number } {
    return Object.fromEntries(
      JOB_KINDS.map((kind) => [kind, this.#services.works[kind] ? thresholds[kind] : 0]),
    ) as { readonly [Kind in JobKind]: number };
  }

  /** Asks for a job and gives its state. Throws BAD_USER_INPUT for a kind that this service does not do. */
  async request(space: SpaceStore, request: JobRequest): Promise<Job> {
    if (!this.#services.works[request.kind])
      throw new Problem("BAD_USER_INPUT", `This service does no jobs of the kind ${request.kind}.`);
    await this.#services.beforeJobs(space.id);
    return this.#change(space, jobId(request), (before) =>
      requestChange(before, request, this.#now(), this.#services.now()),
    );
  }

  /**
   * Asks for a job and sees it through: here, or by waiting for whoever runs it. Gives its state after a run that began after this call, with
   * what that run gave or failed with. Where the signal aborts it is no longer waited for, and goes on by itself.
   */
  async run(space: SpaceStore, request: JobRequest, signal?: AbortSignal): Promise<Job> {
    let job = await this.request(space, request);
    const awaited = job.requested;
    const noLonger = signal
      ? AbortSignal.any([signal, this.#closing.signal])
      : this.#closing.signal;
    while (job.settled < awaited && !noLonger.aborted) {
      if (isDue(job, this.#now())) await this.#take(space, job);
      else await this.changed.wait(space.id, LOOK_EVERY, noLonger);
      const standing = await jobById(space, job.id);
      if (standing === null)
        throw new Problem("CONFLICT", "The job was removed before it was done.");
      job = standing;
    }
    return afterRun(job, awaited);
  }

  /** Runs what is due in a space, one after the other, until nothing is. Gives when the next will be; null where none waits. */
  async runDue(space: SpaceStore): Promise<Instant | null> {
    for (;;) {
      const jobs = (await jobsOf(space)).filter(({ kind }) => this.#services.works[kind]);
      const now = this.#now();
      const due = jobs.filter((job) => isDue(job, now));
      if (due.length === 0 || this.#closing.signal.aborted)
        return (
          jobs
            .map(dueAt)
            .filter((at) => at !== null)
            .sort()[0] ?? null
        );
      for (const job of due) if (!this.#closing.signal.aborted) await this.#take(space, job);
    }
  }

  /** Runs what is due in a space beside whatever else goes on. */
  start(space: SpaceStore): void {
    const run: Promise<void> = this.runDue(space)
      .then(() => undefined)
      .catch((error: unknown) =>
        this.#services.log.warn({ error }, "the jobs of a space could not be run"),
      )
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Takes up again what was put aside or waits for its next attempt; null where there is no such job. Throws CONFLICT for one that is neither. */
  async retry(space: SpaceStore, id: JobId): Promise<Job | null> {
    const job = await jobById(space, id);
    if (job === null) return null;
    if (job.status !== "DEAD" && job.status !== "FAILED")
      throw new Problem(
        "CONFLICT",
        `The job is ${job.status}: only one that is FAILED or DEAD can be tried again.`,
      );
    const { kind, session, runs } = job;
    return this.request(space, { kind, session, options: runs[0]?.options, by: "CALLER" });
  }

  /** Begins nothing more. What runs has so many milliseconds to come to its end; what has not is told to stop and given back. */
  async stop(graceMillis: number): Promise<void> {
    this.#closing.abort();
    const ended = Promise.allSettled(this.#running);
    const early = new AbortController();
    await Promise.race([
      ended,
      delay(graceMillis, undefined, { signal: early.signal }).catch(() => undefined),
    ]);
    early.abort();
    this.#stopping.abort();
    await ended;
  }

  #now(): Instant {
    return instantOf(this.#services.now());
  }

  /** Changes a job, anew where somebody else was first. */
  async #change(
    space: SpaceStore,
    id: JobId,
    make: (before: Job | null) => NoteChange,
  ): Promise<Job> {
    while (!(await space.changeNotes(null, [make(await jobById(space, id))])));
    this.changed.tell(space.id);
    const after = await jobById(space, id);
    if (after === null) throw new Problem("CONFLICT", "The job was removed before it was done.");
    return after;
  }

  /** Claims a job as it was read and runs it; does nothing where somebody else was first. */
  #take(space: SpaceStore, job: Job): Promise<void> {
    const run = this.#claimAndRun(space, job).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  async #claimAndRun(space: SpaceStore, job: Job): Promise<void> {
    const { works, now, newId } = this.#services;
    const work = works[job.kind];
    if (!work) return;
    const state = claimed(job, `${this.#holder}/${newId()}`, this.#now(), this.#lease);
    if (!(await space.changeNotes(null, [changeOf(job.id, job, state, now())]))) return;
    const told = (): void => this.changed.tell(space.id);
    told();
    if (state.status !== "RUNNING") return;
    await runClaimed(
      { ...this.#services, leaseMillis: this.#lease, stopping: this.#stopping.signal, told },
      space,
      { ...job, ...state },
      work,
    );
  }
}

/** A job as it stood after the run that served a request, whatever came after it. */
const afterRun = (job: Job, request: number): Job => {
  const end = job.ends.find(({ upTo }) => upTo >= request);
  if (end === undefined) return job;
  if (end.error === null) return { ...job, status: "DONE", result: end.result, error: null };
  return { ...job, status: job.status === "DEAD" ? "DEAD" : "FAILED", error: end.error };
};
