import type { ProblemCode } from "../../memory/problem.ts";
import { instantOf, plusMillis, type Instant } from "../../memory/time.ts";
import type { NoteValue } from "../../store/port.ts";
import { isOver, type JobOptions, type JobScope, type JobState } from "./job.ts";
import { MOST_ATTEMPTS, waitAfter } from "./retry-policy.ts";

/** What may become of a job. Each gives the state that follows; nothing here reads or writes. */

export interface JobRequest extends JobScope {
  readonly by: "CALLER" | "TRIGGER";
  readonly options?: JobOptions | undefined;
}

/** Asked for, whatever its state. What was put aside starts afresh; what waits for its next attempt goes on waiting, unless a caller asks. */
export const requested = (before: JobState | null, { kind, session, by, options }: JobRequest, now: Instant): JobState => {
  const asked = { requestedBy: by, requestedAt: now, requested: (before?.requested ?? 0) + 1 };
  if (before === null)
    return {
      kind, session, status: "QUEUED", ...asked, served: 0, settled: 0, options: options ?? {}, attempts: 0, nextAttemptAt: null,
      holder: null, leaseUntil: null, startedAt: null, finishedAt: null, progress: null, error: null, result: null,
    };
  const waits = before.status === "FAILED" && by === "TRIGGER";
  if (before.status === "RUNNING" || waits) return { ...before, ...asked, options: options ?? before.options };
  // What a caller asked for and nobody has begun yet is still to be done as the caller asked.
  const kept = isOver(before) ? {} : before.options;
  return { ...before, ...asked, status: "QUEUED", options: options ?? kept, attempts: 0, nextAttemptAt: null };
};

/** Whether it may be taken up at `now`: it waits no longer, or whoever ran it was not heard of. */
export const isDue = ({ status, nextAttemptAt, leaseUntil }: JobState, now: Instant): boolean => {
  if (status === "QUEUED" || status === "FAILED") return nextAttemptAt === null || nextAttemptAt <= now;
  return status === "RUNNING" && (leaseUntil === null || leaseUntil <= now);
};

/** When it may be taken up; null where it may not, unless somebody asks. */
export const dueAt = ({ status, nextAttemptAt, leaseUntil, requestedAt }: JobState): Instant | null => {
  if (status === "RUNNING") return leaseUntil ?? requestedAt;
  return status === "QUEUED" || status === "FAILED" ? (nextAttemptAt ?? requestedAt) : null;
};

/** Taken up by a holder; dead where it took down whoever ran it, time after time. */
export const claimed = (job: JobState, holder: string, now: Instant, leaseMillis: number): JobState => {
  if (job.attempts >= MOST_ATTEMPTS) return dead(job, { code: "INTERNAL_SERVER_ERROR", message: "Whoever ran it ended without a word." }, now);
  return {
    ...job, status: "RUNNING", holder, leaseUntil: plusMillis(now, leaseMillis), attempts: job.attempts + 1, nextAttemptAt: null,
    served: job.requested, startedAt: now, finishedAt: null, progress: null,
  };
};

const released = { holder: null, leaseUntil: null } as const;

const dead = (job: JobState, error: NonNullable<JobState["error"]>, now: Instant): JobState => ({ ...job, ...released, status: "DEAD", settled: job.served, nextAttemptAt: null, finishedAt: now, error });

/** Done; queued again where it was asked for meanwhile. */
export const succeeded = (job: JobState, result: NoteValue, now: Instant): JobState => {
  const again = job.requested > job.served;
  return { ...job, ...released, status: again ? "QUEUED" : "DONE", settled: job.served, attempts: 0, nextAttemptAt: null, finishedAt: now, error: null, result };
};

/** Failed: waits for its next attempt, or is put aside where there is none or no attempt would mend it. `random` is 0 to 1. */
export const failed = (job: JobState, error: { readonly code: ProblemCode; readonly message: string; readonly final: boolean }, now: Instant, random: number): JobState => {
  const { final, ...told } = error;
  if (final || job.attempts >= MOST_ATTEMPTS) return dead(job, told, now);
  return { ...job, ...released, status: "FAILED", settled: job.served, error: told, nextAttemptAt: plusMillis(now, Math.round(waitAfter(job.attempts, random))) };
};

/** Given back undone: the service stops. */
export const givenBack = (job: JobState): JobState => ({ ...job, ...released, status: "QUEUED", attempts: Math.max(0, job.attempts - 1), nextAttemptAt: null });

/** How long what is over is kept, in milliseconds. */
const DAY = 24 * 60 * 60_000;
const KEPT = { DONE: 7 * DAY, DEAD: 30 * DAY } as const;

/** When the note of a job may go; null while there is something to do. */
export const keptUntil = ({ status }: JobState, now: number): Instant | null => (status === "DONE" || status === "DEAD" ? instantOf(now + KEPT[status]) : null);
