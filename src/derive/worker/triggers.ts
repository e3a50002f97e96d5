import { z } from "zod";
import type { SessionId } from "../../memory/ids.ts";
import { storedInstant } from "../../store/note-values.ts";
import { currentKind, isOfSession, JOB_KINDS, type JobKind, type JobScope } from "../jobs/job.ts";

/**
 * Number of turns after which each kind of job is due; 0 for never. Turns of a session, or all
 * turns and messages of a user.
 */
export type Thresholds = { readonly [Kind in JobKind]: number };

/** Summaries, extraction, episodes and profiles cost model calls, so they are off by default. */
export const DEFAULT_THRESHOLDS: Thresholds = {
  SESSION_SUMMARY: 0,
  FACT_EXTRACTION: 0,
  EPISODE_EXTRACTION: 0,
  USER_SUMMARY: 0,
  RECONCILIATION: 5,
  PROFILE_REFRESH: 0,
};

const storedMarks = z.preprocess(
  (marks) =>
    typeof marks === "object" && marks !== null
      ? Object.fromEntries(Object.entries(marks).map(([kind, mark]) => [currentKind(kind), mark]))
      : marks,
  z.partialRecord(z.enum(JOB_KINDS), z.number()),
);
/** For each kind, the count at which its last job was due; 0 if it never was. */
export type Marks = Readonly<z.infer<typeof storedMarks>>;

/** Triggers of a session in the form of a note. */
export const sessionTriggers = z.object({ marks: storedMarks });
export type SessionTriggers = Readonly<z.infer<typeof sessionTriggers>>;

/** Triggers of a user in the form of a note. */
export const userTriggers = z.object({
  marks: storedMarks,
  /**
   * Messages outside sessions, up to the record time `messagesTo`. Sessions count their own turns.
   */
  messages: z.number(),
  messagesTo: storedInstant.nullable(),
});
export type UserTriggers = Readonly<z.infer<typeof userTriggers>>;

export const NO_SESSION_TRIGGERS: SessionTriggers = { marks: {} };
export const NO_USER_TRIGGERS: UserTriggers = { marks: {}, messages: 0, messagesTo: null };

/** The result of comparing a count with its marks. */
export interface MarkMove {
  readonly marks: Marks;
  readonly dueKinds: readonly JobKind[];
  /** Whether any mark has changed. */
  readonly hasMoved: boolean;
}

/**
 * Moves the marks by whole thresholds, so that the remainder counts towards the next job. A count
 * that passed several thresholds requests one job, because a job covers everything new. If a count
 * decreases, because turns were removed, its mark decreases with it.
 */
const moveMarks = (
  count: number,
  marks: Marks,
  thresholds: Thresholds,
  kinds: readonly JobKind[],
): MarkMove => {
  const nextMarks: { -readonly [Kind in keyof Marks]: Marks[Kind] } = { ...marks };
  const dueKinds: JobKind[] = [];
  for (const kind of kinds) {
    const threshold = thresholds[kind];
    if (threshold === 0) continue;
    const mark = Math.min(marks[kind] ?? 0, count);
    const times = Math.floor((count - mark) / threshold);
    if (times > 0) dueKinds.push(kind);
    const nextMark = mark + times * threshold;
    if (nextMark !== (marks[kind] ?? 0)) nextMarks[kind] = nextMark;
  }
  const hasMoved = kinds.some((kind) => nextMarks[kind] !== marks[kind]);
  return { marks: nextMarks, dueKinds, hasMoved };
};

const SESSION_KINDS = JOB_KINDS.filter(isOfSession);
const USER_KINDS = JOB_KINDS.filter((kind) => !isOfSession(kind));

export const moveSession = (
  turns: number,
  { marks }: SessionTriggers,
  thresholds: Thresholds,
): MarkMove => moveMarks(turns, marks, thresholds, SESSION_KINDS);
export const moveUser = (
  count: number,
  { marks }: UserTriggers,
  thresholds: Thresholds,
): MarkMove => moveMarks(count, marks, thresholds, USER_KINDS);

/** Whether jobs on sessions, or on all of a user's memory, are ever due automatically. */
export const countsSessions = (thresholds: Thresholds): boolean =>
  SESSION_KINDS.some((kind) => thresholds[kind] > 0);
export const countsUser = (thresholds: Thresholds): boolean =>
  USER_KINDS.some((kind) => thresholds[kind] > 0);
/** Highest threshold of a user. Counting can stop beyond it. */
export const highestUserThreshold = (thresholds: Thresholds): number =>
  Math.max(...USER_KINDS.map((kind) => thresholds[kind]));

export const scopesOf = (kinds: readonly JobKind[], session: SessionId | null): JobScope[] =>
  kinds.map((kind) => ({ kind, session }));
