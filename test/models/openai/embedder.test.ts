import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { vectorOf } from "../../model-server/embedding.ts";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import { DIMENSIONS, failureOfTask, modelsAt } from "./fixture.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const sent = (): (readonly string[])[] =>
  server.embeddings.map(({ body }) => body.input as readonly string[]);
const rounded = (vector: Float32Array | number[]): number[] =>
  Array.from(vector, (part) => Math.round(part * 1e6) / 1e6);

describe("the embedder", () => {
  test("is identified by its model and its dimensions, and decides by similarity", async () => {
    const { embedder } = await modelsAt(server, {
      models: { extraction: "large", embedding: "text-embedding-3-small" },
      embeddingDimensions: 1536,
    });
    expect(embedder).toMatchObject({
      id: "text-embedding-3-small-1536",
      dimensions: 1536,
      relatedSimilarity: 0.5,
      duplicateSimilarity: 0.85,
      similarityDecides: true,
      fusionWeight: 1,
    });
    const [vector] = (await embedder.embed(["one"])).value;
    expect(vector).toHaveLength(1536);
  });

  test("asks for floats and its dimensions, all texts in one request", async () => {
    const { embedder } = await modelsAt(server);
    const answer = await embedder.embed(["one", "two", "three"]);
    expect(server.embeddings.map(({ body }) => body)).toEqual([
      {
        model: "vectors",
        input: ["one", "two", "three"],
        encoding_format: "float",
        dimensions: DIMENSIONS,
      },
    ]);
    expect(answer).toMatchObject({
      calls: 1,
      model: "vectors",
      tokens: { input: 4, output: 0, cached: 0 },
    });
    expect(answer.value.map(rounded)).toEqual(
      ["one", "two", "three"].map((text) => rounded(vectorOf(text, DIMENSIONS))),
    );
  });

  test("asks for nothing without texts", async () => {
    expect(await (await modelsAt(server)).embedder.embed([])).toMatchObject({
      value: [],
      calls: 0,
    });
    expect(server.embeddings).toEqual([]);
  });

  test("reads base64 from a server that returns nothing else", async () => {
    server.embeds.base64 = true;
    const { value } = await (await modelsAt(server)).embedder.embed(["one", "two"]);
    expect(value.map(rounded)).toEqual(
      ["one", "two"].map((text) => rounded(vectorOf(text, DIMENSIONS))),
    );
  });

  test("puts vectors in the order of the texts", async () => {
    server.embeds.shuffled = true;
    const { value } = await (await modelsAt(server)).embedder.embed(["one", "two", "three"]);
    expect(value.map(rounded)).toEqual(
      ["one", "two", "three"].map((text) => rounded(vectorOf(text, DIMENSIONS))),
    );
  });

  test("makes vectors of unit length", async () => {
    server.embeddingScript.push({
      raw: JSON.stringify({ data: [{ index: 0, embedding: [3, 4] }] }),
    });
    const { value } = await (
      await modelsAt(server, { embeddingDimensions: 2 })
    ).embedder.embed(["one"]);
    expect(rounded(value[0]!)).toEqual([0.6, 0.8]);
  });

  test("omits the dimensions for a model with one size, and remembers it", async () => {
    server.unknown.add("dimensions");
    server.embeds.dimensions = DIMENSIONS;
    const { embedder } = await modelsAt(server);
    expect((await embedder.embed(["one"])).calls).toBe(2);
    expect((await embedder.embed(["two"])).calls).toBe(1);
  });

  test("refuses vectors of other dimensions, and says what to set", async () => {
    server.embeds.dimensions = 768;
    const failure = await failureOfTask((await modelsAt(server)).embedder.embed(["one"]));
    expect(failure).toMatchObject({ kind: "WRONG_VECTORS", calls: 1 });
    expect(failure.message).toBe(
      "vectors answered vectors of 768 dimensions where 16 are configured; set EMBEDDING_DIMENSIONS to 768, or choose a model that has 16.",
    );
  });

  test.each([
    {
      what: "fewer vectors than texts",
      data: [{ index: 0, embedding: Array(DIMENSIONS).fill(1) }],
    },
    { what: "no vectors", data: undefined },
    {
      what: "a vector of zeros",
      data: [0, 1].map((index) => ({ index, embedding: Array(DIMENSIONS).fill(0) })),
    },
    {
      what: "words",
      data: [0, 1].map((index) => ({ index, embedding: Array(DIMENSIONS).fill("x") })),
    },
    {
      what: "nothing where a number should be",
      data: [0, 1].map((index) => ({ index, embedding: Array(DIMENSIONS).fill(null) })),
    },
    {
      what: "base64 of half a vector",
      data: [0, 1].map((index) => ({
        index,
        embedding: Buffer.alloc(DIMENSIONS * 2, 1).toString("base64"),
      })),
    },
  ])("refuses $what", async ({ data }) => {
    server.embeddingScript.push({ raw: JSON.stringify({ data }) });
    expect(
      await failureOfTask((await modelsAt(server)).embedder.embed(["one", "two"])),
    ).toMatchObject({ kind: "WRONG_VECTORS" });
  });

  test("splits a batch by the number of texts and the bytes of a request", async () => {
    const { embedder } = await modelsAt(server, { settings: { embeddingInputs: 2 } });
    const { value, calls } = await embedder.embed(["a", "b", "c", "d", "e"]);
    expect(calls).toBe(3);
    expect(
      sent()
        .map((texts) => texts.length)
        .toSorted(),
    ).toEqual([1, 2, 2]);
    expect(value.map(rounded)).toEqual(
      ["a", "b", "c", "d", "e"].map((text) => rounded(vectorOf(text, DIMENSIONS))),
    );

    server.embeddings.length = 0;
    await (
      await modelsAt(server, { settings: { embeddingRequestBytes: 10 } })
    ).embedder.embed(["ééé", "ééé", "abcd", "a much longer text"]);
    expect(sent()).toEqual([["ééé"], ["ééé", "abcd"], ["a much longer text"]]);
  });

  test("cuts a long text between two characters", async () => {
    await (
      await modelsAt(server, { settings: { embeddingTextBytes: 5 } })
    ).embedder.embed(["ééé", "a😀😀", "  "]);
    expect(sent()).toEqual([["éé", "a😀", "."]]);
  });

  test("halves long texts for a model with a lower limit than configured", async () => {
    const tooLong = { status: 400, message: "This model's maximum context length is 512 tokens." };
    server.embeddingScript.push(tooLong, tooLong);
    const { calls } = await (
      await modelsAt(server, { settings: { embeddingTextBytes: 40 } })
    ).embedder.embed(["x".repeat(100), "short"]);
    expect(calls).toBe(3);
    expect(sent().map((texts) => texts.map((text) => text.length))).toEqual([
      [40, 5],
      [20, 5],
      [10, 5],
    ]);
    server.embeddingScript.push(tooLong, tooLong, tooLong);
    expect(
      await failureOfTask(
        (await modelsAt(server, { settings: { embeddingTextBytes: 40 } })).embedder.embed([
          "x".repeat(100),
        ]),
      ),
    ).toMatchObject({ kind: "REJECTED", calls: 3 });
    server.embeddingScript.push(tooLong);
    expect(await failureOfTask((await modelsAt(server)).embedder.embed(["short"]))).toMatchObject({
      calls: 1,
    });
  });

  test("waits and gives up as other requests do", async () => {
    const { embedder } = await modelsAt(server);
    server.embeddingScript.push({ status: 429, headers: { "retry-after": "1" } }, { status: 503 });
    expect((await embedder.embed(["one"])).calls).toBe(3);
    server.embeddingScript.push({ status: 401 });
    expect(await failureOfTask(embedder.embed(["one"]))).toMatchObject({
      kind: "UNAUTHORIZED",
      calls: 1,
    });
    server.embeddingScript.push({ hangs: true });
    expect(
      await failureOfTask(
        (await modelsAt(server, { settings: { deadlineMs: 50 } })).embedder.embed(["one"]),
      ),
    ).toMatchObject({ kind: "DEADLINE" });
  });
});
