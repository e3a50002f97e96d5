import { setImmediate as tick } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBatchWindow } from "../../resolvers/loaders/batch-window.ts";

/** A call that ends on command. */
const openCall = () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { call: () => ended, end: () => end() };
};

describe("a batch window", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("sends at the end of the turn if no call is running", async () => {
    const sent: string[] = [];
    const window = createBatchWindow();
    window.schedule(() => sent.push("entities"));
    window.schedule(() => sent.push("facts"));
    expect(sent).toEqual([]);
    await tick();
    expect(sent).toEqual(["entities", "facts"]);
  });
  it("waits for a running call, whose result may bring more", async () => {
    const sent: string[] = [];
    const window = createBatchWindow();
    const { call, end } = openCall();
    const done = window.during(call);
    window.schedule(() => sent.push("entities"));
    await tick();
    expect(sent).toEqual([]);
    end();
    await done;
    await tick();
    expect(sent).toEqual(["entities"]);
  });
  it("waits no longer than 2 ms", async () => {
    const sent: string[] = [];
    const window = createBatchWindow();
    const slow = openCall();
    void window.during(slow.call);
    window.schedule(() => sent.push("entities"));
    await tick();
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(["entities"]);
    slow.end();
  });
  it("sends nothing while it is held, however long that takes", async () => {
    const sent: string[] = [];
    const window = createBatchWindow();
    const turns = openCall();
    const held = window.hold(turns.call());
    const slow = openCall();
    void window.during(slow.call);
    window.schedule(() => sent.push("entities"));
    await tick();
    vi.advanceTimersByTime(1000);
    slow.end();
    await tick();
    window.schedule(() => sent.push("facts"));
    await tick();
    expect(sent).toEqual([]);
    turns.end();
    await held;
    await tick();
    expect(sent).toEqual(["entities", "facts"]);
  });
  it("continues after a failed call", async () => {
    const sent: string[] = [];
    const window = createBatchWindow();
    await expect(window.during(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    window.schedule(() => sent.push("entities"));
    await tick();
    expect(sent).toEqual(["entities"]);
  });
});
