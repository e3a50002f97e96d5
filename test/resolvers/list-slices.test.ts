import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ListSlices } from "../../resolvers/list-slices.ts";

const items = (count: number) => Array.from({ length: count }, (_, i) => ({ i }));

describe("the slices of a response", () => {
  it("return a short list at once", () => {
    const list = items(16);
    expect(new ListSlices().listOf(list)).toEqual(list);
  });

  it("return a long list in order, with a pause between any two slices, over several lists", async () => {
    const slices = new ListSlices();
    const [first, second] = [items(40), items(20)];
    const lists = [slices.listOf(first), slices.listOf(second)];
    const given: number[] = [];
    lists.forEach((list, n) =>
      list.forEach((item) => {
        if (item instanceof Promise) void item.then(() => given.push(n));
      }),
    );
    const perTurn: number[] = [];
    for (let slice = 0; slice < 6; slice++) {
      const before = given.length;
      await tick();
      perTurn.push(given.length - before);
    }
    expect(perTurn.filter((count) => count > 0)).toEqual([16, 8, 4]);
    expect(await Promise.all(lists.map((list) => Promise.all(list)))).toEqual([first, second]);
    expect(given).toEqual([...Array<number>(24).fill(0), ...Array<number>(4).fill(1)]);
  });
});
