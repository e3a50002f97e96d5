import { afterEach, describe, expect, it } from "vitest";
import { onBehalfOf } from "../../../src/fairness/acting-space.ts";
import {
  DEFAULT_THREAD_SETTINGS,
  threadedModels,
  type ThreadSettings,
} from "../../../src/models/offline/threaded-models.ts";
import { ModelUnavailable } from "../../../src/models/port.ts";
import { hasPrlimit, withoutDescriptors } from "../../fakes/descriptors.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";

const file = new URL("runaway-thread.mjs", import.meta.url);
let stop = async (): Promise<void> => undefined;
afterEach(() => stop());

const open = (settings: Partial<ThreadSettings>) => {
  const threads = threadedModels(shippedVocabulary(), undefined, {
    ...DEFAULT_THREAD_SETTINGS,
    threads: 1,
    file,
    ...settings,
  });
  ({ stop } = threads);
  const { models } = threads;
  return {
    /** Gives the number of the thread that ran it; `message` tells what it does. */
    run: async (message: string, signal?: AbortSignal, more = ""): Promise<number> =>
      (await models.extract({ message, more } as never, { signal })) as never,
  };
};

const faultOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

describe("a task in a thread", () => {
  it("is ended with its thread if it runs away, and another thread replaces it", async () => {
    const { run } = open({ cpuSeconds: 0.5 });
    const first = await run("tell");
    const fault = await faultOf(run("loop"));
    expect(fault).toBeInstanceOf(ModelUnavailable);
    expect(fault).toMatchObject({ kind: "CUT_OFF" });
    const second = await run("tell");
    expect(second).not.toBe(first);
    expect(await run("tell")).toBe(second);
  });

  it.runIf(process.platform === "linux")(
    "is not ended while it uses little CPU time, however long it takes",
    async () => {
      const { run } = open({ cpuSeconds: 0.4, wallSeconds: 30 });
      expect(await run("sleep")).toBeGreaterThan(0);
    },
  );

  it("is ended at its wall-clock limit, even without CPU time", async () => {
    const { run } = open({ cpuSeconds: 0.1, wallSeconds: 0.2 });
    expect(await faultOf(run("block"))).toMatchObject({ kind: "CUT_OFF" });
  });

  it.runIf(process.platform === "linux")("gives the limit that it exceeded", async () => {
    const { run } = open({ cpuSeconds: 0.4, wallSeconds: 30 });
    expect(await faultOf(run("loop"))).toMatchObject({
      message: "The offline model was stopped: extract took more than 0.4 s of CPU time.",
    });
    const waiting = open({ cpuSeconds: 0.1, wallSeconds: 0.2 });
    expect(await faultOf(waiting.run("block"))).toMatchObject({
      message: "The offline model was stopped: extract took more than 0.2 s.",
    });
  });

  it.skipIf(!hasPrlimit)("fails at once if no thread can start, and later ones run", async () => {
    const { run } = open({});
    const faults = await withoutDescriptors(() =>
      Promise.all([faultOf(run("tell")), faultOf(run("tell"))]),
    );
    expect(faults).toMatchObject([
      { code: "ERR_WORKER_INIT_FAILED" },
      { code: "ERR_WORKER_INIT_FAILED" },
    ]);
    expect(await run("tell")).toBeGreaterThan(0);
  });

  it("ends when the caller gives up", async () => {
    const { run } = open({});
    const fault = await faultOf(run("block", AbortSignal.timeout(50)));
    expect(fault).toMatchObject({ kind: "DEADLINE", message: "The time for extract was up." });
    expect(await run("tell")).toBeGreaterThan(0);
    expect(await faultOf(run("block", AbortSignal.abort()))).toMatchObject({
      kind: "CANCELLED",
      message: "The caller cancelled extract.",
    });
  });
});

describe("another thread", () => {
  const many = (count: number, run: (message: string) => Promise<number>, message = "tell") =>
    Promise.all(Array.from({ length: count }, () => run(message)));

  it("is not started for a few tasks that wait", async () => {
    const { run } = open({ threads: 2 });
    expect(new Set(await many(10, run)).size).toBe(1);
  });

  it("is started where many wait", async () => {
    const { run } = open({ threads: 2 });
    // So short that one thread would be through with them before another has started.
    expect(new Set(await many(40, run, "pause")).size).toBe(2);
  });

  it("is started beside a long text, for which no short one waits", async () => {
    const { run } = open({ threads: 2 });
    const blocked = new AbortController();
    const long = faultOf(run("block", blocked.signal, "x".repeat(4000)));
    expect(await run("tell")).toBeGreaterThan(0);
    blocked.abort();
    expect(await long).toMatchObject({ kind: "CANCELLED" });
  });

  it("is started beside a short text that takes long", async () => {
    const { run } = open({ threads: 2 });
    const blocked = new AbortController();
    const long = faultOf(run("block", blocked.signal));
    expect(await run("tell")).toBeGreaterThan(0);
    blocked.abort();
    expect(await long).toMatchObject({ kind: "CANCELLED" });
  });
});

describe("spaces", () => {
  it("take turns, however many tasks one of them has waiting", async () => {
    const { run } = open({});
    const order: string[] = [];
    const tell = (user: string) =>
      onBehalfOf({ tenant: "t", user }, async () => {
        await run("tell");
        order.push(user);
      });
    await Promise.all([...["a", "a", "a", "a"].map(tell), tell("b")]);
    expect(order.indexOf("b")).toBeLessThanOrEqual(2);
  });
});
