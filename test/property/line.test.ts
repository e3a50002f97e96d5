import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineClaim } from "../../src/memory/line/claim.ts";
import { settle } from "../../src/memory/line/line.ts";
import { BEGINNING, instantOf, OPEN, type Instant } from "../../src/memory/time.ts";
import { NaiveLine, type NaiveClaim } from "./naive-line.ts";

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const LAST = 20;
const RUNS = Number(process.env["LINE_RUNS"] ?? 2_000);
const HOW_OFTEN = { numRuns: RUNS };

const instant = (day: number): Instant =>
  day === Infinity ? OPEN : instantOf(FIRST_DAY + day * DAY);
const dayOf = (at: Instant): number =>
  at === OPEN ? LAST + 1 : at === BEGINNING ? -1 : (Date.parse(at) - FIRST_DAY) / DAY;

const anyDay = fc.integer({ min: 0, max: 12 });
const anyStage = fc.option(fc.integer({ min: 0, max: 2 }), { freq: 2 });
const holds = fc.record({
  polarity: fc.constant("HOLDS" as const),
  value: fc.constantFrom("a", "b", "c"),
  stage: anyStage,
  amount: fc.option(fc.constantFrom("mg 50", "mg 100"), { freq: 2 }),
  said: anyDay,
  from: fc.option(anyDay, { freq: 3 }),
  length: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2 }),
  startIsUnknown: fc.boolean(),
  retracted: fc.boolean(),
  still: fc.boolean(),
  coarseFrom: fc.boolean(),
  coarseTo: fc.boolean(),
});
const denies = fc.record({
  polarity: fc.constantFrom("ENDED" as const, "NEVER" as const),
  value: fc.option(fc.constantFrom("a", "b", "c"), { freq: 3 }),
  stage: anyStage,
  amount: fc.constant(null),
  said: anyDay,
  from: fc.option(anyDay),
  length: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2 }),
  startIsUnknown: fc.constant(false),
  retracted: fc.constant(false),
  still: fc.boolean(),
  coarseFrom: fc.boolean(),
  coarseTo: fc.constant(false),
});

type Said =
  typeof holds extends fc.Arbitrary<infer H>
    ? H | (typeof denies extends fc.Arbitrary<infer D> ? D : never)
    : never;

/** A claim of one history, as the naive line takes it. */
const naive = (
  {
    polarity,
    value,
    stage,
    amount,
    said,
    from,
    length,
    startIsUnknown,
    retracted,
    still,
    coarseFrom,
    coarseTo,
  }: Said,
  id: number,
  recorded: number,
): NaiveClaim => {
  const isUnknown = polarity === "HOLDS" && startIsUnknown && from === null && length !== null;
  const start = from ?? (isUnknown || polarity === "NEVER" ? null : said);
  const to =
    length === null || polarity === "ENDED"
      ? Infinity
      : isUnknown
        ? said + length
        : (start ?? 0) + length;
  return {
    id: `c${id}`,
    polarity,
    value,
    stage,
    amount,
    said,
    recorded,
    from: start,
    stated: from !== null,
    to,
    retracted: retracted && to !== Infinity,
    still,
    coarseFrom: coarseFrom && from !== null,
    coarseTo: coarseTo && to !== Infinity,
    restsUntil: Infinity,
  };
};

const claimOf = (claim: NaiveClaim): LineClaim => ({
  id: claim.id,
  polarity: claim.polarity,
  value: claim.value,
  label: null,
  stage: claim.stage,
  amount: claim.amount,
  takesOver: false,
  from: claim.from === null ? null : instant(claim.from),
  to: instant(claim.to),
  isRetracted: claim.retracted,
  fromStated: claim.stated,
  still: claim.still,
  occurredAt: instant(claim.said),
  recordedAt: instantOf(Date.UTC(2030, 0, 1) + claim.recorded * 1000),
  position: 0,
  restsUntil: OPEN,
  fromPrecision: claim.coarseFrom ? "MONTH" : "INSTANT",
  toPrecision: claim.coarseTo ? "MONTH" : "INSTANT",
});

const shown = (claims: readonly NaiveClaim[]) =>
  settle(claims.map(claimOf)).map(({ value, from, to, claims: own }) => ({
    value,
    from: dayOf(from),
    to: dayOf(to),
    claims: own.map(({ id }) => id),
  }));

const histories = fc.array(
  fc.oneof({ weight: 3, arbitrary: holds }, { weight: 1, arbitrary: denies }),
  {
    minLength: 1,
    maxLength: 7,
  },
);

describe("the visible part of random claims", () => {
  it("is the same as in a day-by-day replay", { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(histories, (said) => {
        const claims = said.map((one, i) => naive(one, i, i));
        expect(shown(claims)).toEqual(new NaiveLine(claims, -1, LAST).pieces());
      }),
      HOW_OFTEN,
    );
  });

  it(
    "is the same in every order of arrival, if all were said at different times",
    { timeout: 600_000 },
    () => {
      const orders = histories.chain((said) =>
        fc.tuple(
          fc.constant(
            said.filter((one, i) => said.findIndex(({ said: on }) => on === one.said) === i),
          ),
          fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
        ),
      );
      const visible = (claims: readonly NaiveClaim[]) =>
        shown(claims).map(({ value, from, to }) => ({ value, from, to }));
      fc.assert(
        fc.property(orders, ([said, keys]) => {
          const inOrder = said.map((one, i) => naive(one, i, i));
          const shuffled = said.map((one, i) => naive(one, i, keys[i]! * 10 + i));
          expect(visible(shuffled)).toEqual(visible(inOrder));
        }),
        HOW_OFTEN,
      );
    },
  );
});
