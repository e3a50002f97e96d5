import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { HybridHits, TextQuery } from "../../../src/store/port.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, aText, EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  space = await spaceOf(on.store);
});
afterEach(() => on.close());

const NORTH = Float32Array.from([1, 0]);
const record = async (
  to: CosmosSpace,
  n: number,
  id: string,
  text: string,
  vector: readonly number[] | null,
): Promise<void> => {
  const fact = aFact(id, minute(n), { text, validFrom: minute(0) });
  expect(
    await to.commit(await to.head(), {
      recordedAt: minute(n),
      facts: [fact],
      texts: [aText(fact, vector)],
    }),
  ).toBe(true);
};
const asOf = (n: number, limit = 9): TextQuery => ({
  kinds: ["FACT"],
  at: { knownAt: minute(n), validAt: minute(n) },
  limit,
});
const search = (query: TextQuery, terms: readonly string[] = ["coffee"]): Promise<HybridHits> =>
  space.searchHybrid({ terms, vector: NORTH, weights: { fullText: 1, vector: 1 } }, query);
const shown = ({ fullText, vector }: HybridHits): unknown => ({
  fullText: fullText.map(({ text }) => text.subject),
  vector: vector.map(({ text, score }) => [text.subject, Number(score.toFixed(3))]),
});

describe("the fusion of the service", () => {
  beforeEach(async () => {
    await record(space, 1, "both", "coffee in the morning", [1, 0]);
    await record(space, 2, "words", "coffee, coffee, coffee", null);
    await record(space, 3, "near", "a hot drink", [0.8, 0.6]);
  });

  it("gives each list its own order and scores: what has no vector is in the text's alone, what has no word in the vector's", async () => {
    expect(shown(await search(asOf(5)))).toEqual({
      fullText: ["words", "both"],
      vector: [
        ["both", 1],
        ["near", 0.8],
      ],
    });
  });

  it("costs one query", async () => {
    on.double.takeRequests();
    await search(asOf(5));
    const queries = on.double
      .takeRequests()
      .map(({ kind, body }) => (kind === "PLAN" ? (body as { query: string }).query : kind));
    expect(queries.filter((query) => query.includes("RRF"))).toHaveLength(1);
    expect(queries.filter((query) => query !== "QUERY")).toHaveLength(1);
  });

  it("finds what was known and true at the time point, and what had a vector by then", async () => {
    expect(shown(await search(asOf(1)))).toEqual({ fullText: ["both"], vector: [["both", 1]] });
    await space.commit(await space.head(), {
      recordedAt: minute(6),
      vectors: [{ text: "text-words", vector: Float32Array.from([0, 1]) }],
    });
    expect(shown(await search(asOf(5)))).toEqual({
      fullText: ["words", "both"],
      vector: [
        ["both", 1],
        ["near", 0.8],
      ],
    });
    expect(shown(await search(asOf(6)))).toMatchObject({
      vector: [
        ["both", 1],
        ["near", 0.8],
        ["words", 0],
      ],
    });
  });

  it("answers about the past as it did, whatever this space and others have written since", async () => {
    const before = await search(asOf(5));
    const other = await spaceOf(on.store, { tenant: "acme", user: "bob" });
    for (let n = 1; n < 20; n++)
      await record(
        other,
        n,
        `other${n}`,
        n % 2 === 0 ? "coffee" : "coffee in the morning and a hot drink at night",
        [n, 1],
      );
    for (let n = 7; n < 20; n++)
      await record(space, n, `later${n}`, "coffee in the morning", [1, n]);
    expect(await search(asOf(5))).toEqual(before);
  });

  it("gives at most so many of each, the best of them", async () => {
    expect(shown(await search(asOf(5, 1)))).toEqual({ fullText: ["words"], vector: [["both", 1]] });
  });
});
