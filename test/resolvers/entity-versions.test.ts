import { describe, expect, it } from "vitest";
import { everAbsorbed, versionsOf } from "../../src/read/history/entity-versions.ts";
import { anEntity, day } from "./graph-space.ts";

/** a is merged into b, b into c, and b is split from c again. */
const a = [
  anEntity("a", { n: 1, recordedAt: day(1) }),
  anEntity("a", { n: 2, recordedAt: day(4), mergedInto: "b" }),
  anEntity("a", { n: 3, recordedAt: day(6), mergedInto: "c" }),
];
const b = [
  anEntity("b", { n: 1, recordedAt: day(2) }),
  anEntity("b", { n: 2, recordedAt: day(4), absorbed: ["a"] }),
  anEntity("b", { n: 3, recordedAt: day(6), mergedInto: "c" }),
  anEntity("b", { n: 4, recordedAt: day(8) }),
];
const c = [
  anEntity("c", { n: 1, recordedAt: day(3) }),
  anEntity("c", { n: 2, recordedAt: day(6), absorbed: ["b", "a"] }),
  anEntity("c", { n: 3, recordedAt: day(8), absorbed: ["a"] }),
];

const told = (versions: ReturnType<typeof versionsOf>): string[] =>
  versions.map(({ entity, n }) => `${entity}${n}`);

describe("the versions of an entity", () => {
  it("are its own if it absorbed none", () => {
    expect(told(versionsOf(a, []))).toEqual(["a1", "a2", "a3"]);
  });
  it("include those of the entities that it absorbed, up to the merge, even if they were split since", () => {
    expect(everAbsorbed(c)).toEqual(["b", "a"]);
    expect(told(versionsOf(c, [b, a]))).toEqual([
      "a1",
      "b1",
      "c1",
      "b2",
      "a2",
      "c2",
      "b3",
      "a3",
      "c3",
    ]);
    expect(told(versionsOf(b, [a]))).toEqual(["a1", "b1", "b2", "a2", "b3", "b4"]);
  });
  it("are empty before it was known", () => {
    expect(versionsOf([], [])).toEqual([]);
  });
});
