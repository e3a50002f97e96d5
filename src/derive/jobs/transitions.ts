import { isDeepStrictEqual } from "node:util";
import type { ProblemCode } from "../../memory/problem.ts";
import { instantOf, plusMillis, type Instant } from "../../memory/time.ts";
import type { NoteValue } from "../../store/port.ts";
import type { JobEnd, JobOptions, JobRun, JobScope, JobState } from "./job.ts";
import { MOST_ATTEMPTS, waitAfter } from "./retry-policy.ts";

/** What may become of a job. Each gives the state that follows; nothing here reads or writes. */

export interface JobRequest extends JobScope {
  readonly by: "CALLER" | "TRIGGER";
  readonly options?: JobOptions | undefined;
}

const NOTHING_YET = {
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
 * The runs that are to come when one more is asked for. What a trigger asks for is done by any run that has not begun and is asked for alike;
 * a caller, who waits for the result, shares the last one only, so that runs end in the order in which they were asked for.
 */
const withRun = (
  runs: readonly JobRun[],
  begun: number,
  { by, options = {} }: JobRequest,
  upTo: number,
): readonly JobRun[] => {
  const waiting = runs.slice(begun);
  const alike = (run: JobRun | undefined): boolean =>
    run !== undefined && isDeepStrictEqual(run.options, options);
  if (by === "TRIGGER" && waiting.some(alike)) return runs;
  if (alike(waiting.at(-1))) return [...runs.slice(0, -1), { options, upTo }];
  return [...runs, { options, upTo }];
};

/** Asked for, whatever its state. What was put aside starts afresh; what waits for its next attempt goes on waiting, unless a caller asks. */
export const requested = (before: JobState | null, request: JobRequest, now: Instant): JobState => {
  const { kind, session, by } = request;
  const asked = { requestedBy: by, requestedAt: now, requested: (before?.requested ?? 0) + 1 };
  if (before === null || before.status === "DONE" || before.status === "DEAD") {
    const runs = withRun([], 0, request, asked.requested);
    return {
      ...(before ?? NOTHING_YET),
      kind,
      session,
      ...asked,
      status: "QUEUED",
      runs,
      attempts: 0,
      nextAttemptAt: null,
    };
  }
  const runs = withRun(before.runs, before.status === "RUNNING" ? 1 : 0, request, asked.requested);
  const atOnce = before.status === "FAILED" && by === "CALLER";
  return {
    ...before,
    ...asked,
    runs,
    ...(atOnce && { status: "QUEUED", attempts: 0, nextAttemptAt: null }),
  };
};

/** Whether it may be taken up at `now`: it waits no longer, or whoever ran it was not heard of. */
export const isDue = ({ status, nextAttemptAt, leaseUntil }: JobState, now: Instant): boolean => {
  if (status === "QUEUED" || status === "FAILED")
    return nextAttemptAt === null || nextAttemptAt <= now;
  return status === "RUNNING" && (leaseUntil === null || leaseUntil <= now);
};

/** When it may be taken up; null where it may not, unless somebody asks. */
export const dueAt = ({
  status,
  nextAttemptAt,
  leaseUntil,
  requestedAt,
}: JobState): Instant | null => {
  if (status === "RUNNING") return leaseUntil ?? requestedAt;
  return status === "QUEUED" || status === "FAILED" ? (nextAttemptAt ?? requestedAt) : null;
};

/** Taken up by a holder; ended where it took down whoever ran it, time after time. */
export const claimed = (
  job: JobState,
  holder: string,
  now: Instant,
  leaseMillis: number,
): JobState => {
  if (job.attempts >= MOST_ATTEMPTS)
    return failed(
      job,
      {
        code: "INTERNAL_SERVER_ERROR",
        message: "Whoever ran it ended without a word.",
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
/** How many ends are kept for those who wait for theirs. */
const ENDS_KEPT = 5;

const ended = (job: JobState, end: Omit<JobEnd, "upTo">): Pick<JobState, "settled" | "ends"> => {
  const upTo = job.runs[0]?.upTo ?? job.settled;
  return { settled: upTo, ends: [...job.ends, { upTo, ...end }].slice(-ENDS_KEPT) };
};

/** Done; queued again where another run was asked for meanwhile. */
export const succeeded = (job: JobState, result: NoteValue, now: Instant): JobState => {
  const runs = job.runs.slice(1);
  return {
    ...job,
    ...RELEASED,
    ...ended(job, { result, error: null }),
    status: runs.length > 0 ? "QUEUED" : "DONE",
    runs,
    attempts: 0,
    finishedAt: now,
    error: null,
    result,
  };
};

/** Failed: waits for its next attempt, or is put aside where there is none or no attempt would mend it. `random` is 0 to 1. */
export const failed = (
  job: JobState,
  fault: { readonly code: ProblemCode; readonly message: string; readonly final: boolean },
  now: Instant,
  random: number,
): JobState => {
  const { final, ...error } = fault;
  const after: JobState = { ...job, ...RELEASED, ...ended(job, { result: null, error }), error };
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

/** Given back undone: the service stops. */
export const givenBack = (job: JobState): JobState => ({
  ...job,
  ...RELEASED,
  status: "QUEUED",
  attempts: Math.max(0, job.attempts - 1),
});

/** How long what is over is kept, in milliseconds. */
const DAY = 24 * 60 * 60_000;
const KEPT = { DONE: 7 * DAY, DEAD: 30 * DAY } as const;

/** When the note of a job may go; null while there is something to do. */
export const keptUntil = ({ status }: JobState, now: number): Instant | null =>
  status === "DONE" || status === "DEAD" ? instantOf(now + KEPT[status]) : null;
