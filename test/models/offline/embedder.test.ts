import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { hashingEmbedder } from "../../../src/models/offline/hashing-embedder.ts";

const embed = async (...texts: readonly string[]): Promise<Float32Array[]> =>
  (await hashingEmbedder.embed(texts)).value;
const cosine = async (a: string, b: string): Promise<number> => {
  const [va, vb] = await embed(a, b);
  return va!.reduce((sum, component, i) => sum + component * vb![i]!, 0);
};

it("gives one vector of unit length per text, whatever the text", async () => {
  const texts = ["Noor plays chess", "", "…", "é".repeat(9000), "\u{1F600}"];
  const vectors = await embed(...texts);
  expect(vectors.map(({ length }) => length)).toEqual(texts.map(() => hashingEmbedder.dimensions));
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
});

it("gives the same vector to the same text", async () => {
  expect(await embed("Noor plays chess")).toEqual(await embed("Noor plays chess"));
});

// Vectors that are on record under its name are compared with those that it makes today.
it.each([
  ["Noor plays chess in Goiânia, and chess only; she works on working.", "956755484e2edee7"],
  ["", "c71873f6f3105b15"],
])("gives the vector that it has always given: %s", async (text, digest) => {
  const [vector] = await embed(text);
  expect(
    createHash("sha256").update(new Uint8Array(vector!.buffer)).digest("hex").slice(0, 16),
  ).toBe(digest);
});

it("does not depend on earlier texts", async () => {
  const text = "Noor plays chess";
  const [first] = await embed(text);
  await embed(
    ...Array.from(
      { length: 3000 },
      (_, i) => `${(i * 7919).toString(36)}${i.toString(36)}word of ${(i * 104_729).toString(36)}`,
    ),
    text,
  );
  expect(await embed(text)).toEqual([first]);
});

it("folds case and accents", async () => {
  expect(await cosine("Noor lives in Goiânia", "noor lives in goiania")).toBeCloseTo(1, 5);
});

it.each([
  ["Noor lives in Leeds", "Noor has lived in Leeds since May"],
  ["Noor's marketing budget is $40,000", "Noor's marketing budget is $45,000"],
  ["Noor loves climbing", "Noor likes climbing on weekends"],
])("finds related: %s | %s", async (a, b) => {
  expect(await cosine(a, b)).toBeGreaterThanOrEqual(hashingEmbedder.relatedSimilarity);
});

it.each([
  ["The launch is in June", "Bruno hates wasabi"],
  ["Tina was born in Prague", "The backend runs on Fly"],
])("finds unrelated: %s | %s", async (a, b) => {
  expect(await cosine(a, b)).toBeLessThan(hashingEmbedder.relatedSimilarity);
});

it("finds no duplicates in two values of one attribute", async () => {
  expect(await cosine("Noor lives in Leeds", "Noor lives in Bath")).toBeLessThan(
    hashingEmbedder.duplicateSimilarity,
  );
});

it("costs no tokens and names itself", async () => {
  const { calls, model, tokens } = await hashingEmbedder.embed(["x"]);
  expect({ calls, model, tokens }).toEqual({
    calls: 0,
    model: "offline",
    tokens: { input: 0, output: 0, cached: 0 },
  });
});
