import { DEFAULT_THRESHOLDS, type Thresholds } from "../../src/derive/worker/thresholds.ts";
import { openContestant } from "../contestant.ts";
import { ms, times, type Row } from "../row.ts";
import type { WorkerTold } from "../scenarios/worker.ts";
import type { Part } from "./part.ts";

/** Turns a second that the worker must keep up with, and of how many users they are. */
const TURNS = 200;
const USERS = 20;
/** What one of the two cores has to give in that second. */
const CORE_MILLIS = 1_000;
const SECONDS = 6;

const ALL: Thresholds = { THREAD_SUMMARY: 5, FACT_EXTRACTION: 5, RECORDS: 5, USER_SUMMARY: 10, DEDUP: 5, PROFILES: 10 };
const SETTINGS: Readonly<Record<string, Thresholds>> = { "as it is set": DEFAULT_THRESHOLDS, "with everything on": ALL };

export const working: Part = {
  name: "worker",
  run: async (progress) => {
    const rows: Row[] = [];
    const figures: Record<string, unknown> = {};
    for (const [name, thresholds] of Object.entries(SETTINGS)) {
      progress(`worker: ${TURNS} turns a second of ${USERS} users, ${name}`);
      const contestant = await openContestant<WorkerTold>("worker", { turns: TURNS, users: USERS, thresholds });
      await contestant.batch("second", 0, SECONDS);
      const told = await contestant.end();
      figures[name] = told;
      rows.push(times(`What the worker takes of one core to keep up with ${TURNS} turns a second`, `${USERS} users, ${name}: ${ms(told.working)} for ${Math.round(told.jobs)} jobs; writing the turns took ${ms(told.writing)}`, told.working / CORE_MILLIS, 1));
    }
    return { rows, figures, notes: [] };
  },
};
