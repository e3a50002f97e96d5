import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens } from "../../src/language/tokens.ts";
import { passage } from "../../src/read/recall/quotations.ts";

const FILLER = "The weather was fine that day. ".repeat(30);

describe("passage", () => {
  it("is the whole of a short text, on one line", async () =>
    expect(await passage(" Clara\n moved. ", ["porto"], 20)).toBe("Clara moved."));
  it("contains the words of the question, wherever they are", async () => {
    const part = await passage(`${FILLER}Clara moved to Porto. ${FILLER}`, ["clara", "porto"], 30);
    expect(part).toMatch(/^….*Clara moved to Porto\..*…$/u);
  });
  it("grows around the words of the question as far as allowed", async () =>
    expect(
      await countTokens(await passage(`Clara moved. ${FILLER}`, ["clara"], 30)),
    ).toBeGreaterThan(20));
  it("cuts a long sentence", async () =>
    expect(await passage("word ".repeat(200), ["word"], 10)).toMatch(/^word( word)+…$/u));
  it("stays within its tokens for any text", () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", maxLength: 500 }),
        fc.integer({ min: 5, max: 60 }),
        async (text, tokens) => {
          expect(await countTokens(await passage(text, ["a"], tokens))).toBeLessThanOrEqual(tokens);
        },
      ),
    ));
});
