import { describe, expect, it } from "vitest";
import type { ImportanceCategory } from "../../src/memory/importance.ts";
import type { Instant } from "../../src/memory/time.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

/** A day of March 2025. */
const march = (day: number): Instant => new Date(Date.UTC(2025, 2, day)).toISOString() as Instant;

interface Said {
  readonly said: number;
  readonly from?: number;
  readonly to?: number;
  readonly category?: ImportanceCategory;
  readonly slot?: string;
}

describe.each(stores)("a passing state on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const setUp = async () => {
    const { space, services } = await remembering(await freshSpace());
    const say = async ({ said, from, to, category = "CONVERSATIONAL", slot }: Said) => {
      const { addedFacts } = await assertFact(services, space, {
        entity: { name: "Ana", type: "person" },
        text: "Ana is staying in Leeds",
        confidence: 1,
        importanceCategory: category,
        occurredAt: march(said),
        ...(slot !== undefined && { slot, value: "Leeds" }),
        ...(from !== undefined && { validFrom: march(from) }),
        ...(to !== undefined && { validTo: march(to) }),
      });
      return addedFacts[0]?.fact ?? "";
    };
    /** The days on which it shows: the first one, and the first one on which it does not. */
    const shown = async () => {
      const knownAt = (await space.head()).recordedAt!;
      const { items } = await space.factsDuring({ during: {}, knownAt, page: { first: 9 } });
      return items.map(({ item: { validFrom, validTo } }) => [validFrom, validTo]);
    };
    return { space, services, say, shown };
  };

  it("is over a week after it was said", async () => {
    const { say, shown } = await setUp();
    await say({ said: 3 });
    expect(await shown()).toEqual([[march(3), march(10)]]);
  });
  it("is over a week after it begins, if that lies ahead", async () => {
    const { say, shown } = await setUp();
    await say({ said: 3, from: 20 });
    expect(await shown()).toEqual([[march(20), march(27)]]);
  });
  it("is over a week after it was last said", async () => {
    const { say, shown } = await setUp();
    await say({ said: 3 });
    await say({ said: 8 });
    expect(await shown()).toEqual([[march(3), march(15)]]);
  });
  it("keeps the end that is stated, sooner or later", async () => {
    for (const to of [5, 30]) {
      const { say, shown } = await setUp();
      await say({ said: 3, to });
      expect(await shown()).toEqual([[march(3), march(to)]]);
    }
  });
  it("ends before if it is retracted, and not later", async () => {
    for (const [to, end] of [
      [5, 5],
      [30, 10],
    ] as const) {
      const { say, shown, services, space } = await setUp();
      const fact = await say({ said: 3 });
      await retractFact(services, space, { fact, validTo: march(to) });
      expect(await shown()).toEqual([[march(3), march(end)]]);
    }
  });
  it.each([
    "SPECIFIC_EVENT",
    "STABLE_PREFERENCE",
    "ROUTINE_ACTIVITY",
    "RELATIONSHIP_CHANGE",
    "BIOGRAPHICAL_MILESTONE",
  ] as const)("is none with the category %s", async (category) => {
    const { say, shown } = await setUp();
    await say({ said: 3, category });
    expect((await shown()).map(([, to]) => to)).not.toContain(march(10));
  });
  it("is no value of a slot", async () => {
    const { say, shown } = await setUp();
    await say({ said: 3, slot: "mood" });
    expect((await shown()).map(([, to]) => to)).not.toContain(march(10));
  });
});
