import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { jobsOf } from "../../src/derive/jobs/job-notes.ts";
import { Jobs } from "../../src/derive/jobs/jobs.ts";
import type { JobWork, JobWorks } from "../../src/derive/jobs/job-work.ts";
import { OpenSpaces } from "../../src/derive/worker/open-spaces.ts";
import { planJobs } from "../../src/derive/worker/plan-jobs.ts";
import type { Thresholds } from "../../src/derive/worker/triggers.ts";
import { EVERY_SPACE, Worker } from "../../src/derive/worker/worker.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import { openForEach } from "../contract/open-store.ts";
import { session, turn } from "../contract/records.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "../resolvers/memory-service.ts";
import { dyingStore } from "./dying-store.ts";

const LEASE = 30_000;
const SWEEP = 5_000;
const off: Thresholds = {
  SESSION_SUMMARY: 0,
  FACT_EXTRACTION: 0,
  EPISODE_EXTRACTION: 0,
  USER_SUMMARY: 0,
  RECONCILIATION: 0,
  PROFILE_REFRESH: 0,
};
const nothing: JobWork = () => Promise.resolve(null);

describe.each(stores)("the worker on $name", ({ open }) => {
  let now = Date.UTC(2026, 0, 1);
  const opened = openForEach(open, () => now);
  let made = 0;
  const log = { warn: () => undefined };

  /** A process with a worker. */
  const processOf = (
    works: JobWorks,
    thresholds: Partial<Thresholds>,
    store: Store = opened.store,
    pollMillis = 2,
  ) => {
    const clock = () => now;
    const instance = `instance${++made}`;
    const openSpaces = new OpenSpaces(store, clock);
    const jobs = new Jobs({
      works,
      now: clock,
      newId: () => `id${++made}`,
      log,
      random: () => 0,
      leaseMillis: LEASE,
      beforeJobs: (space) => openSpaces.mark(space),
    });
    const worker = new Worker(
      { part: EVERY_SPACE, store, jobs, open: openSpaces, instance, now: clock, log },
      {
        thresholds: { ...off, ...thresholds },
        concurrency: 2,
        leaseMillis: LEASE,
        pollMillis,
        idleMillis: pollMillis,
        sweepMillis: SWEEP,
      },
    );
    return { worker, jobs, openSpaces };
  };
  /** A store whose feed calls `before` before every poll. */
  const polledBy = (before: () => Promise<void> | void): Store => {
    const { store } = opened;
    return {
      ...store,
      space: (id) => store.space(id),
      follow: async (...asked) => {
        const follower = await store.follow(...asked);
        return (
          follower && {
            next: async () => (await before(), follower.next()),
            acknowledge: () => follower.acknowledge(),
            release: () => follower.release(),
          }
        );
      },
    };
  };
  const spaceOf = (user: string) => opened.store.space({ tenant: "tenant", user });
  let turns = 0;
  const say = async (space: SpaceStore, name: string, count: number): Promise<void> => {
    if ((await space.sessionsById([name]))[0] == null) await space.createSession(session(name, 1));
    await space.appendTurns(
      name,
      Array.from({ length: count }, () => turn(`t${++turns}`)),
    );
  };
  const states = async (space: SpaceStore) =>
    (await jobsOf(space)).map(({ id, status, requested }) => [id, status, requested]);
  const triggers = async (space: SpaceStore) =>
    (await space.notes(null, "/triggers/")).map(({ path, value }) => [
      path,
      (value as { marks: unknown }).marks,
    ]);

  it("starts work at its thresholds, per session and for the user", async () => {
    const { worker } = processOf(
      { SESSION_SUMMARY: nothing, RECONCILIATION: nothing },
      { SESSION_SUMMARY: 3, RECONCILIATION: 5 },
    );
    const [ann, bea] = [await spaceOf("ann"), await spaceOf("bea")];
    await say(ann, "a", 4);
    await say(ann, "b", 2);
    await say(bea, "a", 2);
    worker.start();
    await expect
      .poll(() => states(ann))
      .toEqual([
        ["reconciliation", "DONE", 1],
        ["session_summary.a", "DONE", 1],
      ]);
    await say(ann, "b", 1);
    await expect
      .poll(() => states(ann))
      .toEqual([
        ["reconciliation", "DONE", 1],
        ["session_summary.a", "DONE", 1],
        ["session_summary.b", "DONE", 1],
      ]);
    expect(await states(bea)).toEqual([]);
    await say(bea, "a", 1);
    await expect.poll(() => states(bea)).toEqual([["session_summary.a", "DONE", 1]]);
    await say(ann, "b", 3);
    await expect
      .poll(() => states(ann))
      .toEqual([
        ["reconciliation", "DONE", 2],
        ["session_summary.a", "DONE", 1],
        ["session_summary.b", "DONE", 2],
      ]);
    await worker.stop(0);
    expect(await triggers(ann)).toEqual([
      ["/triggers/session/a", { SESSION_SUMMARY: 3 }],
      ["/triggers/session/b", { SESSION_SUMMARY: 6 }],
      ["/triggers/user", { RECONCILIATION: 10 }],
    ]);
  });

  it("starts due jobs and ends, if it runs once", async () => {
    const space = await spaceOf("ian");
    await say(space, "a", 3);
    const once = () => processOf({ SESSION_SUMMARY: nothing }, { SESSION_SUMMARY: 3 }).worker;
    expect(await once().runOnce()).toBe(true);
    expect(await states(space)).toEqual([["session_summary.a", "DONE", 1]]);
    await say(space, "a", 2);
    expect(await once().runOnce()).toBe(true);
    expect(await states(space)).toEqual([["session_summary.a", "DONE", 1]]);
    await say(space, "a", 1);
    expect(await once().runOnce()).toBe(true);
    expect(await states(space)).toEqual([["session_summary.a", "DONE", 2]]);
  });

  it("does nothing in a single run while another process follows the feed, and catches up afterwards", async () => {
    const space = await spaceOf("jan");
    const once = () => processOf({ RECONCILIATION: nothing }, { RECONCILIATION: 1 }).worker;
    await once().runOnce();
    const other = await opened.store.follow("worker", "another", LEASE);
    await say(space, "a", 1);
    expect(await once().runOnce()).toBe(false);
    expect(await states(space)).toEqual([]);
    await other?.release();
    expect(await once().runOnce()).toBe(true);
    expect(await states(space)).toEqual([["reconciliation", "DONE", 1]]);
  });

  it("fails in a single run if changes cannot be recorded, and gets them again", async () => {
    const space = await spaceOf("kim");
    const works = { RECONCILIATION: nothing };
    await say(space, "a", 1);
    const dead: Store = {
      ...opened.store,
      space: () => Promise.reject(new Error("gone")),
      follow: (...asked) => opened.store.follow(...asked),
    };
    const failing = processOf(works, { RECONCILIATION: 1 }, dead).worker;
    await expect(failing.runOnce()).rejects.toThrow("gone");
    expect(await processOf(works, { RECONCILIATION: 1 }).worker.runOnce()).toBe(true);
    expect(await states(space)).toEqual([["reconciliation", "DONE", 1]]);
  });

  it("polls a slow feed as often as an idle one", async () => {
    const slowly = polledBy(() => delay(500));
    const { worker } = processOf({ SESSION_SUMMARY: nothing }, { SESSION_SUMMARY: 3 }, slowly);
    const space = await spaceOf("ann");
    worker.start();
    await say(space, "a", 3);
    await expect.poll(() => states(space)).toEqual([["session_summary.a", "DONE", 1]]);
    await say(space, "a", 3);
    await expect
      .poll(() => states(space), { timeout: 4_000 })
      .toEqual([["session_summary.a", "DONE", 2]]);
    await worker.stop(0);
  });

  it("polls at most once per shortest interval, however often it is woken", async () => {
    const pollMillis = 60;
    let polls = 0;
    const counted = polledBy(() => void polls++);
    const { worker } = processOf({}, {}, counted, pollMillis);
    const began = performance.now();
    worker.start();
    while (performance.now() - began < 5 * pollMillis) {
      worker.wake();
      await delay(1);
    }
    const most = 1 + (performance.now() - began) / pollMillis;
    await worker.stop(0);
    expect(polls).toBeGreaterThan(1);
    expect(polls).toBeLessThanOrEqual(most);
  });

  it("counts messages without a session too, each once", async () => {
    const space = await spaceOf("cid");
    const service = memoryService(space);
    const {
      createSession: { session: talk },
    } = await service.run("mutation { createSession(input: {}) { session { id } } }");
    const { worker } = processOf({ RECONCILIATION: nothing }, { RECONCILIATION: 3 });
    for (const [n, sessionId] of [null, talk.id, null].entries())
      await service.say("Ana", `Ana has number ${n}`, { sessionId });
    worker.start();
    await expect.poll(() => triggers(space)).toEqual([]);
    await service.say("Ana", "Ana has number 4");
    await expect.poll(() => states(space)).toEqual([["reconciliation", "DONE", 1]]);
    await service.say("Ana", "Ana has number 5");
    await service.say("Ana", "Ana has number 6");
    await service.say("Ana", "Ana has number 7");
    await expect.poll(() => states(space)).toEqual([["reconciliation", "DONE", 2]]);
    await worker.stop(0);
  });

  it("lowers the count if a session is deleted, and drops its trigger", async () => {
    const space = await spaceOf("dan");
    await say(space, "a", 9);
    await say(space, "b", 1);
    const options = {
      thresholds: { ...off, SESSION_SUMMARY: 3, RECONCILIATION: 5 },
      now: () => now,
      beforeJobs: () => Promise.resolve(),
    };
    expect(await planJobs(space, options)).toBe(true);
    expect(await triggers(space)).toEqual([
      ["/triggers/session/a", { SESSION_SUMMARY: 9 }],
      ["/triggers/user", { RECONCILIATION: 10 }],
    ]);
    await space.deleteSession("a");
    expect(await planJobs(space, options)).toBe(false);
    expect(await triggers(space)).toEqual([["/triggers/user", { RECONCILIATION: 1 }]]);
    await say(space, "b", 5);
    expect(await planJobs(space, options)).toBe(true);
    expect(await triggers(space)).toEqual([
      ["/triggers/session/b", { SESSION_SUMMARY: 6 }],
      ["/triggers/user", { RECONCILIATION: 6 }],
    ]);
  });

  it("requests a job once, however many processes watch a space", async () => {
    const space = await spaceOf("eve");
    for (const name of ["a", "b", "c"]) await say(space, name, 4);
    const options = {
      thresholds: { ...off, SESSION_SUMMARY: 4, RECONCILIATION: 4, USER_SUMMARY: 12 },
      now: () => now,
      beforeJobs: () => Promise.resolve(),
    };
    await Promise.all([1, 2, 3, 4].map(() => planJobs(space, options)));
    expect(await states(space)).toEqual(
      [
        "reconciliation",
        "session_summary.a",
        "session_summary.b",
        "session_summary.c",
        "user_summary",
      ].map((id) => [id, "QUEUED", 1]),
    );
  });

  it("moves more triggers than one batch of notes holds", async () => {
    const space = await spaceOf("fay");
    for (let n = 0; n < 70; n++) await say(space, `s${n}`, 1);
    await planJobs(space, {
      thresholds: { ...off, SESSION_SUMMARY: 1 },
      now: () => now,
      beforeJobs: () => Promise.resolve(),
    });
    expect(
      (await states(space)).filter(
        ([, status, requested]) => status === "QUEUED" && requested === 1,
      ),
    ).toHaveLength(70);
    expect(
      await planJobs(space, {
        thresholds: { ...off, SESSION_SUMMARY: 1 },
        now: () => now,
        beforeJobs: () => Promise.resolve(),
      }),
    ).toBe(false);
  });

  it("retries failures when due, and lists no space without work", async () => {
    let well = false;
    const { worker, openSpaces } = processOf(
      {
        RECONCILIATION: () =>
          well ? Promise.resolve(null) : Promise.reject(new ModelUnavailable("TIMEOUT", "silent")),
      },
      { RECONCILIATION: 1 },
    );
    const space = await spaceOf("gus");
    await say(space, "a", 1);
    worker.start();
    await expect.poll(() => states(space)).toEqual([["reconciliation", "FAILED", 1]]);
    well = true;
    now += SWEEP;
    expect(await openSpaces.all()).toMatchObject([{ space: { user: "gus" } }]);
    await expect.poll(() => states(space)).toEqual([["reconciliation", "DONE", 1]]);
    await expect
      .poll(async () => {
        now += SWEEP;
        return openSpaces.all();
      })
      .toEqual([]);
    await worker.stop(0);
  });

  it("runs in one process at a time, and in the next one if that is gone", async () => {
    const runs: string[] = [];
    const work = (name: string): JobWorks => ({
      RECONCILIATION: () => (runs.push(name), Promise.resolve(null)),
    });
    const [first, second] = [
      processOf(work("first"), { RECONCILIATION: 1 }),
      processOf(work("second"), { RECONCILIATION: 1 }),
    ];
    const space = await spaceOf("hal");
    first.worker.start();
    await say(space, "a", 1);
    await expect.poll(() => states(space)).toEqual([["reconciliation", "DONE", 1]]);
    second.worker.start();
    await say(space, "a", 1);
    await expect.poll(() => states(space)).toEqual([["reconciliation", "DONE", 2]]);
    expect(runs).toEqual(["first", "first"]);
    await first.worker.stop(0);
    await say(space, "a", 1);
    await expect.poll(() => states(space)).toEqual([["reconciliation", "DONE", 3]]);
    expect(runs).toEqual(["first", "first", "second"]);
    await second.worker.stop(0);
  });

  it("loses no trigger and doubles no result if it is killed between any two steps", async () => {
    /** As summaries do: what is covered already is not taken in again. */
    const covering: JobWork = async ({ space, job }) => {
      const count = (await space.sessions({ first: 10 })).items.reduce(
        (sum, { item }) => sum + item.turnCount,
        0,
      );
      for (;;) {
        const [before] = await space.notes(null, `/effect/${job}`);
        const { covers, times } = (before?.value ?? { covers: 0, times: 0 }) as {
          covers: number;
          times: number;
        };
        if (covers === count) return { covers };
        if (
          await space.changeNotes(null, [
            {
              path: `/effect/${job}`,
              value: { covers: count, times: times + 1 },
              expectedTag: before?.tag ?? null,
            },
          ])
        )
          return { covers: count };
      }
    };
    const works = { SESSION_SUMMARY: covering, RECONCILIATION: covering };
    const thresholds = { SESSION_SUMMARY: 3, RECONCILIATION: 3 };
    const done = [
      ["reconciliation", "DONE", 1],
      ["session_summary.a", "DONE", 1],
    ];
    let killed = 0;
    for (const when of ["BEFORE", "AFTER"] as const) {
      for (let step = 1, alive = false; !alive; step++) {
        // A worker looks at everything that its store holds: each step has a store of its own.
        const { store, close } = await open(() => now);
        const space = await store.space({ tenant: "tenant", user: "user" });
        await say(space, "a", 3);
        const mortal = dyingStore(store, step, when);
        const first = processOf(works, thresholds, mortal.store);
        first.worker.start();
        await expect
          .poll(
            async () =>
              mortal.isDead() || JSON.stringify(await states(space)) === JSON.stringify(done),
            { interval: 2 },
          )
          .toBe(true);
        alive = !mortal.isDead();
        if (alive) await Promise.race([first.worker.stop(0), mortal.death]);
        else killed += 1;
        now += LEASE;
        const second = processOf(works, thresholds, store);
        second.worker.start();
        await expect.poll(() => states(space), { interval: 2 }).toEqual(done);
        await second.worker.stop(LEASE);
        expect(await space.notes(null, "/effect/")).toMatchObject([
          { value: { covers: 3, times: 1 } },
          { value: { covers: 3, times: 1 } },
        ]);
        expect(await triggers(space)).toEqual([
          ["/triggers/session/a", { SESSION_SUMMARY: 3 }],
          ["/triggers/user", { RECONCILIATION: 3 }],
        ]);
        await close();
      }
    }
    expect(killed).toBeGreaterThan(30);
  }, 120_000);
});
