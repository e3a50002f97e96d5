import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  byAuthority,
  overlay,
  settle,
  type LineClaim,
  type Settled,
} from "../../src/memory/timeline.ts";
import { instantOf, OPEN, type Instant } from "../../src/memory/time.ts";

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);
const day = (n: number): Instant => (n === Infinity ? OPEN : instantOf(START + n * DAY));

interface Said {
  readonly fact: string;
  /** Days: said, true from, true until, recorded. */
  readonly said: number;
  readonly from?: number;
  readonly to?: number;
  readonly recorded?: number;
}

const claim = ({ fact, said, from, to = Infinity, recorded = said }: Said): LineClaim => ({
  fact,
  occurredAt: day(said),
  firstRecordedAt: day(recorded),
  validFrom: day(from ?? said),
  validFromKnown: from !== undefined,
  claimedTo: day(to),
  claimedEnd: null,
});

const dayOf = (at: Instant): number => (at === OPEN ? Infinity : (Date.parse(at) - START) / DAY);
const visible = (settled: readonly Settled[]) =>
  Object.fromEntries(
    settled
      .filter(({ claim: { validFrom }, validTo }) => validFrom < validTo)
      .map(({ claim: { fact, validFrom }, validTo }) => [fact, [dayOf(validFrom), dayOf(validTo)]]),
  );

const line = (...said: Said[]) => visible(settle(said.map(claim)));

describe("a line of claims", () => {
  it("ends what was said before where the next one begins", () =>
    expect(line({ fact: "a", said: 1 }, { fact: "b", said: 5 })).toEqual({
      a: [1, 5],
      b: [5, Infinity],
    }));
  it("does not let a late message overrule", () =>
    expect(line({ fact: "b", said: 5 }, { fact: "late", said: 2, recorded: 9 })).toEqual({
      late: [2, 5],
      b: [5, Infinity],
    }));
  it("fits a late message between its neighbours", () =>
    expect(
      line({ fact: "a", said: 1 }, { fact: "c", said: 9 }, { fact: "b", said: 5, recorded: 20 }),
    ).toEqual({ a: [1, 5], b: [5, 9], c: [9, Infinity] }));
  it("leaves nothing of what was said at the same time before", () =>
    expect(line({ fact: "a", said: 1 }, { fact: "b", said: 1, recorded: 2 })).toEqual({
      b: [1, Infinity],
    }));
  it("leaves nothing of a claim of unknown start that a later one reaches behind", () =>
    expect(line({ fact: "a", said: 5 }, { fact: "b", said: 9, from: 2 })).toEqual({
      b: [2, Infinity],
    }));
  it("lets two stated starts follow one another, whichever was told first", () =>
    expect(line({ fact: "b", said: 10, from: 5 }, { fact: "a", said: 11, from: 1 })).toEqual({
      a: [1, 5],
      b: [5, Infinity],
    }));
  it("cuts an open claim for good where a bounded one begins", () =>
    expect(line({ fact: "a", said: 1 }, { fact: "b", said: 9, from: 3, to: 4 })).toEqual({
      a: [1, 3],
      b: [3, 4],
    }));
  it("leaves alone what a bounded claim does not meet", () =>
    expect(line({ fact: "a", said: 8, from: 5 }, { fact: "b", said: 9, from: 2, to: 4 })).toEqual({
      a: [5, Infinity],
      b: [2, 4],
    }));
  it("tells why each one ended, and by what", () => {
    const [late, a, b] = settle([
      claim({ fact: "a", said: 3 }),
      claim({ fact: "b", said: 6 }),
      claim({ fact: "late", said: 1, recorded: 9 }),
    ]);
    expect([late?.end, a?.end, b?.end]).toEqual([
      { reason: "BACKFILL", by: "a" },
      { reason: "UPDATE", by: "b" },
      null,
    ]);
  });
});

const claims = fc
  .array(
    fc.record({
      said: fc.integer({ min: 0, max: 12 }),
      from: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
      length: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ said, from, length }, i) =>
      claim({
        fact: `f${i}`,
        said,
        recorded: 20 + i,
        ...(from === undefined ? {} : { from }),
        ...(length === undefined ? {} : { to: (from ?? said) + length }),
      }),
    ),
  );

/** The rule of `overlay` again, day by day: whoever speaks later erases what stands from its start on, and paints its own days. */
const painted = (all: readonly LineClaim[]): (string | null)[] => {
  const days: (string | null)[] = Array.from({ length: 40 }, () => null);
  const done: LineClaim[] = [];
  for (const one of all.toSorted(byAuthority)) {
    const from = dayOf(one.validFrom);
    const stops = done
      .filter(
        (other) =>
          days.includes(other.fact) &&
          (other.validFromKnown || other.validFrom > one.occurredAt) &&
          other.validFrom > one.validFrom,
      )
      .map(({ validFrom }) => dayOf(validFrom));
    const to = Math.min(dayOf(one.claimedTo), days.length, ...stops);
    const met = new Set(days.slice(from, to));
    for (let i = from; i < days.length; i++) if (met.has(days[i]!)) days[i] = null;
    for (const fact of met)
      if (dayOf(done.find((other) => other.fact === fact)?.validFrom ?? OPEN) >= from)
        for (let i = 0; i < days.length; i++) if (days[i] === fact) days[i] = null;
    for (let i = from; i < to; i++) days[i] = one.fact;
    done.push(one);
  }
  return days;
};

describe("the laws of a line", () => {
  it("holds at most one at any time", () =>
    fc.assert(
      fc.property(claims, (all) => {
        const intervals = Object.values(visible(settle(all))) as [number, number][];
        for (const [i, [from, to]] of intervals.entries())
          for (const [otherFrom, otherTo] of intervals.slice(i + 1))
            expect(from < otherTo && otherFrom < to).toBe(false);
      }),
    ));
  it("agrees with painting the days one by one", () =>
    fc.assert(
      fc.property(claims, (all) => {
        const settled = settle(all);
        const days = Array.from(
          { length: 40 },
          (_, n) =>
            settled.find(
              ({ claim: { validFrom }, validTo }) => validFrom <= day(n) && day(n) < validTo,
            )?.claim.fact ?? null,
        );
        expect(days).toEqual(painted(all));
      }),
    ));
  it("comes out the same in whatever order the claims arrive", () =>
    fc.assert(
      fc.property(
        claims.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(visible(settle(shuffled))).toEqual(visible(settle(all)));
        },
      ),
    ));
  it("takes one more claim, the weightiest, in a single step", () =>
    fc.assert(
      fc.property(claims, (all) => {
        const last = all.toSorted(byAuthority).at(-1);
        if (!last) return;
        expect(overlay(settle(all.filter((one) => one !== last)), last)).toEqual(settle(all));
      }),
    ));
});
