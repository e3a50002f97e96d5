import { describe, expect, it } from "vitest";
import { fuse } from "../../src/read/search/fuse-ranks.ts";

const order = (scores: Map<string, number>): string[] =>
  [...scores].sort((a, b) => b[1] - a[1]).map(([key]) => key);

describe("fuse", () => {
  it("scores by reciprocal rank", () =>
    expect(fuse([{ keys: ["a", "b"], weight: 1 }])).toEqual(
      new Map([
        ["a", 1 / 61],
        ["b", 1 / 62],
      ]),
    ));
  it("prefers what two lists agree on", () =>
    expect(
      order(
        fuse([
          { keys: ["a", "both"], weight: 1 },
          { keys: ["b", "both"], weight: 1 },
        ]),
      )[0],
    ).toBe("both"));
  it("weighs the lists", () => {
    expect(
      order(
        fuse([
          { keys: ["a", "b"], weight: 1 },
          { keys: ["c"], weight: 0.25 },
        ]),
      ),
    ).toEqual(["a", "b", "c"]);
    expect(
      fuse([
        { keys: ["a"], weight: 1 },
        { keys: ["a"], weight: 0.25 },
      ]).get("a"),
    ).toBeCloseTo(1.25 / 61);
  });
  it("leaves out a list of weight zero", () =>
    expect([...fuse([{ keys: ["a"], weight: 0 }])]).toEqual([]));
});
