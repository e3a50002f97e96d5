import { describe, expect, it } from "vitest";
import { faultsOf, type Append, type Read } from "./history.ts";

const append = (item: string, invoked: number, answered: number | null): Append => ({
  kind: "append",
  item,
  invoked,
  answered,
});
const read = (invoked: number, knownAt: string | null, ...first: string[]): Read => ({
  kind: "read",
  invoked,
  answered: invoked + 1,
  knownAt,
  count: first.length,
  first,
});
const record = (...items: string[]) =>
  items.map((item, i) => ({ item, at: `t${i + 1}`, slot: null }));
const slots = (...items: string[]) => record(...items).map((one) => ({ ...one, slot: "label" }));

describe("the checker of histories", () => {
  it.each([
    [
      "appends and reads in order",
      [append("a", 1, 2), read(3, "t1", "a"), append("b", 5, 6), read(7, "t2", "a", "b")],
      record("a", "b"),
    ],
    [
      "appends at the same time, in any order",
      [append("a", 1, 9), append("b", 1, 9)],
      record("b", "a"),
    ],
    ["an append without an answer that happened", [append("a", 1, null)], record("a")],
    ["and one that did not", [append("a", 1, null)], []],
    [
      "a read of the last value of a slot",
      [append("a", 1, 2), append("b", 3, 4), read(5, "t2", "b")],
      slots("a", "b"),
    ],
    ["a read beside an append, before it", [append("a", 1, 9), read(3, null)], record("a")],
  ])("accepts %s", (_case, history, recorded) => {
    expect(faultsOf(history, recorded)).toEqual([]);
  });
  it.each([
    ["a lost append", [append("a", 1, 2)], [], "lost"],
    ["an append twice", [append("a", 1, 2)], record("a", "a"), "2 times"],
    ["an item of nobody", [], record("a"), "never sent"],
    [
      "appends against real time",
      [append("a", 1, 2), append("b", 3, 4)],
      record("b", "a"),
      "recorded before a",
    ],
    ["a stale read", [append("a", 1, 2), read(3, null)], record("a"), "misses a"],
    ["a read of the future", [read(1, "t1", "a"), append("a", 5, 6)], record("a"), "sent after"],
    [
      "a read with a gap",
      [append("a", 1, 2), append("b", 1, 2), read(3, "t2", "b")],
      record("a", "b"),
      "counts 1, not 2",
    ],
    [
      "a read in another order",
      [append("a", 1, 2), append("b", 1, 2), read(3, "t2", "b", "a")],
      record("a", "b"),
      "another order",
    ],
    [
      "a value that was replaced",
      [append("a", 1, 2), append("b", 3, 4), read(5, "t2", "a")],
      slots("a", "b"),
      "other items",
    ],
    [
      "two values of a slot",
      [append("a", 1, 2), append("b", 3, 4), read(5, "t2", "a", "b")],
      slots("a", "b"),
      "counts 2, not 1",
    ],
  ])("finds %s", (_case, history, recorded, fault) => {
    expect(faultsOf(history, recorded).join("\n")).toContain(fault);
  });
});
