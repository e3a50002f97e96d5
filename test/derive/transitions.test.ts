import { describe, expect, it } from "vitest";
import {
  afterClaim,
  dueAt,
  afterFailure,
  afterRelease,
  isDue,
  afterRequest,
  afterSuccess,
} from "../../src/derive/jobs/transitions.ts";
import { expiryOf, MOST_ATTEMPTS, waitAfter } from "../../src/derive/jobs/schedule.ts";
import type { JobState } from "../../src/derive/jobs/job.ts";
import { instantOf, plusMillis } from "../../src/memory/time.ts";

const NOW = instantOf(Date.UTC(2026, 0, 1));
const LATER = plusMillis(NOW, 60_000);
const LEASE = 30_000;
const reconciliation = { kind: "RECONCILIATION", session: null } as const;
const queued = afterRequest(null, { ...reconciliation, by: "TRIGGER" }, NOW);
const running = afterClaim(queued, "me", NOW, LEASE);
const fault = { code: "MODEL_UNAVAILABLE", message: "No.", final: false } as const;
const failing = (attempts: number): JobState => {
  let state = queued;
  for (let n = 0; n < attempts; n++)
    state = afterFailure(afterClaim(state, "me", NOW, LEASE), fault, NOW, 0);
  return state;
};

describe("a job", () => {
  it("is due until a worker holds it, and again when its lease expires", () => {
    expect([
      isDue(queued, NOW),
      isDue(running, NOW),
      isDue(running, plusMillis(NOW, LEASE)),
    ]).toEqual([true, false, true]);
    expect(dueAt(running)).toBe(plusMillis(NOW, LEASE));
  });
  it("runs once more if requested while it runs", () => {
    const asked = afterRequest(
      running,
      { ...reconciliation, by: "CALLER", options: { limit: 7 } },
      LATER,
    );
    expect(asked).toMatchObject({ status: "RUNNING", holder: "me" });
    const again = afterSuccess(asked, { kept: 1 }, LATER);
    expect(again).toMatchObject({
      status: "QUEUED",
      runs: [{ options: { limit: 7 }, upTo: 2 }],
      result: { kept: 1 },
      settled: 1,
      requested: 2,
    });
    expect(afterSuccess(afterClaim(again, "me", LATER, LEASE), null, LATER)).toMatchObject({
      status: "DONE",
      settled: 2,
    });
  });
  it("runs each request with its options, and equal requests once", () => {
    const ask = (before: JobState | null, by: "CALLER" | "TRIGGER", options = {}) =>
      afterRequest(before, { ...reconciliation, by, options }, NOW);
    const runsOf = ({ runs }: JobState) => runs.map(({ options, upTo }) => [options, upTo]);
    const byCaller = ask(null, "CALLER", { limit: 7 });
    const withTrigger = ask(byCaller, "TRIGGER");
    expect(runsOf(withTrigger)).toEqual([
      [{ limit: 7 }, 1],
      [{}, 2],
    ]);
    expect(runsOf(ask(ask(withTrigger, "CALLER", { n: 9 }), "TRIGGER"))).toEqual([
      [{ limit: 7 }, 1],
      [{}, 2],
      [{ n: 9 }, 3],
    ]);
    expect(runsOf(ask(ask(withTrigger, "CALLER", { limit: 7 }), "CALLER", { limit: 7 }))).toEqual([
      [{ limit: 7 }, 1],
      [{}, 2],
      [{ limit: 7 }, 4],
    ]);
    expect(runsOf(ask(afterClaim(queued, "me", NOW, LEASE), "TRIGGER"))).toEqual([
      [{}, 1],
      [{}, 2],
    ]);
    expect(
      runsOf(ask(afterSuccess(afterClaim(byCaller, "me", NOW, LEASE), null, NOW), "TRIGGER")),
    ).toEqual([[{}, 2]]);
  });
  it("keeps the result of the run of each request, and continues with the next", () => {
    const both = afterRequest(
      afterClaim(queued, "me", NOW, LEASE),
      { ...reconciliation, by: "CALLER", options: { limit: 7 } },
      NOW,
    );
    const first = afterFailure(both, { ...fault, final: true }, NOW, 0);
    expect(first).toMatchObject({
      status: "QUEUED",
      settled: 1,
      ends: [{ upTo: 1, error: { code: "MODEL_UNAVAILABLE" } }],
      runs: [{ options: { limit: 7 } }],
    });
    expect(afterSuccess(afterClaim(first, "me", NOW, LEASE), "well", NOW)).toMatchObject({
      status: "DONE",
      error: null,
      ends: [{ upTo: 1 }, { upTo: 2, result: "well", error: null }],
    });
  });
  it("waits longer after each failure, and is DEAD in the end", () => {
    const waits = Array.from({ length: MOST_ATTEMPTS - 1 }, (_, n) => failing(n + 1)).map(
      ({ status, nextAttemptAt }) => [status, Date.parse(nextAttemptAt!) - Date.parse(NOW)],
    );
    expect(waits).toEqual([
      ["FAILED", 5_000],
      ["FAILED", 20_000],
      ["FAILED", 80_000],
      ["FAILED", 320_000],
      ["FAILED", 1_280_000],
    ]);
    expect(failing(MOST_ATTEMPTS)).toMatchObject({
      status: "DEAD",
      nextAttemptAt: null,
      error: { code: "MODEL_UNAVAILABLE" },
    });
  });
  it("waits a random time between half and all of its delay, at most an hour", () => {
    expect([waitAfter(1, 0), waitAfter(1, 1), waitAfter(50, 1)]).toEqual([
      5_000, 10_000, 3_600_000,
    ]);
  });
  it("is DEAD at once if no retry can help", () => {
    expect(afterFailure(running, { ...fault, final: true }, NOW, 0).status).toBe("DEAD");
  });
  it("keeps waiting after a trigger, and starts at once for a caller", () => {
    const waiting = failing(2);
    expect(afterRequest(waiting, { ...reconciliation, by: "TRIGGER" }, NOW)).toMatchObject({
      status: "FAILED",
      attempts: 2,
      nextAttemptAt: waiting.nextAttemptAt,
    });
    expect(afterRequest(waiting, { ...reconciliation, by: "CALLER" }, NOW)).toMatchObject({
      status: "QUEUED",
      attempts: 0,
      nextAttemptAt: null,
    });
    expect(
      afterRequest(failing(MOST_ATTEMPTS), { ...reconciliation, by: "TRIGGER" }, NOW),
    ).toMatchObject({
      status: "QUEUED",
      attempts: 0,
    });
  });
  it("is DEAD if it crashes its workers", () => {
    let state = queued;
    for (let n = 0; n < MOST_ATTEMPTS; n++) state = afterClaim(state, `holder ${n}`, NOW, LEASE);
    expect(state.status).toBe("RUNNING");
    expect(afterClaim(state, "another", NOW, LEASE)).toMatchObject({
      status: "DEAD",
      error: { code: "INTERNAL_SERVER_ERROR" },
    });
  });
  it("counts no attempt if it is released", () => {
    expect(afterRelease(running)).toMatchObject({
      status: "QUEUED",
      attempts: 0,
      holder: null,
      leaseUntil: null,
    });
  });
  it("is forgotten some time after it ends, and never before", () => {
    expect([queued, running, failing(1)].map((state) => expiryOf(state, 0))).toEqual([
      null,
      null,
      null,
    ]);
    expect(expiryOf(afterSuccess(running, null, NOW), Date.parse(NOW))).toBe(
      plusMillis(NOW, 7 * 86_400_000),
    );
  });
});
