import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bestFirst,
  firstOf,
  scoresOf,
  addScores,
  type Scores,
} from "../../../src/store/sqlite/search/scores.ts";
import { kindOf, textNumber } from "../../../src/store/sqlite/search/text-number.ts";

const pairs = (scores: Scores): [number, number][] =>
  Array.from(scores.numbers, (number, i) => [number, scores.scores[i]!]);
const someScores = fc.uniqueArray(fc.tuple(fc.nat(60), fc.integer({ min: -5, max: 5 })), {
  selector: ([number]) => number,
  maxLength: 40,
});

/** So many that a ranking is sorted in several parts. */
const manyScores = fc
  .tuple(
    fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 9 }),
    fc.integer({ min: 0, max: 1_500 }),
  )
  .map(([scores, count]) =>
    Array.from({ length: scores.length === 0 ? 0 : count }, (_, place): [number, number] => [
      place,
      scores[place % scores.length]!,
    ]),
  );

describe("scores", () => {
  it("are sorted best first, equal ones with facts first, then the last recorded", () => {
    fc.assert(
      fc.property(fc.oneof(someScores, manyScores), fc.nat(200), (found, count) => {
        const texts = found.map(([place, score]): [number, number] => [
          textNumber(place % 2 === 0 ? "FACT" : "EVENT", place, 5),
          score,
        ]);
        const sorted = texts.toSorted(
          (a, b) =>
            b[1] - a[1] ||
            Number(kindOf(a[0]) === "EVENT") - Number(kindOf(b[0]) === "EVENT") ||
            b[0] - a[0],
        );
        expect([...bestFirst(scoresOf(texts))]).toEqual(sorted);
        expect([...firstOf(bestFirst(scoresOf(texts)), count)]).toEqual(sorted.slice(0, count));
      }),
    );
  });

  it("are added up text by text, in ascending order", () => {
    fc.assert(
      fc.property(someScores, someScores, (a, b) => {
        const ascending = (found: typeof a): Scores =>
          scoresOf(found.toSorted((x, y) => x[0] - y[0]));
        const expected = new Map<number, number>();
        for (const [number, score] of [...a, ...b])
          expected.set(number, (expected.get(number) ?? 0) + score);
        expect(pairs(addScores(ascending(a), ascending(b)))).toEqual(
          [...expected].toSorted((x, y) => x[0] - y[0]),
        );
      }),
    );
  });
});
