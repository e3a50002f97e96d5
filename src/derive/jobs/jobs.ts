import { setTimeout as delay } from "node:timers/promises";
import { onBehalfOf } from "../../fairness/acting-space.ts";
import { Problem } from "../../memory/problem.ts";
import { instantOf, type Instant } from "../../memory/time.ts";
import { spaceKey, type NoteChange, type SpaceId, type SpaceStore } from "../../store/port.ts";
import { stateChange, jobById, jobsOf, requestChange } from "./job-notes.ts";
import type { JobServices } from "./job-work.ts";
import { JOB_KINDS, jobId, type Job, type JobId, type JobKind, type JobStatus } from "./job.ts";
import { LocalSignals } from "./local-signals.ts";
import { runJob } from "./job-run.ts";
import { afterClaim, dueAt, isDue, type JobRequest } from "./transitions.ts";

const LEASE_MILLIS = 60_000;
/** Interval in milliseconds for reading a job that another process runs. */
const POLL_MILLIS = 250;

const jobRemoved = (): Problem =>
  new Problem("CONFLICT", "The job was removed before it was done.");

/** The states of unfinished jobs, as this process last read them. */
class LastStates {
  readonly #spaces = new Map<string, Map<JobId, JobStatus>>();

  note(space: SpaceId, ...jobs: readonly Pick<Job, "id" | "status">[]): void {
    const states = this.#spaces.get(spaceKey(space)) ?? new Map<JobId, JobStatus>();
    for (const { id, status } of jobs) {
      if (status === "DONE") states.delete(id);
      else states.set(id, status);
    }
    if (states.size === 0) this.#spaces.delete(spaceKey(space));
    else this.#spaces.set(spaceKey(space), states);
  }

  forget(space: SpaceId): void {
    this.#spaces.delete(spaceKey(space));
  }

  hasDead(space: SpaceId): boolean {
    return [...(this.#spaces.get(spaceKey(space))?.values() ?? [])].includes("DEAD");
  }

  count(...statuses: readonly JobStatus[]): number {
    const all = [...this.#spaces.values()].flatMap((states) => [...states.values()]);
    return all.filter((status) => statuses.includes(status)).length;
  }
}

/**
 * Requests and runs the jobs of all spaces. Their state is in the store, so that any other process
 * may take them over.
 */
export class Jobs {
  /** Signals every change by this process. */
  readonly changeSignals = new LocalSignals();
  readonly #last = new LastStates();
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

  /** Thresholds, with 0 for kinds without work in this service. */
  supportedThresholds(thresholds: { readonly [Kind in JobKind]: number }): {
    readonly [Kind in JobKind]: number;
  } {
    const ownThresholds = { ...thresholds };
    for (const kind of JOB_KINDS) if (!this.#services.works[kind]) ownThresholds[kind] = 0;
    return ownThresholds;
  }

  /**
   * Requests a job and returns its state. Throws BAD_USER_INPUT for a kind without work in this
   * service.
   */
  async request(space: SpaceStore, request: JobRequest): Promise<Job> {
    if (!this.#services.works[request.kind])
      throw new Problem("BAD_USER_INPUT", `This service runs no jobs of the kind ${request.kind}.`);
    await this.#services.beforeJobs(space.id);
    return this.#change(space, jobId(request), (before) =>
      requestChange(before, request, this.#now(), this.#services.now()),
    );
  }

  /**
   * Requests a job and waits for a run that started after this call: runs it here, or waits for the
   * process that does. Returns the state after that run, with its result or error. When the signal
   * aborts, the wait ends and the job continues.
   */
  async run(space: SpaceStore, request: JobRequest, signal?: AbortSignal): Promise<Job> {
    let job = await this.request(space, request);
    const number = job.requested;
    const waitEnds = signal
      ? AbortSignal.any([signal, this.#closing.signal])
      : this.#closing.signal;
    while (job.settled < number && !waitEnds.aborted) {
      if (isDue(job, this.#now())) await this.#take(space, job);
      else await this.changeSignals.wait(space.id, POLL_MILLIS, waitEnds);
      const current = await jobById(space, job.id);
      if (current === null) throw jobRemoved();
      job = current;
      this.#last.note(space.id, job);
    }
    return jobAfterRun(job, number);
  }

  /**
   * Runs the due jobs of a space, one after the other, until none is due. Returns when the next one
   * is due; null if none waits.
   */
  async runDue(space: SpaceStore): Promise<Instant | null> {
    for (;;) {
      const jobs = (await jobsOf(space)).filter(({ kind }) => this.#services.works[kind]);
      this.#last.forget(space.id);
      this.#last.note(space.id, ...jobs);
      const now = this.#now();
      const dueJobs = jobs.filter((job) => isDue(job, now));
      if (dueJobs.length === 0 || this.#closing.signal.aborted)
        return (
          jobs
            .map(dueAt)
            .filter((at) => at !== null)
            .sort()[0] ?? null
        );
      // In the order of their kinds: facts are extracted before they are compared.
      const inOrder = dueJobs.toSorted(
        (a, b) => JOB_KINDS.indexOf(a.kind) - JOB_KINDS.indexOf(b.kind),
      );
      for (const job of inOrder) if (!this.#closing.signal.aborted) await this.#take(space, job);
    }
  }

  /** Jobs that wait for their next attempt, in the spaces that this process has checked. */
  get waiting(): number {
    return this.#last.count("QUEUED", "FAILED");
  }

  /** Dead jobs of the same spaces. */
  get dead(): number {
    return this.#last.count("DEAD");
  }

  /** Whether a space had a dead job when this process last checked. */
  hasDead(space: SpaceId): boolean {
    return this.#last.hasDead(space);
  }

  /** Removes a space that was erased. */
  async forget(space: SpaceId): Promise<void> {
    this.#last.forget(space);
    await this.#services.afterErasure?.(space);
  }

  /** Runs the due jobs of a space in the background. */
  start(space: SpaceStore): void {
    const run: Promise<void> = this.runDue(space)
      .then(() => undefined)
      .catch((error: unknown) =>
        this.#services.log.warn({ error }, "The jobs of a space could not be run."),
      )
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /**
   * Requests a DEAD or FAILED job again. Null if there is no such job. Throws CONFLICT for a job in
   * another state.
   */
  async retry(space: SpaceStore, id: JobId): Promise<Job | null> {
    const job = await jobById(space, id);
    if (job === null) return null;
    if (job.status !== "DEAD" && job.status !== "FAILED")
      throw new Problem(
        "CONFLICT",
        `The job is ${job.status}: only a FAILED or DEAD job can be retried.`,
      );
    const { kind, session, runs } = job;
    return this.request(space, { kind, session, options: runs[0]?.options, by: "CALLER" });
  }

  /**
   * Starts no more jobs. Running jobs have `graceMillis` to end; then they are aborted and
   * released.
   */
  async stop(graceMillis: number): Promise<void> {
    this.#closing.abort();
    const endedRuns = Promise.allSettled(this.#running);
    const early = new AbortController();
    await Promise.race([
      endedRuns,
      delay(graceMillis, undefined, { signal: early.signal }).catch(() => undefined),
    ]);
    early.abort();
    this.#stopping.abort();
    await endedRuns;
  }

  #now(): Instant {
    return instantOf(this.#services.now());
  }

  /** Changes a job, repeatedly until no other process was faster. */
  async #change(
    space: SpaceStore,
    id: JobId,
    make: (before: Job | null) => NoteChange,
  ): Promise<Job> {
    while (!(await space.changeNotes(null, [make(await jobById(space, id))])));
    this.changeSignals.tell(space.id);
    const after = await jobById(space, id);
    if (after === null) throw jobRemoved();
    this.#last.note(space.id, after);
    return after;
  }

  /** Claims a job as it was read and runs it. Does nothing if another process was faster. */
  #take(space: SpaceStore, job: Job): Promise<void> {
    const run = onBehalfOf(space.id, () => this.#claimAndRun(space, job)).finally(() =>
      this.#running.delete(run),
    );
    this.#running.add(run);
    return run;
  }

  /**
   * Claims a job and runs it. Does nothing if this process does no work of its kind, or if another
   * process claims it first.
   */
  async #claimAndRun(space: SpaceStore, job: Job): Promise<void> {
    const { works, now, newId } = this.#services;
    const work = works[job.kind];
    if (!work) return;
    const state = afterClaim(job, `${this.#holder}/${newId()}`, this.#now(), this.#lease);
    if (!(await space.changeNotes(null, [stateChange(job.id, job, state, now())]))) return;
    const onChange = (): void => this.changeSignals.tell(space.id);
    onChange();
    if (state.status !== "RUNNING") return this.#services.onEnded?.(job.kind, state.status);
    await runJob(
      { ...this.#services, leaseMillis: this.#lease, stopSignal: this.#stopping.signal, onChange },
      space,
      { ...job, ...state },
      work,
    );
  }
}

/** The state of a job after the run that served a request, whatever came later. */
const jobAfterRun = (job: Job, request: number): Job => {
  const end = job.ends.find(({ upTo }) => upTo >= request);
  if (end === undefined) return job;
  if (end.error === null) return { ...job, status: "DONE", result: end.result, error: null };
  return { ...job, status: job.status === "DEAD" ? "DEAD" : "FAILED", error: end.error };
};
