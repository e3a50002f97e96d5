import { setTimeout as delay } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { jobsOf } from "../../src/derive/jobs/job-notes.ts";
import { isOver, type Job } from "../../src/derive/jobs/job.ts";
import { Jobs } from "../../src/derive/jobs/jobs.ts";
import type { JobWork } from "../../src/derive/jobs/job-work.ts";
import { createWorks } from "../../src/derive/derivations.ts";
import { OpenSpaces } from "../../src/derive/worker/open-spaces.ts";
import type { Thresholds } from "../../src/derive/worker/triggers.ts";
import { DEFAULT_WORKER_SETTINGS, EVERY_SPACE, Worker } from "../../src/derive/worker/worker.ts";
import { createSession } from "../../src/write/operations/create-session.ts";
import { write } from "../../src/write/write.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { cpuMillis } from "../cpu.ts";
import { cyclicItem } from "../lookup.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { deed } from "../statements.ts";

export interface WorkerFindings {
  /** CPU milliseconds for the turns of one second, written and processed. */
  readonly writing: number;
  readonly working: number;
  readonly jobs: number;
}

const LEASE = 30_000;
const POLL_EVERY = 50;

/** Jobs of a worker that count the running ones. */
const countingJobs = (
  write: WriteServices,
  beforeJobs: ConstructorParameters<typeof Jobs>[0]["beforeJobs"],
): { readonly jobs: Jobs; readonly count: () => number } => {
  let runs = 0;
  const counting = (work: JobWork | undefined): JobWork | undefined =>
    work &&
    ((context) => {
      runs += 1;
      return work(context);
    });
  const works = Object.fromEntries(
    Object.entries(createWorks(write)).map(([kind, work]) => [kind, counting(work)]),
  );
  const { log, now } = write;
  const jobs = new Jobs({
    works,
    now,
    newId,
    log,
    random: Math.random,
    leaseMillis: LEASE,
    beforeJobs,
  });
  return { jobs, count: () => runs };
};

/** Whether all jobs have ended, and reconciliation was requested more often than before. */
const isWorkedOff = (jobs: readonly Job[], requestsBefore: number): boolean =>
  jobs.every(isOver) &&
  (jobs.find(({ kind }) => kind === "RECONCILIATION")?.requested ?? 0) > requestsBefore;

/**
 * A number of turns of several users, written offline one by one, and all jobs that the worker then
 * starts.
 */
await scenario<
  { readonly turns: number; readonly users: number; readonly thresholds: Thresholds },
  "second",
  WorkerFindings
>(async ({ folder, turns, users, thresholds }) => {
  const { services, store } = await openPalimpsest(folder);
  const { log } = services.write;
  const talkers = await Promise.all(
    Array.from({ length: users }, async (_, n) => {
      const space = await store.space({ ...LOCAL, user: `user ${n}` });
      const input = { title: null, strategy: "DIRECT" } as const;
      return { space, session: await createSession(services.write, space, input) };
    }),
  );
  let jobsRun = 0;
  const workOff = async (secondsBefore: number): Promise<void> => {
    const open = new OpenSpaces(store, Date.now);
    const { jobs, count } = countingJobs(services.write, (space) => open.mark(space));
    const worker = new Worker(
      { part: EVERY_SPACE, store, jobs, open, instance: newId(), now: Date.now, log },
      { ...DEFAULT_WORKER_SETTINGS, thresholds, leaseMillis: LEASE },
    );
    worker.start();
    for (const { space } of talkers)
      while (!isWorkedOff(await jobsOf(space), secondsBefore)) await delay(POLL_EVERY);
    await worker.stop(LEASE);
    jobsRun += count();
  };
  const sums = { writing: 0, working: 0, runs: 0 };
  return {
    works: {
      second: async (run) => {
        const start = cpuMillis();
        for (let turn = 0; turn < turns; turn++) {
          const { space, session } = cyclicItem(talkers, turn);
          const message = `I ${deed(run * turns + turn)}.`;
          await write(services.write, space, { message, session: session.id });
        }
        const writtenAt = cpuMillis();
        await workOff(run);
        sums.writing += writtenAt - start;
        sums.working += cpuMillis() - writtenAt;
        sums.runs += 1;
      },
    },
    findings: () => ({
      writing: sums.writing / sums.runs,
      working: sums.working / sums.runs,
      jobs: jobsRun / sums.runs,
    }),
  };
});
