import { afterEach, beforeEach, expect, it } from "vitest";
import { connect, type Connection } from "../../../src/store/cosmos/connection/connection.ts";
import { CONTAINERS } from "../../../src/store/cosmos/provisioning/containers.ts";
import {
  applyProvision,
  describeStep,
  planProvision,
} from "../../../src/store/cosmos/provisioning/provision.ts";
import { CosmosDouble } from "../../cosmos-double/cosmos-double.ts";
import { optionsFor } from "./provisioned.ts";
import { EMBEDDER } from "./samples.ts";

let double: CosmosDouble;
let connection: Connection;
beforeEach(async () => {
  double = await CosmosDouble.start();
  connection = await connect(optionsFor(double, EMBEDDER));
});
afterEach(async () => {
  await connection.close();
  await double.stop();
});

const container = (name: string) => double.account.container("memory", name).definition;

it("a plan for an empty account changes nothing", async () => {
  const steps = await planProvision(connection, {});
  expect(steps.map(({ kind }) => kind)).toEqual([
    "CREATE_DATABASE",
    ...CONTAINERS.map(() => "CREATE_CONTAINER"),
  ]);
  expect(steps.map(describeStep).slice(0, 2)).toEqual([
    "+ database memory",
    "+ container graph (/tenant, /user)",
  ]);
  expect(double.account.databases.size).toBe(0);
});

it("provisioning creates what is missing, and has nothing left to do then", async () => {
  await applyProvision(connection, await planProvision(connection, {}));
  expect((await planProvision(connection, {})).map(({ kind }) => kind)).toEqual(
    CONTAINERS.map(() => "KEEP"),
  );
  double.account.database("memory").delete("turns");
  const steps = await planProvision(connection, {});
  expect(steps.filter(({ kind }) => kind !== "KEEP").map(describeStep)).toEqual([
    "+ container turns (/tenant, /user, /session)",
  ]);
  await applyProvision(connection, steps);
  expect(container("turns")["partitionKey"]).toMatchObject({
    paths: ["/tenant", "/user", "/session"],
    kind: "MultiHash",
    version: 2,
  });
});

it("provisioning can run twice at the same time", async () => {
  const steps = await planProvision(connection, {});
  await Promise.all([applyProvision(connection, steps), applyProvision(connection, steps)]);
  expect([...double.account.database("memory").keys()].toSorted()).toEqual(
    [...CONTAINERS].toSorted(),
  );
});

it("provisioning indexes texts and vectors, and never a vector as a range", async () => {
  await applyProvision(
    connection,
    await planProvision(connection, {
      vectorIndex: { kind: "diskANN", quantizationBytes: 96, searchListSize: 100 },
    }),
  );
  expect(container("graph")).toMatchObject({
    defaultTtl: -1,
    vectorEmbeddingPolicy: {
      vectorEmbeddings: [
        { path: "/vector", dimensions: 2, dataType: "float32", distanceFunction: "cosine" },
      ],
    },
    fullTextPolicy: {
      defaultLanguage: "en-US",
      fullTextPaths: [{ path: "/text", language: "en-US" }],
    },
    indexingPolicy: {
      excludedPaths: expect.arrayContaining([{ path: "/vector/*" }]),
      vectorIndexes: [
        {
          path: "/vector",
          type: "diskANN",
          vectorIndexShardKey: ["/tenant", "/user"],
          quantizationByteSize: 96,
          indexingSearchListSize: 100,
        },
      ],
      fullTextIndexes: [{ path: "/text" }],
    },
  });
});

it("provisioning is serverless by default, with autoscale on every container if requested", async () => {
  const throughputs = () =>
    CONTAINERS.map((name) => double.account.container("memory", name).throughput);
  await applyProvision(connection, await planProvision(connection, {}));
  expect(throughputs()).toEqual(CONTAINERS.map(() => null));
  double.account.databases.clear();
  const steps = await planProvision(connection, { autoscaleMaxRu: 4000 });
  expect(describeStep(steps[1]!)).toContain("autoscale up to 4000 RU/s");
  await applyProvision(connection, steps);
  expect(throughputs()).toEqual(CONTAINERS.map(() => ({ maxThroughput: 4000 })));
});

it("provisioning adds the indexes that a container of an earlier release lacks, and nothing else", async () => {
  await applyProvision(connection, await planProvision(connection, {}));
  const current = structuredClone(container("graph"));
  const policy = current["indexingPolicy"] as unknown as {
    includedPaths: { path: string }[];
    compositeIndexes?: unknown;
  };
  const earlier = policy.includedPaths.filter(
    ({ path }) => path !== "/session/?" && path !== "/believedUntil/?",
  );
  earlier.push({ path: "/own/by/operator/?" });
  double.account.replaceContainer("memory", "graph", {
    ...current,
    defaultTtl: 60,
    indexingPolicy: { ...(policy as object), includedPaths: earlier, compositeIndexes: [] },
  });
  const steps = await planProvision(connection, {});
  expect(steps.filter(({ kind }) => kind !== "KEEP").map(describeStep)).toEqual([
    "~ container graph: indexes of /session/?, /believedUntil/?, /importance with /since",
  ]);
  expect(container("graph")["defaultTtl"]).toBe(60);
  await applyProvision(connection, steps);
  expect(container("graph")).toMatchObject({
    defaultTtl: 60,
    indexingPolicy: {
      includedPaths: [...earlier, { path: "/session/?" }, { path: "/believedUntil/?" }],
      compositeIndexes: policy.compositeIndexes,
    },
  });
  expect((await planProvision(connection, {})).map(({ kind }) => kind)).toEqual(
    CONTAINERS.map(() => "KEEP"),
  );
});

it("provisioning leaves an index of everything as it is", async () => {
  await applyProvision(connection, await planProvision(connection, {}));
  double.account.replaceContainer("memory", "turns", {
    ...container("turns"),
    indexingPolicy: { includedPaths: [{ path: "/*" }], excludedPaths: [] },
  });
  expect((await planProvision(connection, {})).map(({ kind }) => kind)).toEqual(
    CONTAINERS.map(() => "KEEP"),
  );
});

it("provisioning reports a container with another vector policy and leaves it as it is", async () => {
  await applyProvision(connection, await planProvision(connection, {}));
  const other = await connect(optionsFor(double, { id: "other", dimensions: 1536 }));
  const steps = await planProvision(other, {});
  expect(steps.filter(({ kind }) => kind !== "KEEP").map(describeStep)).toEqual([
    "! container graph: its vectors have 2 dimensions, the embedder's have 1536; it is left as it is",
  ]);
  await applyProvision(other, steps);
  expect(container("graph")).toMatchObject({
    vectorEmbeddingPolicy: { vectorEmbeddings: [{ dimensions: 2 }] },
  });
  await other.close();
});
