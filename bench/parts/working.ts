import { DEFAULT_THRESHOLDS, type Thresholds } from "../../src/derive/worker/triggers.ts";
import { openContestant } from "../contestant.ts";
import { coresInUse } from "../cores.ts";
import { count, ms, seconds, times, type Row } from "../row.ts";
import type { LiveOptions, LiveFindings } from "../scenarios/worker-live.ts";
import type { WorkerFindings } from "../scenarios/worker.ts";
import type { Part } from "./part.ts";

/** Turns per second that the worker must process, and number of users. */
const TURNS = 200;
const USERS = 20;
/** Share of one of the two cores that is available in that second. */
const CORE_MILLIS = 1_000;
const SAMPLES = 6;

/**
 * Duration in seconds and numbers of processes in real time, because one process has only one
 * thread. With everything on there is no bound.
 */
const SECONDS = 30;
const SERVICES = 3;
/**
 * Maximum backlog of the worker, which checks once a second, in seconds of turns that are answered
 * at once.
 */
const IN_TIME = 1.05;
const BEHIND = 3;

const ALL: Thresholds = {
  SESSION_SUMMARY: 5,
  FACT_EXTRACTION: 5,
  EPISODE_EXTRACTION: 5,
  USER_SUMMARY: 10,
  RECONCILIATION: 5,
  PROFILE_REFRESH: 10,
};
const AS_SET = "as it is set";
const SETTINGS: Readonly<Record<string, Thresholds>> = {
  [AS_SET]: DEFAULT_THRESHOLDS,
  "with everything on": ALL,
};

const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

const liveRows = (
  name: string,
  { writing, behind, atEnd, catchingUp, cores, load }: LiveFindings,
): Row[] => {
  const of = `${USERS} users, three services with the worker on, ${name}`;
  const half = Math.ceil(behind.length / 2);
  const turns = behind.map((one) => one.turns);
  const must = (bound: number): number | null => (name === AS_SET ? bound : null);
  return [
    times(
      `Writing ${TURNS} turns a second for ${SECONDS} seconds over HTTP, beside that time`,
      `${of}: ${writing.toFixed(1)} s; ${coresInUse(cores)}; load as it began ${load.toFixed(1)}`,
      writing / SECONDS,
      must(IN_TIME),
    ),
    seconds(
      "How far the worker is behind meanwhile at most, in seconds of turns",
      `${of}: ${count(most(turns.slice(0, half)))} turns in the first half, ${count(most(turns.slice(half)))} in the second`,
      most(turns) / TURNS,
      must(BEHIND),
    ),
    seconds(
      "Until nothing is behind after the last turn",
      `${of}: ${count(atEnd.turns)} turns and ${atEnd.jobs} jobs at the end`,
      catchingUp,
      must(BEHIND),
    ),
  ];
};

export const working: Part = {
  name: "worker",
  run: async (progress) => {
    const rows: Row[] = [];
    const figures: Record<string, unknown> = {};
    for (const [name, thresholds] of Object.entries(SETTINGS)) {
      progress(`worker: ${TURNS} turns a second of ${USERS} users, ${name}`);
      const contestant = await openContestant<WorkerFindings>("worker", {
        turns: TURNS,
        users: USERS,
        thresholds,
      });
      await contestant.batch("second", 0, SAMPLES);
      const findings = await contestant.end();
      figures[name] = findings;
      rows.push(
        times(
          `What the worker takes of one core to keep up with ${TURNS} turns a second`,
          `${USERS} users, ${name}: ${ms(findings.working)} for ${Math.round(findings.jobs)} jobs; writing the turns took ${ms(findings.writing)}`,
          findings.working / CORE_MILLIS,
          1,
        ),
      );
    }
    for (const [name, thresholds] of Object.entries(SETTINGS)) {
      progress(`worker: ${TURNS} turns a second in real time, for ${SECONDS} seconds, ${name}`);
      const findings = await (
        await openContestant<LiveFindings>("worker-live", {
          turnsPerSecond: TURNS,
          seconds: SECONDS,
          users: USERS,
          services: SERVICES,
          thresholds,
        } satisfies LiveOptions)
      ).end();
      figures[`in real time, ${name}`] = findings;
      rows.push(...liveRows(name, findings));
    }
    return { rows, figures, notes: [] };
  },
};
