import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { ScopedValue } from "../../src/async/scoped-value.ts";

const colour = new ScopedValue<string>();
const size = new ScopedValue<number>();
const both = () => [colour.current, size.current];

it("a scoped value exists only within its run", async () => {
  expect(both()).toEqual([undefined, undefined]);
  const late = colour.run("red", async () => {
    await setImmediate();
    return both();
  });
  expect(both()).toEqual([undefined, undefined]);
  expect(await late).toEqual(["red", undefined]);
});

it("an inner run hides the value of the outer one until it ends, and no other value", () => {
  const seen: unknown[] = [];
  colour.run("red", () =>
    size.run(1, () => {
      colour.run("blue", () => seen.push(both()));
      colour.run(undefined, () => seen.push(both()));
      seen.push(both());
    }),
  );
  expect(seen).toEqual([
    ["blue", 1],
    [undefined, 1],
    ["red", 1],
  ]);
});

it("runs at the same time have values of their own", async () => {
  const run = (name: string, turns: number) =>
    colour.run(name, async () => {
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      return colour.current;
    });
  expect(await Promise.all([run("red", 3), run("blue", 1), run("green", 2)])).toEqual([
    "red",
    "blue",
    "green",
  ]);
});

it("a failing run leaves no value behind", () => {
  const failing = () =>
    colour.run("red", () => {
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect(colour.current).toBeUndefined();
});
