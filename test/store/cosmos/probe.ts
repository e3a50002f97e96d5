import { randomUUID } from "node:crypto";
import {
  BulkOperationType,
  ChangeFeedStartFrom,
  PatchOperationType,
  type Container,
  type FeedOptions,
} from "@azure/cosmos";
import type { Connection } from "../../../src/store/cosmos/connection/connection.ts";
import {
  deleting,
  sdkOperations,
  type BatchOperation,
} from "../../../src/store/cosmos/partition/batches.ts";
import { STATISTICS } from "../../../src/store/cosmos/connection/stored-sizes.ts";
import { SERVERLESS } from "../../../src/store/cosmos/provisioning/throughput.ts";
import { asRanking } from "../../../src/store/cosmos/connection/empty-ranking-pages.ts";

/** Features that the adapter needs of an account, and an emulator may lack. */
const FEATURES = [
  "batches",
  "conditions in batches",
  "patches",
  "change feed",
  "vector search",
  "full text",
  "hybrid search",
  "full text within a partition",
  "vectors within a partition",
  "one state in a page",
  "documents of others",
  "partition statistics",
  "throughput",
] as const;
export type Feature = (typeof FEATURES)[number];

/** Tenant and user. */
const PARTS_OF_KEY = 2;
const ROUNDS_OF_PAGES = 50;
/** Documents of others: as many as it takes for the service to compress vectors. */
const OTHERS = 1_000;
const OTHERS_IN_BATCH = 50;
/** How much dearer a query may become. */
const DEARER = 1.5;

type Probe = (container: Container, key: readonly string[], others: number) => Promise<void>;

const whose = 'c.tenant = "probe" AND c.user = @user';
const ranked = async (
  container: Container,
  key: readonly string[],
  query: string,
  scores = 1,
  options: FeedOptions = { forceQueryPlan: true },
): Promise<void> => {
  const spec = {
    query,
    parameters: [
      { name: "@user", value: key[1]! },
      { name: "@vector", value: [1, 0] },
      { name: "@word", value: "coffee" },
    ],
  };
  const { resources } = await asRanking(scores, () =>
    container.items.query<{ id: string }>(spec, { ...options, maxItemCount: 10 }).fetchAll(),
  );
  if (resources[0]?.id !== "near")
    throw new Error(
      `found ${JSON.stringify(resources.map(({ id }) => id))} instead of what is nearest`,
    );
};

const document = (key: readonly string[], id: string, text: string, vector: readonly number[]) => ({
  id,
  tenant: key[0]!,
  user: key[1]!,
  type: "text",
  text,
  vector: [...vector],
  spans: [{ recordedAt: "a" }],
  recordedAt: id,
});

const PROBES: Readonly<Record<Feature, Probe>> = {
  batches: async (container, key) => {
    const { code } = await container.items.batch(
      [
        document(key, "near", "strong coffee, coffee", [1, 0.1]),
        document(key, "far", "tea, not coffee", [0, 1]),
      ].map((resourceBody) => ({ operationType: BulkOperationType.Create, resourceBody })),
      [...key],
    );
    if (code !== 200) throw new Error(`answered ${code}`);
  },
  "conditions in batches": async (container, key) => {
    const { etag } = await container.items.upsert(document(key, "gone", "", [0, 1]));
    const attempt = async (operations: readonly BatchOperation[]): Promise<number | undefined> =>
      (await container.items.batch(sdkOperations(operations), [...key])).result
        ?.map(({ statusCode }) => statusCode)
        .find((status) => status >= 400 && status !== 424);
    const refused = [
      await attempt([deleting("gone", '"another"')]),
      await attempt([{ operationType: "Read", id: "nobody" }, deleting("gone", etag)]),
    ];
    if (refused.join() !== "412,404")
      throw new Error(`refused with ${refused.join(" and ")} instead of 412 and 404`);
    if (
      (await attempt([{ operationType: "Read", id: "near" }, deleting("gone", etag)])) !== undefined
    )
      throw new Error("refused what fits");
  },
  patches: async (container, key) => {
    await container.item("near", [...key]).patch([
      { op: PatchOperationType.set, path: "/spans/0/expiredAt", value: "b" },
      { op: PatchOperationType.add, path: "/spans/-", value: { recordedAt: "b" } },
    ]);
  },
  "change feed": async (container) => {
    await container.items
      .getChangeFeedIterator({ changeFeedStartFrom: ChangeFeedStartFrom.Now() })
      .readNext();
  },
  "vector search": (container, key) =>
    ranked(
      container,
      key,
      `SELECT TOP 5 c.id FROM c WHERE ${whose} ORDER BY VectorDistance(c.vector, @vector)`,
    ),
  "full text": (container, key) =>
    ranked(
      container,
      key,
      `SELECT TOP 5 c.id FROM c WHERE ${whose} AND FullTextContainsAny(c.text, @word) ORDER BY RANK FullTextScore(c.text, @word)`,
    ),
  "hybrid search": (container, key) =>
    ranked(
      container,
      key,
      `SELECT TOP 5 c.id FROM c WHERE ${whose} AND c.type = "text" AND (c.recordedAt > @user OR NOT IS_DEFINED(c.believedUntil)) AND FullTextContainsAny(c.text, @word) ORDER BY RANK RRF(FullTextScore(c.text, @word), VectorDistance(c.vector, @vector), [1, 0.25])`,
      2,
    ),
  "full text within a partition": (container, key) =>
    ranked(
      container,
      key,
      `SELECT TOP 5 c.id FROM c WHERE ${whose} AND FullTextContainsAny(c.text, @word) ORDER BY c.recordedAt DESC`,
      1,
      { partitionKey: [...key] },
    ),
  "vectors within a partition": (container, key) =>
    ranked(
      container,
      key,
      `SELECT TOP 5 c.id FROM c WHERE ${whose} ORDER BY VectorDistance(c.vector, @vector)`,
      1,
      { partitionKey: [...key] },
    ),
  // Two documents that are always written together, read while they are written.
  "one state in a page": async (container, key) => {
    const page = (order: string) =>
      container.items
        .query<{ id: string; text: string }>(
          {
            query: `SELECT TOP 2 c.id, c.text FROM c WHERE ${whose} AND (c.id = "page a" OR c.id = "page b")${order}`,
            parameters: [{ name: "@user", value: key[1]! }],
          },
          { partitionKey: [...key] },
        )
        .fetchAll();
    for (let round = 0; round < ROUNDS_OF_PAGES; round++) {
      const [, ...pages] = await Promise.all([
        container.items.batch(
          ["page a", "page b"].map((id) => ({
            operationType: BulkOperationType.Upsert,
            resourceBody: {
              ...document(key, id, String(round), [0, 1]),
              since: id === "page b" ? "" : "1",
            },
          })),
          [...key],
        ),
        page(""),
        page(" ORDER BY c.since"),
      ]);
      for (const { resources } of pages) {
        const states = resources.map(({ text }) => text);
        if (states.length === 1 || new Set(states).size > 1)
          throw new Error(`showed ${states.join(" beside ")} of what was written together`);
      }
      const [first] = pages[1]?.resources ?? [];
      if (first && first.id !== "page b")
        throw new Error("did not put what is first in an order first");
    }
  },
  // The cost of one user's queries before and after somebody else has written a lot.
  "documents of others": async (container, key, others) => {
    const charges = async (): Promise<number[]> => {
      const units: number[] = [];
      for (const order of ["VectorDistance(c.vector, @vector)", "c.recordedAt DESC"]) {
        const spec = {
          query: `SELECT TOP 5 c.id FROM c WHERE ${whose} AND c.type = "text" ORDER BY ${order}`,
          parameters: [
            { name: "@user", value: key[1]! },
            { name: "@vector", value: [1, 0] },
          ].slice(0, order.includes("@") ? 2 : 1),
        };
        const { requestCharge } = await container.items
          .query(spec, { partitionKey: [...key] })
          .fetchAll();
        units.push(requestCharge);
      }
      return units;
    };
    const before = await charges();
    const other = ["probe", randomUUID()];
    for (let n = 0; n < others; n += OTHERS_IN_BATCH)
      await container.items.batch(
        Array.from({ length: OTHERS_IN_BATCH }, (_, i) => ({
          operationType: BulkOperationType.Create,
          resourceBody: document(other, `other ${n + i}`, "tea", [1, (n + i) / others]),
        })),
        other,
      );
    const after = await charges();
    for (const [i, what] of ["a search of vectors", "an order"].entries())
      if ((after[i] ?? 0) > DEARER * (before[i] ?? 0))
        throw new Error(
          `${what} of one user cost ${before[i]} RU before and ${after[i]} RU after ${others} documents of another one`,
        );
  },
  "partition statistics": async (container) => {
    const { resource } = await container.read({ initialHeaders: STATISTICS });
    const statistics: unknown = resource && Reflect.get(resource, "statistics");
    if (!Array.isArray(statistics)) throw new Error("has no statistics");
    const ranges = statistics as {
      readonly partitionKeys?: { readonly partitionKey: unknown }[];
    }[];
    for (const { partitionKey } of ranges.flatMap(({ partitionKeys = [] }) => partitionKeys))
      if (!Array.isArray(partitionKey) || partitionKey.length !== PARTS_OF_KEY)
        throw new Error(`has sizes of ${JSON.stringify(partitionKey)}, not of a whole key`);
  },
  throughput: async (container) => {
    const { resource } = await container.readOffer().catch((error: unknown) => {
      if (error instanceof Error && SERVERLESS.test(error.message)) return { resource: null };
      throw error;
    });
    if (resource === undefined) throw new Error("the container has no throughput of its own");
  },
};

/** The features that an account lacks, with its errors. The database must exist, for vectors of two dimensions. */
export const probe = async (
  connection: Connection,
  others = OTHERS,
): Promise<ReadonlyMap<Feature, string>> => {
  const lacking = new Map<Feature, string>();
  const key = ["probe", randomUUID()];
  for (const feature of FEATURES) {
    try {
      await PROBES[feature](connection.container("graph"), key, others);
    } catch (error) {
      lacking.set(feature, error instanceof Error ? error.message.slice(0, 200) : String(error));
    }
  }
  return lacking;
};
