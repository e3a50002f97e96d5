import { describe, expect, it } from "vitest";
import { followJobs } from "../../src/derive/jobs/follow-jobs.ts";
import { jobById, jobsOf } from "../../src/derive/jobs/job-notes.ts";
import { Jobs } from "../../src/derive/jobs/jobs.ts";
import { MOST_ATTEMPTS } from "../../src/derive/jobs/schedule.ts";
import type { JobWork, JobWorks } from "../../src/derive/jobs/job-work.ts";
import { Problem } from "../../src/memory/problem.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import { openForEach } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";

const reconciliation = { kind: "RECONCILIATION", session: null, by: "CALLER" } as const;
const FAR = 3_600_000;

/** Something that happens once, and can be waited for. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe.each(stores)("jobs on $name", ({ open }) => {
  let now = Date.UTC(2026, 0, 1);
  const opened = openForEach(open, () => now);
  let made = 0;
  /** One process. */
  const processOf = (works: JobWorks, leaseMillis = FAR) =>
    new Jobs({
      works,
      now: () => now,
      newId: () => `id${++made}`,
      log: { warn: () => undefined },
      random: () => 0,
      leaseMillis,
      beforeJobs: () => Promise.resolve(),
    });
  const counting = (work: JobWork = () => Promise.resolve(null)) => {
    const runs: string[] = [];
    const counted: JobWork = (context) => {
      runs.push(context.job);
      return work(context);
    };
    return { runs, work: counted };
  };

  it("run on demand, and return the result of the work", async () => {
    const jobs = processOf({
      RECONCILIATION: ({ options, progress }) => (
        progress(3, 3),
        Promise.resolve({ looked: options.limit })
      ),
    });
    expect(
      await jobs.run(opened.space, { ...reconciliation, options: { limit: 7 } }),
    ).toMatchObject({
      id: "reconciliation",
      status: "DONE",
      attempts: 0,
      progress: { done: 3, total: 3 },
      result: { looked: 7 },
      holder: null,
    });
    expect(await jobsOf(opened.space)).toHaveLength(1);
  });

  it("are refused if their kind has no work", async () => {
    await expect(processOf({}).run(opened.space, reconciliation)).rejects.toThrow(Problem);
    expect(await jobsOf(opened.space)).toEqual([]);
  });

  it("run one at a time in each scope, and once more for requests that came meanwhile", async () => {
    const { open: letGo, opened: goOn } = gate();
    const { open: begun, opened: isBegun } = gate();
    const { runs, work } = counting(async () => {
      begun();
      await goOn;
      return runs.length;
    });
    const [here, there] = [
      processOf({ RECONCILIATION: work }),
      processOf({ RECONCILIATION: work }),
    ];
    const first = here.run(opened.space, reconciliation);
    await isBegun;
    const others = [
      there.run(opened.space, reconciliation),
      here.run(opened.space, reconciliation),
      there.run(opened.space, reconciliation),
    ];
    await expect
      .poll(async () => (await jobById(opened.space, "reconciliation"))?.requested)
      .toBe(4);
    expect(runs).toHaveLength(1);
    letGo();
    expect((await first).result).toBe(1);
    expect((await Promise.all(others)).map(({ status, result }) => [status, result])).toEqual([
      ["DONE", 2],
      ["DONE", 2],
      ["DONE", 2],
    ]);
    expect(runs).toHaveLength(2);
  });

  it("of different scopes can be requested at the same time", async () => {
    const { runs, work } = counting();
    const jobs = processOf({ RECONCILIATION: work, SESSION_SUMMARY: work });
    await jobs.request(opened.space, reconciliation);
    await jobs.request(opened.space, { kind: "SESSION_SUMMARY", session: "a", by: "TRIGGER" });
    await jobs.request(opened.space, { kind: "SESSION_SUMMARY", session: "b", by: "TRIGGER" });
    await jobs.request(opened.space, { kind: "SESSION_SUMMARY", session: "b", by: "TRIGGER" });
    expect(await jobs.runDue(opened.space)).toBeNull();
    expect(runs.sort()).toEqual(["reconciliation", "session_summary.a", "session_summary.b"]);
  });

  it("pass to another worker if theirs is gone, and ignore its late result", async () => {
    const { open: letGo, opened: goOn } = gate();
    const { open: begun, opened: isBegun } = gate();
    let toldToStop: AbortSignal | undefined;
    const lost = processOf({
      RECONCILIATION: async ({ signal }) => (
        begun(),
        (toldToStop = signal),
        await goOn,
        "the first one's"
      ),
    });
    const forsaken = lost.run(opened.space, reconciliation);
    await isBegun;
    const other = processOf({ RECONCILIATION: () => Promise.resolve("the other's") });
    expect(await other.runDue(opened.space)).not.toBeNull();
    expect(await jobById(opened.space, "reconciliation")).toMatchObject({
      status: "RUNNING",
      result: null,
    });
    now += FAR;
    expect(await other.runDue(opened.space)).toBeNull();
    letGo();
    expect(await forsaken).toMatchObject({ status: "DONE", result: "the other's" });
    expect(await jobById(opened.space, "reconciliation")).toMatchObject({
      status: "DONE",
      result: "the other's",
      attempts: 0,
    });
    expect(toldToStop).toBeDefined();
  });

  it("stay with their worker for as long as it renews the lease", async () => {
    const lease = 60;
    const { open: letGo, opened: goOn } = gate();
    const started = Date.now();
    const elapsing = new Jobs({
      works: { RECONCILIATION: () => goOn.then(() => "done") },
      now: () => now + Date.now() - started,
      newId: () => `id${++made}`,
      log: { warn: () => undefined },
      random: () => 0,
      leaseMillis: lease,
      beforeJobs: () => Promise.resolve(),
    });
    const run = elapsing.run(opened.space, reconciliation);
    const leases = new Set<string>();
    await expect
      .poll(
        async () =>
          leases.add((await jobById(opened.space, "reconciliation"))?.leaseUntil ?? "").size,
        {
          interval: 5,
        },
      )
      .toBeGreaterThan(4);
    letGo();
    expect(await run).toMatchObject({ status: "DONE", attempts: 0, result: "done" });
  });

  it("are retried when due after a failure, and are DEAD in the end", async () => {
    let answers = 0;
    const jobs = processOf({
      RECONCILIATION: () => (
        answers++,
        Promise.reject(new ModelUnavailable("TIMEOUT", "gpt-9 at 10.0.0.1 was silent"))
      ),
    });
    const failed = await jobs.run(opened.space, reconciliation);
    expect(failed).toMatchObject({
      status: "FAILED",
      attempts: 1,
      error: { code: "MODEL_UNAVAILABLE" },
    });
    expect(failed.error?.message).not.toContain("10.0.0.1");
    for (let n = 1; n < MOST_ATTEMPTS; n++) {
      const next = await jobs.runDue(opened.space);
      expect([answers, next]).toEqual([
        n,
        (await jobById(opened.space, "reconciliation"))?.nextAttemptAt,
      ]);
      now = Date.parse(next!);
    }
    expect(await jobs.runDue(opened.space)).toBeNull();
    expect(await jobById(opened.space, "reconciliation")).toMatchObject({
      status: "DEAD",
      attempts: MOST_ATTEMPTS,
      error: { code: "MODEL_UNAVAILABLE" },
    });
    now += FAR;
    expect([await jobs.runDue(opened.space), answers]).toEqual([null, MOST_ATTEMPTS]);
  });

  it("run again once they are DEAD only if somebody requests them", async () => {
    let mended = false;
    const jobs = processOf({
      RECONCILIATION: () =>
        mended
          ? Promise.resolve("well")
          : Promise.reject(new Problem("NOT_FOUND", "The session does not exist.")),
    });
    expect(await jobs.run(opened.space, reconciliation)).toMatchObject({
      status: "DEAD",
      attempts: 1,
      error: { code: "NOT_FOUND", message: "The session does not exist." },
    });
    const counts = () => [jobs.waiting, jobs.dead, jobs.hasDead(opened.space.id)];
    expect(counts()).toEqual([0, 1, true]);
    const successor = processOf({ RECONCILIATION: () => Promise.resolve("well") });
    expect([successor.dead, await successor.runDue(opened.space), successor.dead]).toEqual([
      0,
      null,
      1,
    ]);
    mended = true;
    expect(await jobs.retry(opened.space, "reconciliation")).toMatchObject({
      status: "QUEUED",
      attempts: 0,
    });
    expect(counts()).toEqual([1, 0, false]);
    await jobs.runDue(opened.space);
    expect(counts()).toEqual([0, 0, false]);
    await successor.forget(opened.space.id);
    expect(successor.dead).toBe(0);
    expect(await jobById(opened.space, "reconciliation")).toMatchObject({
      status: "DONE",
      result: "well",
      error: null,
    });
    await expect(jobs.retry(opened.space, "reconciliation")).rejects.toThrow("DONE");
    expect(await jobs.retry(opened.space, "session_summary.x")).toBeNull();
  });

  it("finish before the service stops, or are released", async () => {
    const { open: letGo, opened: goOn } = gate();
    const { open: begun, opened: isBegun } = gate();
    const patient = processOf({ RECONCILIATION: async () => (begun(), await goOn, "ended") });
    const run = patient.run(opened.space, reconciliation);
    await isBegun;
    const stopped = patient.stop(FAR);
    letGo();
    await stopped;
    expect(await run).toMatchObject({ status: "DONE", result: "ended" });

    const { open: begunAgain, opened: isBegunAgain } = gate();
    const cutOff = processOf({
      RECONCILIATION: ({ signal }) => (
        begunAgain(),
        new Promise(
          (_, reject) =>
            void signal.addEventListener("abort", () => reject(signal.reason as Error)),
        )
      ),
    });
    const cut = cutOff.run(opened.space, reconciliation);
    await isBegunAgain;
    await cutOff.stop(0);
    expect(await cut).toMatchObject({ status: "QUEUED", attempts: 0, holder: null });
    const other = processOf({ RECONCILIATION: () => Promise.resolve("elsewhere") });
    await other.runDue(opened.space);
    expect(await jobById(opened.space, "reconciliation")).toMatchObject({
      status: "DONE",
      result: "elsewhere",
    });
  });

  it("are forgotten some time after they end", async () => {
    await processOf({ RECONCILIATION: () => Promise.resolve(null) }).run(
      opened.space,
      reconciliation,
    );
    now += 8 * 24 * FAR;
    expect(await jobsOf(opened.space)).toEqual([]);
  });

  it("are reported as they change, each until it ends", async () => {
    const { open: letGo, opened: goOn } = gate();
    const { open: begun, opened: isBegun } = gate();
    const jobs = processOf({
      RECONCILIATION: async () => (begun(), await goOn, 42),
      USER_SUMMARY: () => Promise.resolve(null),
    });
    await jobs.run(opened.space, { kind: "USER_SUMMARY", session: null, by: "CALLER" });
    const run = jobs.run(opened.space, reconciliation);
    await isBegun;
    const all = followJobs(opened.space, jobs.changeSignals);
    expect((await all.next()).value).toMatchObject({ id: "reconciliation", status: "RUNNING" });
    const heard: unknown[] = [];
    const named = (async () => {
      for await (const { status, result } of followJobs(
        opened.space,
        jobs.changeSignals,
        "reconciliation",
      )) {
        heard.push([status, result]);
        letGo();
      }
    })();
    await Promise.all([named, run]);
    expect(heard).toEqual([
      ["RUNNING", null],
      ["DONE", 42],
    ]);
    expect((await all.next()).value).toMatchObject({ id: "reconciliation", status: "DONE" });
    const waiting = all.next();
    await all.return?.();
    expect((await waiting).done).toBe(true);
  });
});
