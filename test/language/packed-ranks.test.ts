import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import o200k from "gpt-tokenizer/bpeRanks/o200k_base";
import type * as Encoding from "gpt-tokenizer/encoding/o200k_base";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packedTokens } from "../../scripts/packed-tokens.mjs";

const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Both encodings as the build bundles them, and as the package has them. */
describe.each(["o200k_base", "cl100k_base"] as const)("the packed tokens of %s", (name) => {
  const entry = `gpt-tokenizer/encoding/${name}`;
  let folder: string;
  let packed: typeof Encoding;
  let original: typeof Encoding;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "palimpsest-tokens-"));
    const file = join(folder, "tokens.cjs");
    await build({
      input: entry,
      platform: "node",
      plugins: [packedTokens],
      output: { file, format: "cjs", exports: "named", codeSplitting: false },
    });
    packed = createRequire(import.meta.url)(file) as typeof Encoding;
    original = (await import(entry)) as typeof Encoding;
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("number as many as the package has", () =>
    expect(packed.vocabularySize).toBe(original.vocabularySize));

  it.each(["grapheme", "binary", "binary-ascii"] as const)(
    "encode text of any %s characters alike",
    (unit) =>
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 300 }), (text) => {
          expect(packed.countTokens(text, AS_TEXT)).toBe(original.countTokens(text, AS_TEXT));
          expect(packed.encode(text, AS_TEXT)).toEqual(original.encode(text, AS_TEXT));
        }),
      ),
  );

  it("encode tokens as themselves, and what two of them make", () => {
    const texts = o200k.filter(
      (token, rank): token is string => typeof token === "string" && rank % 200 === 0,
    );
    for (const [i, text] of texts.entries())
      for (const one of [text, `${text}${texts.at(-i)}`])
        expect(packed.encode(one, AS_TEXT), one).toEqual(original.encode(one, AS_TEXT));
  });
});
