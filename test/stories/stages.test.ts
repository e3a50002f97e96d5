import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService, writeDated } from "./user-memory.ts";

interface History {
  readonly told: readonly string[];
  /** Default: `spouse`. */
  readonly slot?: string;
  /** The texts of the facts in the slot of the user, at noon of a day. */
  readonly shows: Readonly<Record<string, readonly string[]>>;
}

const ENGAGED = "2026-01-05 I'm engaged to Felix.";
const [BEFORE, AFTER] = ["2026-02-15", "2026-12-01"];

const HISTORIES: readonly History[] = [
  {
    told: [ENGAGED, "2026-09-01 Felix and I got married on Saturday!"],
    shows: {
      [BEFORE]: ["user is engaged to Felix"],
      [AFTER]: ["user is married to Felix"],
    },
  },
  {
    told: [ENGAGED, "2026-09-01 We got married on Saturday!"],
    shows: {
      [BEFORE]: ["user is engaged to Felix"],
      [AFTER]: ["user got married to Felix on 29 August 2026"],
    },
  },
  {
    told: [ENGAGED, "2026-09-01 We finally tied the knot!"],
    shows: {
      [BEFORE]: ["user is engaged to Felix"],
      [AFTER]: ["user finally got married to Felix"],
    },
  },
  {
    told: ["2026-01-05 I'm married to Felix.", "2026-09-01 Felix and I got engaged in 2019."],
    shows: {
      "2020-06-01": ["user is engaged to Felix"],
      [AFTER]: ["user is married to Felix"],
    },
  },
  {
    told: [
      "2026-01-05 My girlfriend is Anna.",
      "2026-05-01 We got engaged in Rome!",
      "2026-09-01 My wife Anna is a nurse.",
    ],
    shows: {
      [BEFORE]: ["user's girlfriend is Anna"],
      "2026-06-01": ["user got engaged to Anna in Rome"],
      [AFTER]: ["user's wife is Anna"],
    },
  },
  {
    told: ["2026-01-05 My partner Sam is a nurse.", "2026-05-01 Sam and I got married in April."],
    shows: {
      [BEFORE]: ["user's partner is Sam"],
      [AFTER]: ["user is married to Sam"],
    },
  },
  {
    told: ["2026-01-05 I'm married to Sam.", "2026-05-01 My partner Sam is a nurse."],
    shows: {
      [BEFORE]: ["user is married to Sam"],
      [AFTER]: ["user is married to Sam"],
    },
  },
  {
    told: ["2026-01-05 I'm dating Anna.", "2026-05-01 I got married to Ines."],
    shows: {
      [BEFORE]: ["user is dating Anna"],
      [AFTER]: ["user got married to Ines"],
    },
  },
  {
    told: [
      "2026-01-05 My husband Leo is a chef.",
      "2026-05-01 Leo and I divorced.",
      "2026-09-01 Leo and I are dating again!",
    ],
    shows: {
      [BEFORE]: ["user's husband is Leo"],
      "2026-06-01": [],
      [AFTER]: ["user is dating Leo"],
    },
  },
  {
    told: [
      "2026-01-05 I take 50 mg of sertraline.",
      "2026-05-01 My doctor raised my sertraline to 100 mg.",
    ],
    slot: "medication",
    shows: {
      [BEFORE]: ["user takes 50 mg of sertraline"],
      [AFTER]: ["user takes 100 mg of sertraline"],
    },
  },
  {
    told: ["2026-01-05 I take 50 mg of sertraline.", "2026-05-01 My morning dose is 20 mg."],
    slot: "medication",
    shows: { [AFTER]: ["user takes 50 mg of sertraline"] },
  },
  {
    told: [
      "2026-01-05 I take 50 mg of sertraline.",
      "2026-05-01 My dose of sertraline went up to 100 mg.",
    ],
    slot: "medication",
    shows: {
      [BEFORE]: ["user takes 50 mg of sertraline"],
      [AFTER]: ["user takes 100 mg of sertraline"],
    },
  },
  {
    told: [
      "2026-01-05 I pay 12 dollars for Netflix.",
      "2026-05-01 I pay 15 dollars for Netflix now.",
    ],
    slot: "subscription",
    shows: {
      [BEFORE]: ["user pays 12 dollars for Netflix"],
      [AFTER]: ["user pays 15 dollars for Netflix"],
    },
  },
  {
    told: ["2026-01-05 I pay $12 for Netflix.", "2026-05-01 I pay 12 dollars for Netflix."],
    slot: "subscription",
    shows: {
      [BEFORE]: ["user pays 12 dollars for Netflix"],
      [AFTER]: ["user pays 12 dollars for Netflix"],
    },
  },
];

/** Statements that say nothing of the bond between the user and Felix. */
const UNRELATED = [
  "My sister got married on Saturday.",
  "My neighbours got married.",
  "Felix's brother got engaged.",
  "If we got married, we'd move.",
  "My boss is married.",
  "I went to a wedding on Saturday.",
  "I'm planning the wedding.",
  "My mum and dad got married in 1980.",
  "Anna and Tom tied the knot.",
];

describe("the stages and the amounts of a value", () => {
  let service: Awaited<ReturnType<typeof openService>>;
  beforeAll(async () => void (service = await openService()));
  afterAll(() => service.close());

  const textsOf = async (slot: string, told: readonly string[], days: readonly string[]) => {
    const memory = await service.memory();
    for (const message of told) await writeDated(memory, message);
    memory.waitUntil("2026-12-31T00:00:00Z");
    const shown: Record<string, readonly string[]> = {};
    for (const day of days) {
      const facts = await memory.facts("user", { validAt: `${day}T12:00:00Z` });
      shown[day] = (facts ?? []).flatMap((fact) => (fact.slot === slot ? [fact.text] : []));
    }
    return shown;
  };

  it.each(HISTORIES)("are facts of their own: $told", async ({ told, slot = "spouse", shows }) => {
    expect(await textsOf(slot, told, Object.keys(shows))).toEqual(shows);
  });

  it.each(UNRELATED)("do not change with: %s", async (message) => {
    expect(await textsOf("spouse", [ENGAGED, `2026-09-01 ${message}`], [AFTER])).toEqual({
      [AFTER]: ["user is engaged to Felix"],
    });
  });
});
