import { ChangeFeedStartFrom, CosmosClient, type Container } from "@azure/cosmos";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CosmosDouble } from "./cosmos-double.ts";
import { parseQuery } from "./sql/parser.ts";
import { planOf } from "./sql/plan.ts";

let now = Date.UTC(2026, 10, 21);
let double: CosmosDouble;
let client: CosmosClient;
let container: Container;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21);
  double = await CosmosDouble.start({ now: () => now });
  client = new CosmosClient({
    endpoint: double.endpoint,
    key: double.key,
    consistencyLevel: "Session",
  });
  const { database } = await client.databases.createIfNotExists({ id: "d" });
  ({ container } = await database.containers.createIfNotExists({
    id: "c",
    partitionKey: { paths: ["/t", "/u"], kind: "MultiHash", version: 2 } as never,
    defaultTtl: -1,
    vectorEmbeddingPolicy: {
      vectorEmbeddings: [
        { path: "/v", dataType: "float32", dimensions: 2, distanceFunction: "cosine" },
      ],
    } as never,
    fullTextPolicy: {
      defaultLanguage: "en-US",
      fullTextPaths: [{ path: "/text", language: "en-US" }],
    },
    indexingPolicy: {
      includedPaths: [{ path: "/*" }],
      excludedPaths: [{ path: "/v/*" }],
      vectorIndexes: [{ path: "/v", type: "quantizedFlat" }] as never,
      fullTextIndexes: [{ path: "/text" }],
    },
  }));
});

afterEach(async () => {
  client.dispose();
  await double.stop();
});

const put = (id: string, t: string, u: string, more: object = {}) =>
  container.items.create({ id, t, u, ...more });
const ids = async (query: string, options: object = {}) =>
  (await container.items.query<{ id: string }>(query, options).fetchAll()).resources.map(
    ({ id }) => id,
  );

describe("containers", () => {
  const index = { path: "/v", type: "diskANN" };
  it.each([
    ["no root path", { includedPaths: [{ path: "/a/?" }] }],
    ["a path without an end", { includedPaths: [{ path: "/a" }], excludedPaths: [{ path: "/*" }] }],
    ["too many bytes of a vector", { vectorIndexes: [{ ...index, quantizationByteSize: 513 }] }],
    ["too few candidates", { vectorIndexes: [{ ...index, indexingSearchListSize: 9 }] }],
  ])("with %s are refused", async (_, policy) => {
    await expect(
      client.database("d").containers.create({
        id: "refused",
        partitionKey: { paths: ["/t"] },
        vectorEmbeddingPolicy: {
          vectorEmbeddings: [
            { path: "/v", dataType: "float32", dimensions: 2, distanceFunction: "cosine" },
          ],
        } as never,
        indexingPolicy: {
          includedPaths: [{ path: "/*" }],
          excludedPaths: [{ path: "/v/*" }],
          ...policy,
        } as never,
      }),
    ).rejects.toMatchObject({ code: 400 });
  });
});

describe("items", () => {
  it("are identified by their full key", async () => {
    await put("1", "a", "x", { n: 1 });
    await put("1", "a", "y", { n: 2 });
    expect((await container.item("1", ["a", "y"]).read()).resource).toMatchObject({ n: 2 });
    expect((await container.item("1", ["b", "y"]).read()).statusCode).toBe(404);
  });

  it("are guarded by ETags", async () => {
    const { etag } = await put("1", "a", "x");
    await container
      .item("1", ["a", "x"])
      .replace(
        { id: "1", t: "a", u: "x", n: 1 },
        { accessCondition: { type: "IfMatch", condition: etag } },
      );
    await expect(
      container
        .item("1", ["a", "x"])
        .replace(
          { id: "1", t: "a", u: "x" },
          { accessCondition: { type: "IfMatch", condition: etag } },
        ),
    ).rejects.toMatchObject({ code: 412 });
  });

  it("refuse a duplicate id, a key other than the header's, an id with a slash, and a ttl of 0", async () => {
    await put("1", "a", "x");
    await expect(put("1", "a", "x")).rejects.toMatchObject({ code: 409 });
    await expect(put("2", "a", "x", { ttl: 0 })).rejects.toMatchObject({ code: 400 });
    await expect(
      container.item("1", ["a", "x"]).replace({ id: "1", t: "a", u: "y" }),
    ).rejects.toMatchObject({ code: 400 });
  });

  it("expire after their ttl", async () => {
    await put("1", "a", "x", { ttl: 10 });
    now += 9_999;
    expect((await container.item("1", ["a", "x"]).read()).statusCode).toBe(200);
    now += 1;
    expect((await container.item("1", ["a", "x"]).read()).statusCode).toBe(404);
  });

  it("are nested at most 128 levels deep, and have keys of at most 2,048 bytes", async () => {
    const nested = (levels: number): object =>
      Array.from({ length: levels - 1 }).reduce<object>((inner) => ({ inner }), {});
    await put("1", "a", "x", { nested: nested(127) });
    await expect(put("2", "a", "x", { nested: nested(128) })).rejects.toMatchObject({ code: 400 });
    await put("3", "a", "é".repeat(1_023));
    await expect(put("4", "a", "é".repeat(1_024))).rejects.toMatchObject({ code: 400 });
  });

  it("are patched", async () => {
    await put("1", "a", "x", { n: 1, list: [{ k: 1 }] });
    const { resource } = await container.item("1", ["a", "x"]).patch([
      { op: "incr", path: "/n", value: 2 },
      { op: "add", path: "/list/-", value: { k: 2 } },
      { op: "set", path: "/list/0/k", value: 9 },
    ]);
    expect(resource).toMatchObject({ n: 3, list: [{ k: 9 }, { k: 2 }] });
    await expect(
      container.item("1", ["a", "x"]).patch({
        condition: "from c where c.n = 1",
        operations: [{ op: "set", path: "/n", value: 0 }],
      }),
    ).rejects.toMatchObject({ code: 412 });
    await expect(
      container.item("1", ["a", "x"]).patch([{ op: "remove", path: "/nothing" }]),
    ).rejects.toMatchObject({ code: 400 });
  });

  it("refuse a wrong account key", async () => {
    const stranger = new CosmosClient({
      endpoint: double.endpoint,
      key: Buffer.from("another").toString("base64"),
    });
    await expect(stranger.database("d").read()).rejects.toMatchObject({ code: 401 });
    stranger.dispose();
  });
});

describe("batches", () => {
  it("execute all operations or none", async () => {
    await put("1", "a", "x");
    const { code, result } = await container.items.batch(
      [
        { operationType: "Create", resourceBody: { id: "2", t: "a", u: "x" } },
        { operationType: "Create", resourceBody: { id: "1", t: "a", u: "x" } },
      ],
      ["a", "x"],
    );
    expect(code).toBe(207);
    expect(result?.map(({ statusCode }) => statusCode)).toEqual([424, 409]);
    expect((await container.item("2", ["a", "x"]).read()).statusCode).toBe(404);
  });

  it("execute each operation of a bulk by itself, in all physical partitions", async () => {
    const results = await container.items.bulk(
      ["a", "b", "c", "d"].map((t) => ({
        operationType: "Create" as const,
        partitionKey: [t, "x"],
        resourceBody: { id: "1", t, u: "x" },
      })),
    );
    expect(results.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(
      new Set(
        double.account
          .container("d", "c")
          .items.alive()
          .map(({ range }) => range.id),
      ).size,
    ).toBe(2);
  });
});

describe("queries", () => {
  beforeEach(async () => {
    for (const [i, u] of ["x", "y", "z", "w"].entries())
      await put("1", "a", u, {
        n: i,
        tags: [u],
        spans: [{ start: i, stop: i + 2 }],
        text: `coffee for ${u}`,
        v: [1, i],
      });
    await put("2", "a", "x", { n: 9, tags: [], spans: [], text: "tea", v: [0, 1] });
  });

  it("are answered within a full key without a plan", async () => {
    expect(await ids("SELECT c.id FROM c ORDER BY c.n DESC", { partitionKey: ["a", "x"] })).toEqual(
      ["2", "1"],
    );
    expect(
      (
        await container.items
          .query("SELECT VALUE COUNT(1) FROM c WHERE c.t = 'a'", { partitionKey: ["a", "x"] })
          .fetchAll()
      ).resources,
    ).toEqual([2]);
  });

  it("need a plan across partitions", async () => {
    const rows = await container.items
      .query<{ n: number }>(
        "SELECT c.n FROM c WHERE c.t = 'a' ORDER BY c.n DESC OFFSET 1 LIMIT 3",
        {},
      )
      .fetchAll();
    expect(rows.resources.map(({ n }) => n)).toEqual([3, 2, 1]);
    expect(
      (await container.items.query("SELECT VALUE COUNT(1) FROM c WHERE c.t = 'a'").fetchAll())
        .resources,
    ).toEqual([5]);
    expect(
      (await container.items.query("SELECT DISTINCT VALUE c.t FROM c").fetchAll()).resources,
    ).toEqual(["a"]);
    expect(double.requests.some(({ kind, status }) => kind === "QUERY" && status === 400)).toBe(
      true,
    );
  });

  it("return pages", async () => {
    const iterator = container.items.query("SELECT * FROM c", {
      partitionKey: ["a", "x"],
      maxItemCount: 1,
    });
    expect((await iterator.fetchNext()).resources).toHaveLength(1);
    expect(iterator.hasMoreResults()).toBe(true);
    expect((await iterator.fetchNext()).resources).toHaveLength(1);
    expect(iterator.hasMoreResults()).toBe(false);
  });

  it("know EXISTS, ARRAY_CONTAINS and JOIN, and a missing property equals nothing", async () => {
    const users = async (where: string) =>
      (
        await container.items.query<{ u: string }>(`SELECT c.u FROM c WHERE ${where}`).fetchAll()
      ).resources.map(({ u }) => u);
    expect(
      await users("EXISTS(SELECT VALUE s FROM s IN c.spans WHERE s.start <= 2 AND s.stop > 2)"),
    ).toEqual(expect.arrayContaining(["y", "z"]));
    expect(await users("ARRAY_CONTAINS(c.tags, 'w')")).toEqual(["w"]);
    expect(await users("c.nothing != 1")).toEqual([]);
    expect(await users("CONTAINS(c.text, 'TEA', true)")).toEqual(["x"]);
    expect(
      (
        await container.items
          .query("SELECT s.start AS began FROM c JOIN s IN c.spans WHERE s.start > 2")
          .fetchAll()
      ).resources,
    ).toEqual([{ began: 3 }]);
  });

  it.each([
    "SELECT * FROM c WHERE c.n BETWEEN 1 AND 2",
    "SELECT * FROM c WHERE NoSuchFn(c.text)",
    "SELECT * FROM c WHERE c.text LIKE 'a%'",
    "SELECT c.value FROM c",
    "SELECT FROM c",
    "SELECT TOP @n * FROM c",
    "SELECT c.n FROM c GROUP BY c.n",
    "SELECT c.id FROM c ORDER BY VectorDistance(c.v, [1, 0])",
  ])("refuse %s", async (query) => {
    await expect(ids(query, { partitionKey: ["a", "x"] })).rejects.toMatchObject({ code: 400 });
  });

  it("lose the partition key with a plan, as in the SDK: only the WHERE clause is left", async () => {
    expect(
      await ids("SELECT TOP 9 c.id FROM c ORDER BY c.n", {
        partitionKey: ["a", "x"],
        forceQueryPlan: true,
      }),
    ).toHaveLength(5);
    expect(
      await ids("SELECT TOP 9 c.id FROM c WHERE c.t = 'a' AND c.u = 'x' ORDER BY c.n", {
        partitionKey: ["a", "x"],
        forceQueryPlan: true,
      }),
    ).toHaveLength(2);
  });

  it("are refused if they rank with the partition key alone", async () => {
    expect(
      await ids(
        "SELECT TOP 2 c.id FROM c WHERE c.t = 'a' AND c.u = 'x' ORDER BY RANK FullTextScore(c.text, 'tea')",
        { partitionKey: ["a", "x"] },
      ),
    ).toEqual(["1", "2"]);
    expect(
      await ids(
        "SELECT TOP 2 c.id FROM c WHERE c.t = 'a' AND c.u = 'x' ORDER BY RANK FullTextScore(c.text, 'tea')",
        { forceQueryPlan: true },
      ),
    ).toEqual(["2", "1"]);
  });

  it("run the SDK's own fusion of text and vector", async () => {
    const query = {
      query:
        "SELECT TOP 2 c.id, c.u FROM c WHERE c.t = @t AND c.u = @u ORDER BY RANK RRF(FullTextScore(c.text, @a, @b), VectorDistance(c.v, @v), [2, 1])",
      parameters: [
        { name: "@t", value: "a" },
        { name: "@u", value: "x" },
        { name: "@a", value: "tea" },
        { name: "@b", value: "milk" },
        { name: "@v", value: [0, 1] },
      ],
    };
    expect(
      (await container.items.query(query, { forceQueryPlan: true }).fetchAll()).resources,
    ).toEqual([
      { id: "2", u: "x" },
      { id: "1", u: "x" },
    ]);
    const sent = double.requests
      .filter(({ kind }) => kind === "QUERY")
      .map(({ body }) => (body as { query: string }).query);
    expect(sent.filter((text) => text.startsWith("SELECT COUNT(1) AS documentCount"))).toHaveLength(
      2,
    );
    expect(sent.filter((text) => text.includes("componentScores"))).toHaveLength(2);
  });

  it("order by vector distance alone", async () => {
    expect(
      await ids(
        "SELECT TOP 2 c.id FROM c WHERE c.t = 'a' AND c.u = 'x' ORDER BY VectorDistance(c.v, [0, 1])",
        { forceQueryPlan: true },
      ),
    ).toEqual(["2", "1"]);
  });

  it("refuse more than thirty words, a score outside the rank clause, and an array of words", async () => {
    const terms = Array.from({ length: 31 }, (_, i) => `"w${i}"`).join(", ");
    for (const query of [
      `SELECT TOP 2 c.id FROM c ORDER BY RANK FullTextScore(c.text, ${terms})`,
      "SELECT c.id, FullTextScore(c.text, 'a') AS s FROM c",
      "SELECT TOP 2 c.id FROM c ORDER BY RANK FullTextScore(c.text, ['a', 'b'])",
    ])
      await expect(ids(query, { forceQueryPlan: true })).rejects.toMatchObject({ code: 400 });
  });
});

describe("query plans", () => {
  const definition = { paths: ["/id"], version: 2 };
  const plan = (query: string) => planOf(parseQuery(query), definition, new Map());

  // The engine's own plan, from the vendor's tests (azure-cosmos-dotnet-v3, QueryPlanRetrieverTests).
  it("fuse as the engine does", () => {
    const statistics =
      "{documentdb-formattablehybridsearchquery-totaldocumentcount}, {documentdb-formattablehybridsearchquery-totalwordcount-0}, {documentdb-formattablehybridsearchquery-hitcountsarray-0}";
    const score = `_FullTextScore(c.text, ["swim", "run"], ${statistics})`;
    const rewritten = (order: string) =>
      `SELECT TOP 120 c._rid, c AS payload, [(${score} ?? -1), (_VectorScore(c.image, [1, 2, 3]) ?? -1.79769e+308)] AS componentScores\nFROM c\nORDER BY ${order}`;
    expect(
      plan(
        'SELECT TOP 10 * FROM c ORDER BY RANK RRF(FullTextScore(c.text, "swim", "run"), VectorDistance(c.image, [1, 2, 3]))',
      ),
    ).toMatchObject({
      partitionedQueryExecutionInfoVersion: 2,
      hybridSearchQueryInfo: {
        globalStatisticsQuery:
          'SELECT COUNT(1) AS documentCount, [{"totalWordCount": SUM(_FullTextWordCount(c.text)), "hitCounts": [COUNTIF(FullTextContains(c.text, "swim")), COUNTIF(FullTextContains(c.text, "run"))]}] AS fullTextStatistics\nFROM c',
        componentQueryInfos: [
          {
            distinctType: "None",
            top: null,
            offset: null,
            limit: null,
            orderBy: [],
            orderByExpressions: [],
            rewrittenQuery: rewritten(`${score} DESC`),
            hasSelectValue: false,
            hasNonStreamingOrderBy: false,
          },
          {
            distinctType: "None",
            top: null,
            offset: null,
            limit: null,
            orderBy: [],
            orderByExpressions: [],
            rewrittenQuery: rewritten("_VectorScore(c.image, [1, 2, 3])"),
            hasSelectValue: false,
            hasNonStreamingOrderBy: false,
          },
        ],
        componentWithoutPayloadQueryInfos: [],
        projectionQueryInfo: null,
        componentWeights: [],
        skip: null,
        take: 10,
        requiresGlobalStatistics: true,
      },
      queryRanges: [{ min: "", max: "FF", isMinInclusive: true, isMaxInclusive: false }],
    });
  });

  it("rank by text alone in the older form, with the filter", () => {
    expect(
      plan('SELECT TOP 10 c.a FROM c WHERE c.b = 1 ORDER BY RANK FullTextScore(c.text, "swim")'),
    ).toMatchObject({
      hybridSearchQueryInfo: {
        take: 10,
        componentQueryInfos: [
          {
            top: 120,
            orderBy: ["Descending"],
            hasNonStreamingOrderBy: true,
            rewrittenQuery: expect.stringContaining(
              'FROM c\nWHERE ((c.b = 1) AND ({documentdb-formattableorderbyquery-filter}))\nORDER BY _FullTextScore(c.text, ["swim"]',
            ),
          },
        ],
      },
    });
  });

  it("narrow to the ranges of the key", () => {
    expect(plan("SELECT TOP 1 * FROM c WHERE c.id = 'a' ORDER BY c.n")).toMatchObject({
      queryRanges: [
        {
          isMaxInclusive: true,
          isMinInclusive: true,
          min: expect.stringMatching(/^[0-9A-F]{32}$/u),
        },
      ],
    });
  });
});

describe("an empty container", () => {
  it("makes a ranking query throw in the SDK", async () => {
    await expect(
      ids("SELECT TOP 1 c.id FROM c ORDER BY RANK FullTextScore(c.text, 'a')", {
        forceQueryPlan: true,
      }),
    ).rejects.toThrow("GlobalStats validation failed");
  });
});

describe("the change feed", () => {
  it("returns the latest versions of later changes, partition by partition", async () => {
    await put("0", "a", "x");
    const feed = () =>
      container.items.getChangeFeedIterator({
        changeFeedStartFrom: ChangeFeedStartFrom.Now(),
        maxItemCount: 10,
      });
    const first = await feed().readNext();
    expect(first.statusCode).toBe(304);
    await put("1", "a", "x");
    await put("1", "a", "w");
    await container.item("1", ["a", "x"]).patch([{ op: "set", path: "/n", value: 1 }]);
    const seen: unknown[] = [];
    const iterator = container.items.getChangeFeedIterator({
      changeFeedStartFrom: ChangeFeedStartFrom.Continuation(first.continuationToken),
      maxItemCount: 10,
    });
    for (
      let page = await iterator.readNext();
      page.statusCode === 200;
      page = await iterator.readNext()
    )
      seen.push(...page.result);
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ u: "x", n: 1 }),
        expect.objectContaining({ u: "w" }),
      ]),
    );
  });
});

describe("a response", () => {
  const LONG = "x".repeat(1_500_000);
  beforeEach(async () => {
    for (const id of ["1", "2", "3", "4", "5"]) await put(id, "a", "x", { long: LONG });
  });
  it("has at most 4 MB of documents, and says that there are more", async () => {
    const query = container.items.query("SELECT * FROM c", {
      partitionKey: ["a", "x"],
      maxItemCount: 100,
    });
    const first = await query.fetchNext();
    expect(first.resources).toHaveLength(2);
    expect(first.hasMoreResults).toBe(true);
    expect((await query.fetchAll()).resources).toHaveLength(5);
  });
  it("of short rows has the requested length", async () => {
    const query = container.items.query("SELECT c.id FROM c", {
      partitionKey: ["a", "x"],
      maxItemCount: 4,
    });
    expect((await query.fetchNext()).resources).toHaveLength(4);
  });
  it("of the change feed ends at the limit too, and the next one continues there", async () => {
    const feed = container.items.getChangeFeedIterator({
      changeFeedStartFrom: ChangeFeedStartFrom.Beginning(["a", "x"]),
      maxItemCount: 100,
    });
    const pages: number[] = [];
    for (let page = await feed.readNext(); page.statusCode === 200; page = await feed.readNext())
      pages.push(page.result.length);
    expect(pages).toEqual([2, 2, 1]);
  });
});

describe("faults", () => {
  it("happen as often as they are planned", async () => {
    double.faults.plan({ kind: "STATUS", status: 449 }, ({ kind }) => kind === "CREATE");
    await expect(put("1", "a", "x")).rejects.toMatchObject({ code: 449 });
    await put("1", "a", "x");
    double.faults.plan({ kind: "ANSWER_LOST" }, ({ kind }) => kind === "CREATE");
    const plain = new CosmosClient({
      endpoint: double.endpoint,
      key: double.key,
      connectionPolicy: { enableEndpointDiscovery: false },
    });
    await expect(
      plain.database("d").container("c").items.create({ id: "2", t: "a", u: "x" }),
    ).rejects.toThrow(/socket hang up|ECONNRESET/u);
    expect((await container.item("2", ["a", "x"]).read()).statusCode).toBe(200);
    plain.dispose();
  });
});

describe("session", () => {
  it("tells the client how far it has read", async () => {
    await put("1", "a", "x");
    await container.item("1", ["a", "x"]).read();
    expect(double.requests.at(-1)?.headers["x-ms-session-token"]).toMatch(/^0:1#1,1:1#1$/u);
  });
});

describe("offers", () => {
  const offerOf = async () => (await container.readOffer()).resource!;
  const replace = async (content: object, headers: Record<string, string> = {}) => {
    const offer = await offerOf();
    return client
      .offer(offer.id!)
      .replace({ ...offer, content: content as never }, { initialHeaders: headers });
  };

  it("are found by the link of their container, and changed", async () => {
    expect(await offerOf()).toMatchObject({ content: { offerThroughput: 400 } });
    await replace({ offerThroughput: 900 });
    expect(await offerOf()).toMatchObject({ content: { offerThroughput: 900 } });
  });
  it("change their mode with a header alone, by a request of its own", async () => {
    const autoscale = { offerAutopilotSettings: { maxThroughput: 4000 } };
    await expect(replace(autoscale)).rejects.toMatchObject({ code: 400 });
    await expect(
      replace(autoscale, { "x-ms-cosmos-migrate-offer-to-autopilot": "true" }),
    ).rejects.toMatchObject({ code: 400 });
    await replace({ offerThroughput: -1 }, { "x-ms-cosmos-migrate-offer-to-autopilot": "true" });
    await expect(replace({ offerThroughput: 500 })).rejects.toMatchObject({ code: 400 });
    await replace(autoscale);
    expect(await offerOf()).toMatchObject({ content: autoscale });
  });
  it.each([399, 450, 2_000_000])("refuse %i RU/s", async (offerThroughput) => {
    await expect(replace({ offerThroughput })).rejects.toMatchObject({ code: 400 });
  });
});

describe("an Entra identity", () => {
  const status = async (method: string, path: string) =>
    (
      await double.handle(
        method,
        `${double.endpoint}${path}`,
        { authorization: encodeURIComponent(`type=aad&ver=1.0&sig=${double.token}`) },
        Buffer.from(method === "GET" ? "" : '{"id":"x"}'),
      )
    )?.status;
  it("reads containers, and manages neither them nor offers", async () => {
    expect(await status("GET", "dbs/d/colls/c")).toBe(200);
    expect(await status("POST", "dbs/d/colls")).toBe(403);
    expect(await status("POST", "dbs")).toBe(403);
    expect(await status("GET", "offers")).toBe(403);
  });
});

describe("a replica that lags", () => {
  const other = () =>
    new CosmosClient({ endpoint: double.endpoint, key: double.key, consistencyLevel: "Session" });
  const behind = { random: () => 0, faults: 0, lags: 1 };
  const byBatch = (n: number) =>
    container.items.batch(
      ["1", "2"].map((id) => ({
        operationType: "Upsert" as const,
        resourceBody: { id, t: "a", u: "x", n },
      })),
      ["a", "x"],
    );
  const read = async (from: CosmosClient) =>
    (
      await from
        .database("d")
        .container("c")
        .items.query<{ n: number }>("SELECT c.n FROM c", { partitionKey: ["a", "x"] as never })
        .fetchAll()
    ).resources.map(({ n }) => n);

  it("shows the state before the last write, then all of the new state", async () => {
    await byBatch(1);
    await byBatch(2);
    double.faults.storm = { ...behind, random: () => 0.1 };
    const reader = other();
    expect(await read(reader)).toEqual([1, 1]);
    double.faults.storm = null;
    expect(await read(reader)).toEqual([2, 2]);
    reader.dispose();
  });

  it("is never behind what a client has written or read", async () => {
    await byBatch(1);
    const reader = other();
    expect(await read(reader)).toEqual([1, 1]);
    await byBatch(2);
    double.faults.storm = { ...behind, random: () => 0.9 };
    expect(await read(client)).toEqual([2, 2]);
    expect(await read(reader)).toEqual([1, 1]);
    reader.dispose();
  });
});
