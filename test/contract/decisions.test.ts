import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/memory/decision.ts";
import { at, decision, record } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("decisions on $name", ({ open }) => {
  const opened = openForEach(open);

  it("are read as they were recorded", async () => {
    const { space } = opened;
    const full = decision("full", 1, {
      action: "UPDATE",
      decidedBy: "MODEL",
      reason: "It has one value at a time.",
      candidates: [
        { version: "f.1", similarity: 0.83 },
        { version: "g.2", similarity: 0.5 },
      ],
      factText: "Clara lives in “Porto”",
      fact: "f",
      effects: [
        { kind: "FACT", fact: "f", before: 1, after: null },
        { kind: "MERGED", from: "a", into: "b" },
        { kind: "SPLIT", from: "a", into: "b" },
      ],
      event: "e",
      occurredAt: at(0.25),
      model: "gpt",
      tokens: { input: 10, output: 5, cached: 3 },
    });
    await record(space, 1, { decisions: [full, decision("plain", 1)] });
    expect(await space.decisions(["plain", "x", "full"], at(1))).toEqual([
      decision("plain", 1),
      null,
      full,
    ]);
  });

  it("are read as of each record time: not before they were made, and unreverted before they were reverted", async () => {
    const { space } = opened;
    const taken = decision("d", 1);
    await record(space, 1, { decisions: [taken] });
    await record(space, 3, {
      decisions: [decision("r", 3)],
      reverted: [{ decision: "d", by: "r" }],
    });
    const table: [second: number, expected: Decision | null][] = [
      [0.999, null],
      [1, taken],
      [2.999, taken],
      [3, { ...taken, reverted: { at: at(3), by: "r" } }],
    ];
    for (const [known, expected] of table)
      expect(await space.decisions(["d"], at(known)), `at ${known}`).toEqual([expected]);
    await expect(record(space, 4, { reverted: [{ decision: "d", by: "s" }] })).rejects.toThrow("d");
    await expect(record(space, 4, { reverted: [{ decision: "x", by: "s" }] })).rejects.toThrow("x");
  });

  it("are listed by event in the order of recording, as of a record time", async () => {
    const { space } = opened;
    await record(space, 1, {
      decisions: [
        decision("b", 1, { event: "e" }),
        decision("a", 1, { event: "e" }),
        decision("c", 1, { event: "f" }),
        decision("n", 1),
      ],
    });
    await record(space, 2, {
      decisions: [decision("d", 2, { event: "e" })],
      reverted: [{ decision: "a", by: "d" }],
    });
    const ids = async (second: number): Promise<unknown> =>
      (await space.decisionsOfEvents(["f", "e", "x", "e"], at(second))).map((found) =>
        found.map(({ id, reverted }) => (reverted ? `${id} reverted` : id)),
      );
    expect(await ids(1)).toEqual([["c"], ["b", "a"], [], ["b", "a"]]);
    expect(await ids(2)).toEqual([["c"], ["b", "a reverted", "d"], [], ["b", "a reverted", "d"]]);
    expect(await ids(0.5)).toEqual([[], [], [], []]);
  });

  it("that confirmed a fact are listed oldest first, without those reverted by then", async () => {
    const { space } = opened;
    const noop = (id: string, second: number, fact: string | null = "f"): Decision =>
      decision(id, second, { action: "NOOP", fact });
    await record(space, 1, {
      decisions: [
        noop("one", 1),
        decision("added", 1, { fact: "f" }),
        noop("other", 1, "g"),
        noop("nothing", 1, null),
      ],
    });
    await record(space, 2, { decisions: [noop("two", 2)] });
    await record(space, 3, {
      decisions: [decision("r", 3)],
      reverted: [{ decision: "one", by: "r" }],
    });
    const table: [fact: string, second: number, ids: string[]][] = [
      ["f", 0.5, []],
      ["f", 1, ["one"]],
      ["f", 2.999, ["one", "two"]],
      ["f", 3, ["two"]],
      ["g", 3, ["other"]],
      ["x", 3, []],
    ];
    const found = await space.confirmations(
      table.map(([fact, second]) => ({ fact, knownAt: at(second) })),
    );
    expect(found.map((list) => list.map(({ id }) => id))).toEqual(table.map(([, , ids]) => ids));
    expect(found[2]?.[0]?.reverted).toBeNull();
  });
});
