import { compareText } from "../../memory/time.ts";
import { z } from "zod";
import type { SessionId } from "../../memory/ids.ts";
import { PROBLEMS, type ProblemCode } from "../../memory/problem.ts";
import { storedInstant } from "../../store/note-values.ts";
import type { Note, NoteValue } from "../../store/port.ts";

export const JOB_KINDS = [
  "SESSION_SUMMARY",
  "FACT_EXTRACTION",
  "EPISODE_EXTRACTION",
  "USER_SUMMARY",
  "RECONCILIATION",
  "PROFILE_REFRESH",
] as const;
/**
 * One kind of derived memory. The first three work on a session, the others on all of a user's
 * memory.
 */
export type JobKind = (typeof JOB_KINDS)[number];

const SESSION_KINDS: ReadonlySet<JobKind> = new Set([
  "SESSION_SUMMARY",
  "FACT_EXTRACTION",
  "EPISODE_EXTRACTION",
]);
export const isOfSession = (kind: JobKind): boolean => SESSION_KINDS.has(kind);

/** Names of kinds in notes of earlier versions. */
const EARLIER_KINDS: ReadonlyMap<unknown, JobKind> = new Map([
  ["THREAD_SUMMARY", "SESSION_SUMMARY"],
  ["RECORDS", "EPISODE_EXTRACTION"],
  ["DEDUP", "RECONCILIATION"],
  ["PROFILES", "PROFILE_REFRESH"],
]);
/** A kind as read from a note, by its current name. */
export const currentKind = (kind: unknown): unknown => EARLIER_KINDS.get(kind) ?? kind;

/**
 * QUEUED waits to run. FAILED waits for its next attempt. DEAD had its last attempt and runs again
 * only on request.
 */
const JOB_STATUSES = ["QUEUED", "RUNNING", "DONE", "FAILED", "DEAD"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** The scope of a job. There is at most one job for each scope. */
export interface JobScope {
  readonly kind: JobKind;
  /** Null for all of a user's memory. */
  readonly session: SessionId | null;
}

const jobOptions = z.object({
  entity: z.string().optional(),
  limit: z.number().optional(),
});
/**
 * Options of a run in addition to its scope: `entity`, and as `limit` the `last` or `first` of the
 * caller.
 */
export type JobOptions = Readonly<z.infer<typeof jobOptions>>;

/**
 * Unique within a space, and made from the scope: `session_summary.<session>`, `reconciliation`.
 */
export type JobId = string;

/** An unknown code is read as an internal error. */
const problemCode = z
  .custom<ProblemCode>((code) => typeof code === "string" && Object.hasOwn(PROBLEMS, code))
  .catch("INTERNAL_SERVER_ERROR");
const jobError = z.object({ code: problemCode, message: z.string() }).nullable();

/** The state of a job, as its note holds it. */
const jobState = z.object({
  kind: z.preprocess(currentKind, z.enum(JOB_KINDS)),
  session: z.string().nullable(),
  status: z.enum(JOB_STATUSES),
  requestedBy: z.enum(["CALLER", "TRIGGER"]),
  requestedAt: storedInstant,
  /** Number of requests so far. */
  requested: z.number(),
  /**
   * Remaining runs, in order; for a RUNNING job the first is active. Each serves the requests up to
   * `upTo`.
   */
  runs: z.array(z.object({ options: jobOptions, upTo: z.number() }).readonly()).readonly(),
  /** The last request whose run has ended, successfully or not. */
  settled: z.number(),
  /** The results of the last few runs. */
  ends: z
    .array(z.object({ upTo: z.number(), result: z.json(), error: jobError }).readonly())
    .readonly(),
  /** Attempts since the job was requested, or last succeeded. */
  attempts: z.number(),
  /** Earliest start of the next attempt; null if there is nothing to wait for. */
  nextAttemptAt: storedInstant.nullable(),
  /** The holder; no other process may run it before `leaseUntil`. */
  holder: z.string().nullable(),
  leaseUntil: storedInstant.nullable(),
  startedAt: storedInstant.nullable(),
  finishedAt: storedInstant.nullable(),
  progress: z.object({ done: z.number(), total: z.number().nullable() }).readonly().nullable(),
  /** The error of the last attempt. */
  error: jobError,
  /** The result of the last successful run. */
  result: z.json(),
});

export interface JobState extends Readonly<Omit<z.infer<typeof jobState>, "result" | "ends">> {
  readonly ends: readonly JobEnd[];
  readonly result: NoteValue;
}

export type JobRun = JobState["runs"][number];

/** The result of a run. */
export type JobEnd = {
  readonly upTo: number;
  readonly result: NoteValue;
  readonly error: z.infer<typeof jobError>;
};

export interface Job extends JobState {
  readonly id: JobId;
  /** Changes with every change of the job. */
  readonly tag: string;
}

/** Path of the notes of jobs. */
export const JOBS_PATH = "/jobs/";

export const jobId = ({ kind, session }: JobScope): JobId =>
  session === null ? kind.toLowerCase() : `${kind.toLowerCase()}.${session}`;
export const jobPath = (id: JobId): string => `${JOBS_PATH}${id}`;

/** Reads a job from its note. Throws a ZodError for a note that this service did not write. */
export const jobOf = ({ path, value, tag }: Note): Job => ({
  ...jobState.parse(value),
  id: path.slice(JOBS_PATH.length),
  tag,
});

/** Whether the job will not change unless it is requested again. */
export const isOver = ({ status }: Pick<JobState, "status">): boolean =>
  status === "DONE" || status === "DEAD";

export interface JobSelection {
  /** Null or undefined selects any status, kind or session. */
  readonly status?: readonly JobStatus[] | null | undefined;
  readonly kind?: readonly JobKind[] | null | undefined;
  readonly session?: SessionId | null | undefined;
}

/** The selected jobs, the one requested last first. */
export const selectJobs = (jobs: readonly Job[], { status, kind, session }: JobSelection): Job[] =>
  jobs
    .filter(
      (job) =>
        (status == null || status.includes(job.status)) &&
        (kind == null || kind.includes(job.kind)) &&
        (session == null || job.session === session),
    )
    .toSorted((a, b) => compareText(b.requestedAt, a.requestedAt) || compareText(a.id, b.id));
