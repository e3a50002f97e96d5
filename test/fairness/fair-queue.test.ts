import { describe, expect, it } from "vitest";
import { FairQueue, TooManyWaiting, type QueueLimits } from "../../src/fairness/fair-queue.ts";

/** Tasks that end on command, and the order in which they started. */
const openTurns = (limits: QueueLimits) => {
  const turns = new FairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const settled = async () => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  return {
    turns,
    begun,
    /** `a1` is a work of the party `a`. */
    ask: (name: string) =>
      turns.run(name.slice(0, 1), () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    end: async (name: string) => {
      await settled();
      ends.get(name)?.();
      await settled();
    },
    settled,
  };
};

describe("turns", () => {
  it("go from party to party, each in its own order", async () => {
    const { ask, begun, end, turns } = openTurns({ running: 1 });
    const all = ["a1", "a2", "a3", "b1", "c1", "b2"].map(ask);
    for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  it("increase while more tasks wait, or when the maximum rises", async () => {
    let spare = 0;
    const { ask, begun, end, settled, turns } = openTurns({
      running: (waiting) => 1 + spare + (waiting > 2 ? 1 : 0),
    });
    const all = ["a1", "a2", "a3", "b1"].map(ask);
    await settled();
    expect(begun).toEqual(["a1", "b1"]);
    spare = 2;
    turns.startWaiting();
    await settled();
    expect(begun).toEqual(["a1", "b1", "a2"]);
    for (const name of ["a1", "a2", "b1", "a3"]) await end(name);
    await Promise.all(all);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  it("leave room for others if one party has used its share", async () => {
    const { ask, begun, end, settled } = openTurns({ running: 3, runningPerParty: 2 });
    const all = ["a1", "a2", "a3", "b1", "b2"].map(ask);
    await settled();
    expect(begun).toEqual(["a1", "a2", "b1"]);
    await end("b1");
    expect(begun).toEqual(["a1", "a2", "b1", "b2"]);
    await end("a1");
    expect(begun.at(-1)).toBe("a3");
    for (const name of ["a2", "a3", "b2"]) await end(name);
    await Promise.all(all);
  });

  it("are refused if too many wait, of one party or of all", async () => {
    const { ask, end, turns } = openTurns({ running: 1, waiting: 2, waitingPerParty: 1 });
    const running = [ask("a1"), ask("a2")];
    await expect(ask("a3")).rejects.toEqual(new TooManyWaiting(true));
    running.push(ask("b1"));
    await expect(ask("c1")).rejects.toMatchObject({ ofOneParty: false });
    expect([turns.running, turns.waiting]).toEqual([1, 2]);
    for (const name of ["a1", "b1", "a2"]) await end(name);
    await Promise.all(running);
    const later = ask("a4");
    await end("a4");
    expect(await later).toBe("a4");
  });

  it("end even if the work fails", async () => {
    const { turns, ask, end } = openTurns({ running: 1 });
    const failing = turns.run("a", () => Promise.reject(new Error("broken")));
    const next = ask("b1");
    await expect(failing).rejects.toThrow("broken");
    await end("b1");
    expect(await next).toBe("b1");
  });
});
