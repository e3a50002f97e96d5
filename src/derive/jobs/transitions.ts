import { isDeepStrictEqual } from "node:util";
import type { ProblemCode } from "../../memory/problem.ts";
import { plusMillis, type Instant } from "../../memory/time.ts";
import type { NoteValue } from "../../store/port.ts";
import type { JobEnd, JobOptions, JobRun, JobScope, JobState } from "./job.ts";
import { MOST_ATTEMPTS, waitAfter } from "./schedule.ts";

/** The state machine of a job. Each function returns the next state; none reads or writes. */

export interface JobRequest extends JobScope {
  readonly by: "CALLER" | "TRIGGER";
  readonly options?: JobOptions | undefined;
}

const INITIAL = {
  attempts: 0,
  nextAttemptAt: null,
  holder: null,
  leaseUntil: null,
  startedAt: null,
  finishedAt: null,
  progress: null,
  error: null,
  result: null,
  settled: 0,
  ends: [],
} as const;

/**
 * The remaining runs after one more request. A trigger shares any run with the same options that
 * has not started. A caller, who waits for the result, shares only the last one, so that runs end
 * in the order in which they were requested.
 */
const withRun = (
  runs: readonly JobRun[],
  begunCount: number,
  { by, options = {} }: JobRequest,
  upTo: number,
): readonly JobRun[] => {
  const waitingRuns = runs.slice(begunCount);
  const isSame = (run: JobRun | undefined): boolean =>
    run !== undefined && isDeepStrictEqual(run.options, options);
  if (by === "TRIGGER" && waitingRuns.some(isSame)) return runs;
  if (isSame(waitingRuns.at(-1))) return [...runs.slice(0, -1), { options, upTo }];
  return [...runs, { options, upTo }];
};

/**
 * A request in any state. A finished job starts again. A FAILED one keeps waiting for its next
 * attempt, unless a caller requests it.
 */
export const afterRequest = (
  before: JobState | null,
  request: JobRequest,
  now: Instant,
): JobState => {
  const { kind, session, by } = request;
  const count = (before?.requested ?? 0) + 1;
  const origin = { requestedBy: by, requestedAt: now, requested: count };
  if (before === null || before.status === "DONE" || before.status === "DEAD")
    return {
      ...(before ?? INITIAL),
      kind,
      session,
      ...origin,
      status: "QUEUED",
      runs: withRun([], 0, request, count),
      attempts: 0,
      nextAttemptAt: null,
    };
  const runs = withRun(before.runs, before.status === "RUNNING" ? 1 : 0, request, count);
  const isUrgent = before.status === "FAILED" && by === "CALLER";
  return {
    ...before,
    ...origin,
    runs,
    ...(isUrgent && { status: "QUEUED", attempts: 0, nextAttemptAt: null }),
  };
};

/** When a job may be claimed; null if only a request changes that. */
export const dueAt = ({
  status,
  nextAttemptAt,
  leaseUntil,
  requestedAt,
}: JobState): Instant | null => {
  if (status === "RUNNING") return leaseUntil ?? requestedAt;
  return status === "QUEUED" || status === "FAILED" ? (nextAttemptAt ?? requestedAt) : null;
};

/** Whether a job may be claimed at `now`: its wait, or the lease of its holder, is over. */
export const isDue = ({ status, nextAttemptAt, leaseUntil }: JobState, now: Instant): boolean => {
  if (status === "QUEUED" || status === "FAILED")
    return nextAttemptAt === null || nextAttemptAt <= now;
  return status === "RUNNING" && (leaseUntil === null || leaseUntil <= now);
};

/**
 * The job after a holder has claimed it. A job whose holders died at every attempt ends instead.
 */
export const afterClaim = (
  job: JobState,
  holder: string,
  now: Instant,
  leaseMillis: number,
): JobState => {
  if (job.attempts >= MOST_ATTEMPTS)
    return afterFailure(
      job,
      {
        code: "INTERNAL_SERVER_ERROR",
        message: "The process that ran the job ended without reporting a result.",
        final: true,
      },
      now,
      0,
    );
  return {
    ...job,
    status: "RUNNING",
    holder,
    leaseUntil: plusMillis(now, leaseMillis),
    attempts: job.attempts + 1,
    nextAttemptAt: null,
    startedAt: now,
    finishedAt: null,
    progress: null,
  };
};

const RELEASED = { holder: null, leaseUntil: null, nextAttemptAt: null } as const;
/** Number of results that are kept for waiting callers. */
const ENDS_KEPT = 5;

/** Marks the first run as ended. */
const withEnd = (
  { runs, settled, ends }: JobState,
  end: Omit<JobEnd, "upTo">,
): Pick<JobState, "settled" | "ends"> => {
  const upTo = runs[0]?.upTo ?? settled;
  return { settled: upTo, ends: [...ends, { upTo, ...end }].slice(-ENDS_KEPT) };
};

/** Done; QUEUED again if another run was requested meanwhile. */
export const afterSuccess = (job: JobState, result: NoteValue, now: Instant): JobState => {
  const runs = job.runs.slice(1);
  return {
    ...job,
    ...RELEASED,
    ...withEnd(job, { result, error: null }),
    status: runs.length > 0 ? "QUEUED" : "DONE",
    runs,
    attempts: 0,
    finishedAt: now,
    error: null,
    result,
  };
};

/**
 * Failed: waits for its next attempt, or ends if the error is final or all attempts are used.
 * `random` is 0 to 1.
 */
export const afterFailure = (
  job: JobState,
  fault: { readonly code: ProblemCode; readonly message: string; readonly final: boolean },
  now: Instant,
  random: number,
): JobState => {
  const { final, ...error } = fault;
  const after = { ...job, ...RELEASED, ...withEnd(job, { result: null, error }), error };
  if (!final && job.attempts < MOST_ATTEMPTS)
    return {
      ...after,
      status: "FAILED",
      nextAttemptAt: plusMillis(now, Math.round(waitAfter(job.attempts, random))),
    };
  if (job.runs.length > 1)
    return { ...after, status: "QUEUED", runs: job.runs.slice(1), attempts: 0 };
  return { ...after, status: "DEAD", finishedAt: now };
};

/** Released without a result, because the service stops. */
export const afterRelease = (job: JobState): JobState => ({
  ...job,
  ...RELEASED,
  status: "QUEUED",
  attempts: Math.max(0, job.attempts - 1),
});
