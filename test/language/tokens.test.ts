import * as fc from "fast-check";
import { countTokens as exactly } from "gpt-tokenizer/encoding/o200k_base";
import { countTokens as exactlyCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { countTokens, cutToTokens, encodingOf } from "../../src/language/tokens.ts";

describe("countTokens", () => {
  it("counts no tokens in an empty text", async () => expect(await countTokens("")).toBe(0));

  it("counts as the encoding does", () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), async (text) => {
        expect(await countTokens(text)).toBe(exactly(text, { disallowedSpecial: new Set() }));
      }),
    ));

  it("treats special tokens as text", async () =>
    expect(await countTokens("<|endoftext|>")).toBeGreaterThan(1));

  it.each([
    ["letters", "a"],
    ["signs", "!?"],
    ["blanks", " "],
    ["a script without spaces", "漢字"],
  ])("counts a long run of %s piece by piece", async (_, run) => {
    const thousand = run.repeat(1000 / run.length);
    expect(await countTokens(thousand.repeat(60))).toBe(60 * (await countTokens(thousand)));
  });

  it("counts repeated words each time", async () =>
    expect(await countTokens("word ".repeat(2000))).toBe(2001));
});

describe("encodingOf", () => {
  it.each([
    ["offline", "o200k_base"],
    ["gpt-4o-mini", "o200k_base"],
    ["gpt-4.1", "o200k_base"],
    ["gpt-5-nano", "o200k_base"],
    ["o3-mini", "o200k_base"],
    ["llama-3.1", "o200k_base"],
    ["gpt-4", "cl100k_base"],
    ["gpt-4-turbo", "cl100k_base"],
    ["gpt-3.5-turbo", "cl100k_base"],
    ["my-gpt-35-turbo", "cl100k_base"],
    ["openai/gpt-4-0613", "cl100k_base"],
  ])("gives %s the encoding %s", (model, encoding) => expect(encodingOf(model)).toBe(encoding));

  it("gives the encoding that a text is counted by", async () => {
    const text =
      "Olá, o orçamento é de $50,000 por ano; the dashboard shows 漢字 and données. <|endoftext|>";
    expect(await countTokens(text, "cl100k_base")).toBe(
      exactlyCl100k(text, { disallowedSpecial: new Set() }),
    );
    expect(await countTokens(text)).toBe(exactly(text, { disallowedSpecial: new Set() }));
    expect(await countTokens(text)).not.toBe(await countTokens(text, "cl100k_base"));
  });
});

describe("cutToTokens", () => {
  it("leaves a text that fits as it is", async () =>
    expect(await cutToTokens(" Clara moved.  ", 20)).toBe(" Clara moved.  "));

  it("cuts after a word", async () =>
    expect(await cutToTokens("one two three four", 2)).toBe("one two"));

  it("gives nothing if no word fits", async () =>
    expect(await cutToTokens("incomprehensibilities", 1)).toBe(""));

  it("cuts a text without spaces", async () => {
    const cut = await cutToTokens("漢字".repeat(500), 100);
    expect(cut.length).toBeGreaterThan(0);
    expect(await countTokens(cut)).toBeLessThanOrEqual(100);
  });

  it("gives a beginning of the text within the limit", () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", maxLength: 400 }),
        fc.nat(80),
        async (text, limit) => {
          const cut = await cutToTokens(text, limit);
          expect(text.startsWith(cut)).toBe(true);
          expect(await countTokens(cut)).toBeLessThanOrEqual(limit);
        },
      ),
    ));
});
