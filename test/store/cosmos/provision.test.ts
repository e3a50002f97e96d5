import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, type Connection } from "../../../src/store/cosmos/connection/connection.ts";
import { CONTAINERS, parseThroughput } from "../../../src/store/cosmos/provisioning/choices.ts";
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

const throughputs = (on: CosmosDouble = double) =>
  CONTAINERS.map((name) =>
    on.account.offers.throughputOf(on.account.container("memory", name).rid),
  );
const manual = (ru: number) => ({ mode: "MANUAL", ru }) as const;
const autoscale = (ru: number) => ({ mode: "AUTOSCALE", ru }) as const;
const changed = async (options: Parameters<typeof planProvision>[1]): Promise<string[]> => {
  const steps = await planProvision(connection, options);
  await applyProvision(connection, steps);
  return steps.filter(({ kind }) => kind !== "KEEP").map(describeStep);
};

it("provisioning leaves throughput to the service, with autoscale on every container if requested", async () => {
  await applyProvision(connection, await planProvision(connection, {}));
  expect(throughputs()).toEqual(CONTAINERS.map(() => manual(400)));
  double.account.databases.clear();
  const steps = await planProvision(connection, { autoscaleMaxRu: 4000 });
  expect(describeStep(steps[1]!)).toContain("autoscale up to 4000 RU/s");
  await applyProvision(connection, steps);
  expect(throughputs()).toEqual(CONTAINERS.map(() => autoscale(4000)));
});

describe("throughput", () => {
  it("is that of each container, or of all that are not named", async () => {
    await changed({
      autoscaleMaxRu: 2000,
      throughput: { graph: autoscale(6000), leases: manual(500) },
    });
    expect(throughputs()).toEqual([...[6000, 2000, 2000, 2000].map(autoscale), manual(500)]);
  });

  it("changes later, between manual and autoscale too, and is shown before", async () => {
    await changed({ throughput: { all: manual(600) } });
    const wanted = { throughput: { graph: autoscale(5000), turns: manual(900) } } as const;
    const steps = await planProvision(connection, wanted);
    expect(steps.filter(({ kind }) => kind !== "KEEP").map(describeStep)).toEqual([
      "~ container graph: autoscale up to 5000 RU/s instead of 600 RU/s",
      "~ container turns: 900 RU/s instead of 600 RU/s",
    ]);
    expect(throughputs()).toEqual(CONTAINERS.map(() => manual(600)));
    await applyProvision(connection, steps);
    expect(throughputs().slice(0, 3)).toEqual([autoscale(5000), manual(900), manual(600)]);
    expect(await changed(wanted)).toEqual([]);
    expect(await changed({ throughput: { graph: manual(700) } })).toEqual([
      "~ container graph: 700 RU/s instead of autoscale up to 5000 RU/s",
    ]);
    expect(throughputs()[0]).toEqual(manual(700));
  });

  it("does not change unless requested", async () => {
    await changed({ throughput: { all: autoscale(3000) } });
    double.requests.splice(0);
    expect(await changed({ autoscaleMaxRu: 9000 })).toEqual([]);
    expect(throughputs()).toEqual(CONTAINERS.map(() => autoscale(3000)));
    expect(double.requests.filter(({ kind }) => kind === "OFFER")).toEqual([]);
  });

  it("is refused in a serverless account, before anything is created", async () => {
    const serverless = await CosmosDouble.start({ account: { isServerless: true } });
    const own = await connect(optionsFor(serverless, EMBEDDER));
    const refusal =
      /The account is serverless.*Leave out --throughput and COSMOS_AUTOSCALE_MAX_RU/u;
    await expect(planProvision(own, { autoscaleMaxRu: 4000 })).rejects.toThrow(refusal);
    expect(serverless.account.databases.size).toBe(0);
    await applyProvision(own, await planProvision(own, {}));
    expect(throughputs(serverless)).toEqual(CONTAINERS.map(() => null));
    await expect(planProvision(own, { throughput: { graph: manual(400) } })).rejects.toThrow(
      refusal,
    );
    await own.close();
    await serverless.stop();
  });

  it("that the service refuses is named with its limits", async () => {
    await changed({ throughput: { graph: autoscale(50_000) } });
    await expect(changed({ throughput: { graph: autoscale(1000) } })).rejects.toThrow(
      "Cosmos DB refuses autoscale up to 1000 RU/s for the container graph: The offer should have valid throughput values between 5000",
    );
    expect(throughputs()[0]).toEqual(autoscale(50_000));
  });

  it("is not changed while the service still changes it", async () => {
    await changed({});
    double.faults.plan(
      { kind: "STATUS", status: 423 },
      ({ kind, method }) => kind === "OFFER" && method === "PUT",
    );
    await expect(changed({ throughput: { graph: manual(500) } })).rejects.toThrow(
      "still changing the throughput of the container graph",
    );
  });

  it("is not that of a container that shares the throughput of its database", async () => {
    await changed({});
    double.account.offers.share();
    expect(await changed({ throughput: { turns: manual(500) } })).toEqual([
      "! container turns: it has no throughput of its own, but shares that of the database; it is left as it is",
    ]);
  });

  it("and containers are refused to an Entra identity, with the remedy", async () => {
    double.faults.plan(
      {
        kind: "STATUS",
        status: 403,
        substatus: 5300,
        message:
          "Request blocked by Auth: The given request [POST /dbs] cannot be authorized by AAD token in data plane.",
      },
      ({ kind, method }) => kind === "DATABASE" && method === "POST",
    );
    await expect(changed({})).rejects.toThrow("Set COSMOS_KEY for this command");
  });

  it.each([
    ["autoscale:4000", { all: autoscale(4000) }],
    ["leases=manual:400", { leases: manual(400) }],
  ])("is read from %s", (text, settings) => {
    expect(parseThroughput(text)).toEqual(settings);
  });
  it.each([
    ["4000", "It takes manual"],
    ["autoscale:4500", "a multiple of 1000"],
    ["manual:300", "at least 400"],
    ["manual:450", "a multiple of 100"],
    ["grahp=manual:400", "The containers are graph"],
    ["graph=serverless:1000", "It takes manual"],
  ])("is not read from %s", (text, reason) => {
    expect(parseThroughput(text)).toContain(reason);
  });
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
