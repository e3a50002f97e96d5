import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { HybridHits, TextQuery } from "../../../src/store/port.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, aText, EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
const warnings: string[] = [];
beforeEach(async () => {
  warnings.length = 0;
  on = await storeOnDouble(EMBEDDER, {
    log: { warn: (_, message) => void warnings.push(message), error: () => {} },
  });
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

describe("an account that cannot rank", () => {
  it.each([
    ["refuses to fuse", /RANK/u],
    ["has no full text", /FullText/u],
  ])("%s: the service ranks, with a warning, and asks once", async (_, refused) => {
    await record(space, 1, "both", "coffee in the morning", [1, 0]);
    await record(space, 2, "near", "a hot drink", [0.8, 0.6]);
    const isRefused = ({ kind, body }: ReceivedRequest): boolean =>
      (kind === "PLAN" || kind === "QUERY") && refused.test((body as { query: string }).query);
    on.double.faults.plan({ kind: "STATUS", status: 400 }, isRefused, Infinity);
    const expected = {
      fullText: ["both"],
      vector: [
        ["both", 1],
        ["near", 0.8],
      ],
    };
    expect(shown(await search(asOf(5)))).toEqual(expected);
    expect(warnings).toContain("Cosmos DB does not serve the ranking NATIVE.");
    on.double.takeRequests();
    expect(shown(await search(asOf(5)))).toEqual(expected);
    expect(on.double.takeRequests().filter(({ status }) => status === 400)).toEqual([]);
    const contained = await space.searchSubstring(["Coffee"], asOf(5));
    expect(contained.map(({ text }) => text.subject)).toEqual(["both"]);
  });
});

it("an emulator without full text serves every search, and writes", async () => {
  const emulator = await storeOnDouble(
    EMBEDDER,
    {},
    { account: { hasFullText: false }, sockets: false },
  );
  const own = await spaceOf(emulator.store);
  await record(own, 1, "both", "coffee in the morning", [1, 0]);
  await record(own, 2, "near", "a hot drink", [0.8, 0.6]);
  const query = asOf(2);
  const subjects = (hits: HybridHits["fullText"]) => hits.map(({ text }) => text.subject);
  expect(subjects(await own.searchFullText(["coffee"], query))).toEqual(["both"]);
  expect(subjects(await own.searchVector(NORTH, query))).toEqual(["both", "near"]);
  expect(subjects(await own.searchSubstring(["hot drink"], query))).toEqual(["near"]);
  const hybrid = await own.searchHybrid(
    { terms: ["coffee"], vector: NORTH, weights: { fullText: 1, vector: 1 } },
    query,
  );
  expect(subjects(hybrid.fullText)).toEqual(["both"]);
  expect(subjects(hybrid.vector)).toEqual(["both", "near"]);
  const similar = await own.similarFacts({
    entities: ["ann"],
    text: "coffee at noon",
    vector: NORTH,
    at: query.at,
    limit: 5,
  });
  expect(similar.map(({ version }) => version.fact)).toContain("both");
  await emulator.close();
});

describe("the fusion of Cosmos DB", () => {
  beforeEach(async () => {
    await record(space, 1, "both", "coffee in the morning", [1, 0]);
    await record(space, 2, "words", "coffee, coffee, coffee", null);
    await record(space, 3, "near", "a hot drink", [0.8, 0.6]);
  });

  it("gives each list its own order and scores: texts without a vector only in the text list, those without a word only in the vector list", async () => {
    expect(shown(await search(asOf(5)))).toEqual({
      fullText: ["words", "both"],
      vector: [
        ["both", 1],
        ["near", 0.8],
      ],
    });
  });

  it("costs one fused query and one for near texts, within the partition", async () => {
    on.double.takeRequests();
    await search(asOf(5));
    const requests = on.double.takeRequests();
    const plans = requests.filter(({ kind }) => kind === "PLAN");
    expect(plans.map(({ body }) => (body as { query: string }).query)).toEqual([
      expect.stringContaining("RRF"),
    ]);
    const near = requests.filter(
      ({ kind, body }) =>
        kind === "QUERY" && (body as { query: string }).query.includes("ORDER BY VectorDistance"),
    );
    expect(near.map(({ headers }) => "x-ms-documentdb-partitionkey" in headers)).toEqual([true]);
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

  it("answers about the past as it did then, whatever is written later in this space and others", async () => {
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

  it("returns at most the limit of each list, the best ones", async () => {
    expect(shown(await search(asOf(5, 1)))).toEqual({ fullText: ["words"], vector: [["both", 1]] });
  });
});

describe("words with accents, which the service does not fold", () => {
  const shownTexts = (hits: readonly { readonly text: { readonly text: string } }[]): string[] =>
    hits.map(({ text }) => text.text);

  it.each([
    ["Maria lives in Malmö", "malmo"],
    ["Ela mora em São João", "joao"],
    ["Maria lives in Malmo", "malmo"],
  ])("are found without them: %s", async (text, term) => {
    await record(space, 1, "f", text, [1, 0]);
    await record(space, 2, "g", "nothing of it", null);
    expect(shownTexts(await space.searchFullText([term], asOf(5)))).toEqual([text]);
    expect(shownTexts((await search(asOf(5), [term])).fullText)).toEqual([text]);
    expect(shownTexts(await space.searchSubstring([text.slice(-5)], asOf(5)))).toEqual([text]);
    expect(await space.searchSubstring(["malmo joao"], asOf(5))).toEqual([]);
  });

  it("count once, so that they rank as words without them", async () => {
    await record(space, 1, "f", "Malmö twice", null);
    await record(space, 2, "g", "Malmo twice", null);
    const hits = await space.searchFullText(["malmo"], asOf(5));
    expect(new Set(hits.map(({ score }) => score)).size).toBe(1);
  });

  it("are compared with new facts by both forms", async () => {
    await record(space, 1, "f", "Lives in Malmö", null);
    const similar = await space.similarFacts({
      entities: ["ann"],
      text: "Moved to Malmö",
      vector: NORTH,
      at: asOf(5).at,
      limit: 5,
    });
    expect(similar.map(({ version }) => version.fact)).toEqual(["f"]);
  });

  it("are exported as they were written", async () => {
    await record(space, 1, "f", "Lives in Malmö", null);
    const texts = [];
    for await (const commit of space.commitsAfter(null, true)) texts.push(...(commit.texts ?? []));
    expect(texts.map(({ text, about }) => [text, about])).toEqual([["Lives in Malmö", undefined]]);
  });
});
