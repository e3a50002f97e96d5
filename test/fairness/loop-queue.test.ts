import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { onBehalfOf } from "../../src/fairness/acting-space.ts";
import { LoopQueue } from "../../src/fairness/loop-queue.ts";
import type { SpaceId } from "../../src/store/port.ts";

const STEP_MS = 5;
const ann: SpaceId = { tenant: "acme", user: "ann" };
const bo: SpaceId = { tenant: "acme", user: "bo" };

/** Work in steps of 5 ms, which never waits for anything but its turns. */
const working = () => {
  let now = 0;
  const turns = new LoopQueue(() => now);
  const steps: string[] = [];
  const work = (space: SpaceId, count: number): Promise<void> =>
    onBehalfOf(space, async () => {
      for (let step = 0; step < count; step++) {
        now += STEP_MS;
        steps.push(space.user);
        await turns.pause();
      }
    });
  return { turns, steps, work, pass: (millis: number) => void (now += millis) };
};

describe("turns at the event loop", () => {
  it("are taken by spaces, however many tasks each of them has", async () => {
    const { steps, work } = working();
    const many = Array.from({ length: 20 }, () => work(ann, 10));
    await work(bo, 10);
    const stepsOfAnn = steps.filter((user) => user === "ann").length;
    expect(stepsOfAnn).toBeLessThan(20 + 2 * 10);
    await Promise.all(many);
    expect(steps).toHaveLength(21 * 10);
  });

  it("let the event loop serve others between two stretches of work", async () => {
    const { steps, work } = working();
    const stepsAtIteration: number[] = [];
    const all = Promise.all([work(ann, 20), work(bo, 20)]);
    while (steps.length < 40) {
      stepsAtIteration.push(steps.length);
      await setImmediate();
    }
    await all;
    expect(stepsAtIteration.length).toBeGreaterThan(10);
  });

  it("cost short work nothing", async () => {
    const { turns } = working();
    let isIterationOver = false;
    const iteration = setImmediate().then(() => (isIterationOver = true));
    for (let step = 0; step < 100; step++) await turns.pause();
    expect(isIterationOver).toBe(false);
    await iteration;
  });

  it("are taken before work that many callers begin together", async () => {
    const { turns, steps, pass } = working();
    const shared = Promise.resolve();
    const callers = Array.from({ length: 20 }, () =>
      onBehalfOf(ann, async () => {
        await shared;
        await turns.run(() => {
          pass(STEP_MS);
          steps.push(ann.user);
        });
      }),
    );
    let most = 0;
    for (let before = 0; steps.length < 20; before = steps.length) {
      await setImmediate();
      most = Math.max(most, steps.length - before);
    }
    await Promise.all(callers);
    expect(most).toBeLessThanOrEqual(2);
  });

  it("count the work of each iteration anew", async () => {
    const { turns, pass } = working();
    expect(turns.isStretchOver()).toBe(false);
    pass(100);
    expect(turns.isStretchOver()).toBe(true);
    await setImmediate();
    await setImmediate();
    expect(turns.isStretchOver()).toBe(false);
  });

  it("are not lost to a task that fails", async () => {
    const { turns, pass } = working();
    turns.isStretchOver();
    pass(100);
    const failing = onBehalfOf(ann, async () => {
      await turns.next();
      throw new Error("A failure.");
    });
    await expect(failing).rejects.toThrow("A failure.");
    await expect(onBehalfOf(bo, () => turns.next())).resolves.toBeUndefined();
  });
});
