import { describe, expect, it } from "vitest";
import {
  KINDS,
  kindOf,
  lastNumber,
  textNumber,
  wordsIn,
} from "../../../src/store/sqlite/search/text-number.ts";
import { stemsOf } from "../../../src/store/sqlite/search/stems.ts";

describe("a text's number", () => {
  it("encodes its kind and its word count, and orders the texts of a kind", () => {
    for (const kind of KINDS)
      for (const place of [0, 1, 77, 2 ** 34 - 1])
        for (const words of [0, 1, 1_023]) {
          const number = textNumber(kind, place, words);
          expect([kindOf(number), wordsIn(number)]).toEqual([kind, words]);
          expect(Number.isSafeInteger(number)).toBe(true);
          expect(number).toBeLessThanOrEqual(lastNumber(kind, place));
          expect(textNumber(kind, place + 1, 0)).toBeGreaterThan(lastNumber(kind, place));
        }
  });

  it("limits the word count to its maximum", () => {
    expect(wordsIn(textNumber("FACT", 5, 1_000_000))).toBe(1_023);
    expect(kindOf(textNumber("FACT", 5, 1_000_000))).toBe("FACT");
  });
});

describe("stems", () => {
  it.each([
    ["Consulting, consulted: consults!", ["consult", "consult", "consult"]],
    ["João mora em São Paulo", ["joao", "mora", "em", "sao", "paulo"]],
    ["github.com/cazton", ["github", "com", "cazton"]],
    ["It's 100% C++", ["it", "s", "100", "c"]],
    ["हिन्दी में", ["हिन्दी", "में"]],
    ["東京", ["東京"]],
    ["x".repeat(100), ["x".repeat(64)]],
    ["", []],
    ["¡—!", []],
  ])("of %j", (text, stems) => {
    expect(stemsOf(text)).toEqual(stems);
  });
});
