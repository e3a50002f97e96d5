import type { SessionId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import { isOfSession, JOB_KINDS, type JobKind, type JobScope } from "../jobs/job.ts";
import type { Thresholds } from "./thresholds.ts";

/** At which count each kind of work was begun last; none is at 0. */
export type Marks = { readonly [Kind in JobKind]?: number };

/** Where the triggers of a session stand. */
export interface SessionTriggers {
  readonly marks: Marks;
}

/** Where the triggers of a user stand. */
export interface UserTriggers {
  readonly marks: Marks;
  /** Messages outside of any session, up to this record time: a session's turns are counted by the session itself. */
  readonly messages: number;
  readonly messagesTo: Instant | null;
}

export const NO_USER_TRIGGERS: UserTriggers = { marks: {}, messages: 0, messagesTo: null };
export const NO_SESSION_TRIGGERS: SessionTriggers = { marks: {} };

/** What a count brings about. */
export interface Moved {
  readonly marks: Marks;
  readonly due: readonly JobKind[];
  /** Whether the marks are others than before. */
  readonly moved: boolean;
}

/**
 * Moves the marks of the kinds by whole thresholds, so that what is over counts towards the next time: however many thresholds were passed,
 * the work is begun once, since it takes up all that is new. A count that went back, since turns were removed, takes its mark with it.
 */
const moveMarks = (
  count: number,
  marks: Marks,
  thresholds: Thresholds,
  kinds: readonly JobKind[],
): Moved => {
  const moved: { [Kind in JobKind]?: number } = { ...marks };
  const due: JobKind[] = [];
  for (const kind of kinds) {
    const every = thresholds[kind];
    if (every === 0) continue;
    const mark = Math.min(marks[kind] ?? 0, count);
    const times = Math.floor((count - mark) / every);
    if (times > 0) due.push(kind);
    if (mark + times * every !== (marks[kind] ?? 0)) moved[kind] = mark + times * every;
  }
  return { marks: moved, due, moved: kinds.some((kind) => moved[kind] !== marks[kind]) };
};

const KINDS_OF_SESSION = JOB_KINDS.filter(isOfSession);
const KINDS_OF_USER = JOB_KINDS.filter((kind) => !isOfSession(kind));

export const moveSession = (
  turns: number,
  { marks }: SessionTriggers,
  thresholds: Thresholds,
): Moved => moveMarks(turns, marks, thresholds, KINDS_OF_SESSION);
export const moveUser = (count: number, { marks }: UserTriggers, thresholds: Thresholds): Moved =>
  moveMarks(count, marks, thresholds, KINDS_OF_USER);

/** Whether any work on single sessions, or on all of a user's memory, is begun by itself. */
export const countsSessions = (thresholds: Thresholds): boolean =>
  KINDS_OF_SESSION.some((kind) => thresholds[kind] > 0);
export const countsUser = (thresholds: Thresholds): boolean =>
  KINDS_OF_USER.some((kind) => thresholds[kind] > 0);
/** The highest threshold of a user: more need not be counted at a time. */
export const mostOfUser = (thresholds: Thresholds): number =>
  Math.max(...KINDS_OF_USER.map((kind) => thresholds[kind]));

export const scopesOf = (kinds: readonly JobKind[], session: SessionId | null): JobScope[] =>
  kinds.map((kind) => ({ kind, session }));
