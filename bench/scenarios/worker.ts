import { setTimeout as delay } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { jobsOf } from "../../src/derive/jobs/job-notes.ts";
import { isOver, type Job } from "../../src/derive/jobs/job.ts";
import { Jobs } from "../../src/derive/jobs/jobs.ts";
import type { JobWork } from "../../src/derive/jobs/work.ts";
import { createWorks } from "../../src/derive/works.ts";
import { OpenSpaces } from "../../src/derive/worker/open-spaces.ts";
import type { Thresholds } from "../../src/derive/worker/thresholds.ts";
import { DEFAULT_WORKER_SETTINGS, Worker } from "../../src/derive/worker/worker.ts";
import { createSession } from "../../src/write/create-session.ts";
import { write } from "../../src/write/write.ts";
import { cpuMillis } from "../cpu.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { deed } from "../statements.ts";

export interface WorkerTold {
  /** CPU milliseconds for the turns of one second, written and worked through. */
  readonly writing: number;
  readonly working: number;
  readonly jobs: number;
}

const LEASE = 30_000;
const LOOK_EVERY = 50;

/** So many turns of several users, written offline one after the other, and then all that the worker begins by itself, until nothing is left to do. */
await scenario<
  { readonly turns: number; readonly users: number; readonly thresholds: Thresholds },
  "second",
  WorkerTold
>(async ({ folder, turns, users, thresholds }) => {
  const { services, store } = await openPalimpsest(folder);
  const { log } = services.write;
  const spaces = await Promise.all(
    Array.from({ length: users }, (_, n) => store.space({ ...LOCAL, user: `user ${n}` })),
  );
  const sessions = await Promise.all(
    spaces.map((space) =>
      createSession(services.write, space, { title: null, strategy: "DIRECT" }),
    ),
  );
  let jobsRun = 0;
  const workOff = async (seconds: number): Promise<void> => {
    const open = new OpenSpaces(store, Date.now);
    const beforeJobs = (space: { readonly tenant: string; readonly user: string }) =>
      open.mark(space);
    const counted = (work: JobWork | undefined): JobWork | undefined =>
      work && ((context) => ((jobsRun += 1), work(context)));
    const works = Object.fromEntries(
      Object.entries(createWorks(services.write)).map(([kind, work]) => [kind, counted(work)]),
    );
    const jobs = new Jobs({
      works,
      now: Date.now,
      newId,
      log,
      random: Math.random,
      leaseMillis: LEASE,
      beforeJobs,
    });
    const worker = new Worker(
      { store, jobs, open, instance: newId(), now: Date.now, log },
      { ...DEFAULT_WORKER_SETTINGS, thresholds, leaseMillis: LEASE },
    );
    worker.start();
    const isDone = (jobs: readonly Job[]): boolean =>
      jobs.every(isOver) && (jobs.find(({ kind }) => kind === "DEDUP")?.requested ?? 0) > seconds;
    for (const space of spaces) while (!isDone(await jobsOf(space))) await delay(LOOK_EVERY);
    await worker.stop(LEASE);
  };
  const sums = { writing: 0, working: 0, runs: 0 };
  return {
    works: {
      second: async (run) => {
        const began = cpuMillis();
        for (let turn = 0; turn < turns; turn++) {
          const at = turn % users;
          await write(services.write, spaces[at]!, {
            message: `I ${deed(run * turns + turn)}.`,
            session: sessions[at]!.id,
          });
        }
        const written = cpuMillis();
        await workOff(run);
        sums.writing += written - began;
        sums.working += cpuMillis() - written;
        sums.runs += 1;
      },
    },
    tell: () => ({
      writing: sums.writing / sums.runs,
      working: sums.working / sums.runs,
      jobs: jobsRun / sums.runs,
    }),
  };
});
