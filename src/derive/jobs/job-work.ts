import type { SessionId } from "../../memory/ids.ts";
import type { NoteValue, SpaceId, SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../../write/services.ts";
import type { JobId, JobKind, JobOptions, JobStatus } from "./job.ts";

/** The parameters of the work of a job. */
export interface JobContext {
  readonly space: SpaceStore;
  readonly job: JobId;
  /** Null for all of a user's memory. */
  readonly session: SessionId | null;
  readonly options: JobOptions;
  /**
   * Aborts when the service stops or another process took the job over: the work should end soon,
   * and may throw.
   */
  readonly signal: AbortSignal;
  /** Reports progress. Calls are cheap: progress is recorded at most once a second. */
  readonly progress: (doneCount: number, total: number | null) => void;
}

/**
 * Runs the work of one job and returns the result to record. It may run again at any time, also
 * after a crash between two steps, so it works from recorded data and repeats nothing. A thrown
 * Problem ends the job; any other error is retried later.
 */
export type JobWork = (context: JobContext) => Promise<NoteValue>;

/** The work for each kind of job. A kind without work is refused. */
export type JobWorks = { readonly [Kind in JobKind]?: JobWork | undefined };

export interface JobServices extends Pick<WriteServices, "now" | "newId" | "log"> {
  readonly works: JobWorks;
  /**
   * Called before a job of a space is recorded, so that the space is found if this process dies.
   */
  readonly beforeJobs: (space: SpaceId) => Promise<void>;
  /** Called when a space was erased, so that nothing about it remains elsewhere. */
  readonly afterErasure?: ((space: SpaceId) => Promise<void>) | undefined;
  /** Called when a run of a job has ended, with the resulting state of the job. */
  readonly onEnded?: ((kind: JobKind, status: JobStatus) => void) | undefined;
  /** A random number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
  /** Milliseconds for which a job belongs to its holder without a renewal. Default: one minute. */
  readonly leaseMillis?: number | undefined;
}
