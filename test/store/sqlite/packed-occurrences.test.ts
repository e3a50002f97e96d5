import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  NO_OCCURRENCES,
  pack,
  unpack,
} from "../../../src/store/sqlite/search/packed-occurrences.ts";
import { KINDS, textNumber } from "../../../src/store/sqlite/search/text-number.ts";

const MOST_PLACES = 2 ** 34 - 1;
const occurrences = fc
  .tuple(
    fc.constantFrom(...KINDS),
    fc.uniqueArray(
      fc.tuple(
        fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: MOST_PLACES })),
        fc.oneof(fc.nat(40), fc.nat(1_023)),
        fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 70_000 })),
      ),
      { selector: ([place]) => place, maxLength: 60 },
    ),
  )
  .map(([kind, texts]) =>
    texts
      .toSorted(([a], [b]) => a - b)
      .map(([place, words, frequency]) => [textNumber(kind, place, words), frequency] as const),
  );

describe("packed occurrences", () => {
  it("are unpacked up to any text, however many of them were added later", () => {
    fc.assert(
      fc.property(occurrences, fc.nat(60), fc.nat(60), (texts, before, upTo) => {
        const first = pack(NO_OCCURRENCES, texts.slice(0, before));
        const packed = pack(first, texts.slice(before));
        const last = texts[upTo]?.[0] ?? Number.MAX_SAFE_INTEGER;
        const { numbers, frequencies } = unpack(packed, last);
        const expected = texts.slice(0, upTo + 1);
        expect(packed.texts).toBe(texts.length);
        expect([...numbers]).toEqual(expected.map(([number]) => number));
        expect([...frequencies]).toEqual(expected.map(([, frequency]) => frequency));
        expect([...unpack(first, Number.MAX_SAFE_INTEGER).numbers]).toEqual(
          texts.slice(0, before).map(([number]) => number),
        );
      }),
    );
  });

  it("take two bytes per text if a stem is common and texts are short", () => {
    const texts = Array.from({ length: 1_000 }, (_, n) => [textNumber("EVENT", n * 20 + 1, 12), 1]);
    const { bytes } = pack(NO_OCCURRENCES, texts as [number, number][]);
    expect(bytes.length).toBeLessThan(2_010);
  });
});
