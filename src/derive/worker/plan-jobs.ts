import { instantOf, type Instant } from "../../memory/time.ts";
import type { Session } from "../../memory/session.ts";
import { isBeingImported } from "../../portable/import-state.ts";
import {
  NOTE_CHANGES,
  type Note,
  type NoteChange,
  type NoteValue,
  type SpaceStore,
} from "../../store/port.ts";
import { jobsOf, requestChange } from "../jobs/job-notes.ts";
import { jobId, type Job, type JobScope } from "../jobs/job.ts";
import { countMessages } from "./count-messages.ts";
import type { Thresholds } from "./thresholds.ts";
import {
  countsSessions,
  countsUser,
  mostOfUser,
  moveSession,
  moveUser,
  NO_SESSION_TRIGGERS,
  NO_USER_TRIGGERS,
  scopesOf,
  type SessionTriggers,
  type UserTriggers,
} from "./triggers.ts";

const TRIGGERS_PATH = "/triggers/";
const USER_PATH = `${TRIGGERS_PATH}user`;
const sessionPath = (session: Session["id"]): string => `${TRIGGERS_PATH}session/${session}`;

const SESSIONS_AT_A_TIME = 100;
/** So many changes are not read a second time: where the count stands is put on record. */
const WORTH_KEEPING = 100;

const allSessions = async (space: SpaceStore): Promise<Session[]> => {
  const found: Session[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.sessions({ first: SESSIONS_AT_A_TIME, after });
    found.push(...page.items.map(({ item }) => item));
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return found;
  }
};

/** A trigger that moves, and the jobs that become due by it: on record together or not at all. */
interface Step {
  readonly trigger: NoteChange;
  readonly due: readonly JobScope[];
}

const triggerChange = (path: string, before: Note | undefined, value: object): NoteChange => ({
  path,
  value: value as NoteValue,
  expected: before?.tag ?? null,
});

const stepOfSession = (
  { id, turnCount }: Session,
  notes: ReadonlyMap<string, Note>,
  thresholds: Thresholds,
): Step[] => {
  const before = notes.get(sessionPath(id));
  const { marks, due, moved } = moveSession(
    turnCount,
    (before?.value as SessionTriggers | undefined) ?? NO_SESSION_TRIGGERS,
    thresholds,
  );
  return moved
    ? [
        {
          trigger: triggerChange(sessionPath(id), before, { marks } satisfies SessionTriggers),
          due: scopesOf(due, id),
        },
      ]
    : [];
};

const stepOfUser = async (
  space: SpaceStore,
  turns: number,
  notes: ReadonlyMap<string, Note>,
  thresholds: Thresholds,
): Promise<Step[]> => {
  const before = notes.get(USER_PATH);
  const standing = (before?.value as UserTriggers | undefined) ?? NO_USER_TRIGGERS;
  const counted = await countMessages(space, standing.messagesTo, mostOfUser(thresholds));
  const messages = standing.messages + counted.messages;
  const { marks, due, moved } = moveUser(turns + messages, standing, thresholds);
  if (!moved && counted.read < WORTH_KEEPING) return [];
  return [
    {
      trigger: triggerChange(USER_PATH, before, {
        marks,
        messages,
        messagesTo: counted.to,
      } satisfies UserTriggers),
      due: scopesOf(due, null),
    },
  ];
};

/** Triggers of sessions that are gone. */
const forgotten = (sessions: readonly Session[], notes: ReadonlyMap<string, Note>): Step[] => {
  const kept = new Set([USER_PATH, ...sessions.map(({ id }) => sessionPath(id))]);
  return [...notes.values()]
    .filter(({ path }) => !kept.has(path))
    .map(({ path, tag }) => ({ trigger: { path, expected: tag }, due: [] }));
};

/** The steps in groups that one change of notes takes. */
const groupsOf = (steps: readonly Step[]): Step[][] => {
  const groups: Step[][] = [];
  let size = NOTE_CHANGES;
  for (const step of steps) {
    const changes = 1 + step.due.length;
    if (size + changes > NOTE_CHANGES) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(step);
    size += changes;
  }
  return groups;
};

export interface PlanOptions {
  readonly thresholds: Thresholds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called before jobs are put on record. */
  readonly beforeJobs: () => Promise<void>;
}

const requestsOf = (
  steps: readonly Step[],
  jobs: readonly Job[],
  at: Instant,
  now: number,
): NoteChange[] => {
  const standing = new Map(jobs.map((job) => [job.id, job]));
  return steps.flatMap(({ trigger, due }) => [
    trigger,
    ...due.map((scope) =>
      requestChange(standing.get(jobId(scope)) ?? null, { ...scope, by: "TRIGGER" }, at, now),
    ),
  ]);
};

/**
 * Compares what a space counts with where its triggers stand, and asks for the jobs that have become due. A trigger moves in the same change
 * that asks for its jobs, and only from where it was read: whoever is killed in between, or does the same at the same time, loses none
 * and asks for none twice. Leaves a space alone that is being imported. Gives whether it asked for any.
 */
export const planJobs = async (
  space: SpaceStore,
  { thresholds, now, beforeJobs }: PlanOptions,
): Promise<boolean> => {
  if ((!countsSessions(thresholds) && !countsUser(thresholds)) || (await isBeingImported(space)))
    return false;
  for (let asked = false; ;) {
    const sessions = await allSessions(space);
    const notes = new Map(
      (await space.notes(null, TRIGGERS_PATH)).map((note) => [note.path, note]),
    );
    const turns = sessions.reduce((sum, { turnCount }) => sum + turnCount, 0);
    const steps = [
      ...(countsSessions(thresholds)
        ? sessions.flatMap((session) => stepOfSession(session, notes, thresholds))
        : []),
      ...(countsUser(thresholds) ? await stepOfUser(space, turns, notes, thresholds) : []),
      ...forgotten(sessions, notes),
    ];
    const due = steps.some((step) => step.due.length > 0);
    if (due) await beforeJobs();
    const jobs = due ? await jobsOf(space) : [];
    const at = instantOf(now());
    let held = true;
    for (const group of groupsOf(steps)) {
      held = await space.changeNotes(null, requestsOf(group, jobs, at, now()));
      if (!held) break;
      asked ||= group.some((step) => step.due.length > 0);
    }
    if (held) return asked;
  }
};
