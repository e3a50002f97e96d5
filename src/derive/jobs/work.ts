import type { SessionId } from "../../memory/ids.ts";
import type { NoteValue, SpaceStore } from "../../store/port.ts";
import type { JobId, JobKind, JobOptions } from "./job.ts";

/** What the work of a job is handed. */
export interface JobContext {
  readonly space: SpaceStore;
  readonly job: JobId;
  /** Null for all of a user's memory. */
  readonly session: SessionId | null;
  readonly options: JobOptions;
  /** Aborts where the service stops or the job was taken over: the work should end soon, and may throw. */
  readonly signal: AbortSignal;
  /** Tells how far it is. Cheap: it is put on record now and then. */
  readonly progress: (done: number, total: number | null) => void;
}

/**
 * Does the work of one job to its end and gives what is put on record as its result. It may be run again at any time, also where it was
 * killed between two steps: it goes by what is on record already and doubles nothing. Throws what fails; it is then tried again later, but
 * for a Problem, which no other attempt would mend.
 */
export type JobWork = (context: JobContext) => Promise<NoteValue>;

/** One function for each kind of work, whoever asks for it. A kind without one is refused. */
export type JobWorks = { readonly [Kind in JobKind]?: JobWork | undefined };
