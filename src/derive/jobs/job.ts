import type { SessionId } from "../../memory/ids.ts";
import type { ProblemCode } from "../../memory/problem.ts";
import type { Instant } from "../../memory/time.ts";
import type { Note, NoteValue } from "../../store/port.ts";

export const JOB_KINDS = [
  "THREAD_SUMMARY",
  "FACT_EXTRACTION",
  "RECORDS",
  "USER_SUMMARY",
  "DEDUP",
  "PROFILES",
] as const;
/** Work on what is on record: the first three on a session, the others on all of a user's memory. */
export type JobKind = (typeof JOB_KINDS)[number];

const OF_A_SESSION: ReadonlySet<JobKind> = new Set([
  "THREAD_SUMMARY",
  "FACT_EXTRACTION",
  "RECORDS",
]);
export const isOfSession = (kind: JobKind): boolean => OF_A_SESSION.has(kind);

/** QUEUED waits; FAILED waits for its next attempt; DEAD was tried often enough and is tried no more unless somebody asks. */
export type JobStatus = "QUEUED" | "RUNNING" | "DONE" | "FAILED" | "DEAD";

/** What it works on: null for all of a user's memory. There is at most one job of a kind for each. */
export interface JobScope {
  readonly kind: JobKind;
  readonly session: SessionId | null;
}

/** What the work is told beside its scope: `recentK`, `n`. */
export type JobOptions = { readonly [name: string]: NoteValue };

/** Unique within a space, and the same for the same scope: `thread_summary.<session>`, `dedup`. */
export type JobId = string;

/** A run that was asked for, and up to which request it serves. */
export interface JobRun {
  readonly options: JobOptions;
  readonly upTo: number;
}

/** How a run ended. */
export interface JobEnd {
  readonly upTo: number;
  readonly result: NoteValue;
  readonly error: JobState["error"];
}

/** The state of a job, as its note keeps it. */
export interface JobState extends JobScope {
  readonly status: JobStatus;
  readonly requestedBy: "CALLER" | "TRIGGER";
  readonly requestedAt: Instant;
  /** How often it was asked for. */
  readonly requested: number;
  /** The runs that are to come, in order; the first of a RUNNING one is under way. What is asked for during a run is another run. */
  readonly runs: readonly JobRun[];
  /** Up to which request a run has come to its end, well or not, and how the last few ended. */
  readonly settled: number;
  readonly ends: readonly JobEnd[];
  /** How often it was tried since it was asked for, or since it last succeeded. */
  readonly attempts: number;
  /** It is not tried before; null where it does not wait. */
  readonly nextAttemptAt: Instant | null;
  /** Who runs it, and until when nobody else may take it up. */
  readonly holder: string | null;
  readonly leaseUntil: Instant | null;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly progress: { readonly done: number; readonly total: number | null } | null;
  /** Why the last attempt failed, in a sentence. */
  readonly error: { readonly code: ProblemCode; readonly message: string } | null;
  /** What the last run that succeeded gave. */
  readonly result: NoteValue;
}

export interface Job extends JobState {
  readonly id: JobId;
  /** Changes with every change. */
  readonly tag: string;
}

/** Where the notes of jobs lie. */
export const JOBS_PATH = "/jobs/";

export const jobId = ({ kind, session }: JobScope): JobId =>
  session === null ? kind.toLowerCase() : `${kind.toLowerCase()}.${session}`;
export const jobPath = (id: JobId): string => `${JOBS_PATH}${id}`;

/** Only this module's `JobState`s are written under `/jobs/`. */
export const jobOf = ({ path, value, tag }: Note): Job => ({
  ...(value as unknown as JobState),
  id: path.slice(JOBS_PATH.length),
  tag,
});

export const isOver = ({ status }: Pick<JobState, "status">): boolean =>
  status === "DONE" || status === "DEAD";
