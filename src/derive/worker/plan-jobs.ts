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
import {
  countsSessions,
  countsUser,
  highestUserThreshold,
  moveSession,
  moveUser,
  NO_SESSION_TRIGGERS,
  NO_USER_TRIGGERS,
  scopesOf,
  sessionTriggers,
  userTriggers,
  type Thresholds,
} from "./triggers.ts";

const TRIGGERS_PATH = "/triggers/";
const USER_PATH = `${TRIGGERS_PATH}user`;
const sessionPath = (session: Session["id"]): string => `${TRIGGERS_PATH}session/${session}`;

/** Sessions read at a time. */
const PAGE = 100;
/**
 * Number of changes read from which on the new count is recorded, so that they are not read again.
 */
const WORTH_RECORDING = 100;

const allSessions = async (space: SpaceStore): Promise<Session[]> => {
  const sessions: Session[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.sessions({ first: PAGE, after });
    sessions.push(...page.items.map(({ item }) => item));
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return sessions;
  }
};

/** A trigger that moves and the jobs that it makes due, recorded together or not at all. */
interface TriggerStep {
  readonly trigger: NoteChange;
  readonly dueScopes: readonly JobScope[];
}

const triggerChange = (path: string, before: Note | undefined, value: NoteValue): NoteChange => ({
  path,
  value,
  expectedTag: before?.tag ?? null,
});

/**
 * The change of the trigger of a session, with the jobs that it makes due; none if no mark has
 * moved.
 */
const sessionStep = (
  { id, turnCount }: Session,
  notes: ReadonlyMap<string, Note>,
  thresholds: Thresholds,
): TriggerStep[] => {
  const path = sessionPath(id);
  const before = notes.get(path);
  const triggers = before ? sessionTriggers.parse(before.value) : NO_SESSION_TRIGGERS;
  const { marks, dueKinds, hasMoved } = moveSession(turnCount, triggers, thresholds);
  return hasMoved
    ? [{ trigger: triggerChange(path, before, { marks }), dueScopes: scopesOf(dueKinds, id) }]
    : [];
};

/**
 * The jobs that are due for the user, counted over all sessions and the messages outside of them.
 * Without due jobs, a step is made only if it saves the next count much reading.
 */
const userStep = async (
  space: SpaceStore,
  turns: number,
  notes: ReadonlyMap<string, Note>,
  thresholds: Thresholds,
): Promise<TriggerStep[]> => {
  const before = notes.get(USER_PATH);
  const triggers = before ? userTriggers.parse(before.value) : NO_USER_TRIGGERS;
  const messageCount = await countMessages(
    space,
    triggers.messagesTo,
    highestUserThreshold(thresholds),
  );
  const messages = triggers.messages + messageCount.messages;
  const { marks, dueKinds, hasMoved } = moveUser(turns + messages, triggers, thresholds);
  if (!hasMoved && messageCount.changesRead < WORTH_RECORDING) return [];
  return [
    {
      trigger: triggerChange(USER_PATH, before, { marks, messages, messagesTo: messageCount.to }),
      dueScopes: scopesOf(dueKinds, null),
    },
  ];
};

/** Steps that remove the triggers of deleted sessions. */
const removalSteps = (
  sessions: readonly Session[],
  notes: ReadonlyMap<string, Note>,
): TriggerStep[] => {
  const currentPaths = new Set([USER_PATH, ...sessions.map(({ id }) => sessionPath(id))]);
  return [...notes.values()]
    .filter(({ path }) => !currentPaths.has(path))
    .map(({ path, tag }) => ({ trigger: { path, expectedTag: tag }, dueScopes: [] }));
};

/** Splits steps into groups that fit into one change of notes each. */
const groupsOf = (steps: readonly TriggerStep[]): TriggerStep[][] => {
  const groups: TriggerStep[][] = [];
  let group: TriggerStep[] = [];
  let size = 0;
  for (const step of steps) {
    const changes = 1 + step.dueScopes.length;
    if (size + changes > NOTE_CHANGES) {
      groups.push(group);
      group = [];
      size = 0;
    }
    group.push(step);
    size += changes;
  }
  return group.length > 0 ? [...groups, group] : groups;
};

export interface PlanOptions {
  readonly thresholds: Thresholds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called before jobs are recorded. */
  readonly beforeJobs: () => Promise<void>;
}

/**
 * Changes of notes that move triggers and request the due jobs. They are stored together, so that a
 * job is requested once for each threshold.
 */
const noteChanges = (
  steps: readonly TriggerStep[],
  jobs: readonly Job[],
  at: Instant,
  now: number,
): NoteChange[] => {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return steps.flatMap(({ trigger, dueScopes }) => [
    trigger,
    ...dueScopes.map((scope) =>
      requestChange(byId.get(jobId(scope)) ?? null, { ...scope, by: "TRIGGER" }, at, now),
    ),
  ]);
};

/** All triggers of a space that move with its current counts. */
const triggerSteps = async (space: SpaceStore, thresholds: Thresholds): Promise<TriggerStep[]> => {
  const sessions = await allSessions(space);
  const notes = new Map((await space.notes(null, TRIGGERS_PATH)).map((note) => [note.path, note]));
  const turns = sessions.reduce((sum, { turnCount }) => sum + turnCount, 0);
  return [
    ...(countsSessions(thresholds)
      ? sessions.flatMap((session) => sessionStep(session, notes, thresholds))
      : []),
    ...(countsUser(thresholds) ? await userStep(space, turns, notes, thresholds) : []),
    ...removalSteps(sessions, notes),
  ];
};

const makesDue = ({ dueScopes }: TriggerStep): boolean => dueScopes.length > 0;

/**
 * Compares the counts of a space with its triggers and requests the jobs that are due. A trigger
 * moves in the same change that requests its jobs, and only from the value that was read: a crash,
 * or another process doing the same, neither loses a job nor requests it twice. A space that is
 * being imported is skipped. Returns whether any job was requested.
 */
export const planJobs = async (
  space: SpaceStore,
  { thresholds, now, beforeJobs }: PlanOptions,
): Promise<boolean> => {
  if (!countsSessions(thresholds) && !countsUser(thresholds)) return false;
  if (await isBeingImported(space)) return false;
  for (let hasRequested = false; ;) {
    const steps = await triggerSteps(space, thresholds);
    const anyDue = steps.some(makesDue);
    if (anyDue) await beforeJobs();
    const jobs = anyDue ? await jobsOf(space) : [];
    const at = instantOf(now());
    let isRecorded = true;
    for (const group of groupsOf(steps)) {
      isRecorded = await space.changeNotes(null, noteChanges(group, jobs, at, now()));
      if (!isRecorded) break;
      hasRequested ||= group.some(makesDue);
    }
    if (isRecorded) return hasRequested;
  }
};
