import { createDefaultHttpClient } from "@azure/core-rest-pipeline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { connect } from "../../../src/store/cosmos/connection/connection.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { planProvision } from "../../../src/store/cosmos/provisioning/provision.ts";
import type { Charge } from "../../../src/store/charge-meter.ts";
import { StoreUnavailable } from "../../../src/store/port.ts";
import { CosmosDouble } from "../../cosmos-double/cosmos-double.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import {
  optionsFor,
  patientClock,
  provisionedDouble,
  spaceOf,
  storeOnDouble,
} from "./provisioned.ts";
import { aFact, anEntity, aText, EMBEDDER, minute } from "./samples.ts";

const EQUAL = { fullText: 1, vector: 1 };
const isRead = ({ kind }: ReceivedRequest): boolean =>
  kind === "READ" || kind === "QUERY" || kind === "PLAN";

describe("opening", () => {
  let double: CosmosDouble;
  afterEach(() => double.stop());

  const opening = (more: object = {}) => openCosmosStore(optionsFor(double, EMBEDDER, more));

  it("with a wrong key says what to check", async () => {
    double = await provisionedDouble(EMBEDDER);
    await expect(opening({ key: Buffer.from("another").toString("base64") })).rejects.toMatchObject(
      { reason: "REFUSED", message: expect.stringContaining("COSMOS_KEY") },
    );
  });

  it("with an Entra identity sends its token", async () => {
    double = await provisionedDouble(EMBEDDER);
    const credential = {
      getToken: async () => ({ token: double.token, expiresOnTimestamp: Date.now() + 3_600_000 }),
    };
    // The SDK sends no bearer token over plain HTTP, so the test looks at the request itself.
    const sent: (string | undefined)[] = [];
    const httpClient = {
      sendRequest: async (request: {
        readonly headers: { get(name: string): string | undefined };
      }) => (
        sent.push(request.headers.get("authorization")),
        Promise.reject(new Error("ENOTFOUND"))
      ),
    };
    await expect(
      opening({
        endpoint: "https://account.documents.azure.com:443/",
        key: undefined,
        credential,
        httpClient,
      }),
    ).rejects.toMatchObject({ reason: "UNREACHABLE" });
    expect(sent[0]).toBe(`type=aad&ver=1.0&sig=${double.token}`);
  });

  it("without the database says how to create it", async () => {
    double = await CosmosDouble.start();
    await expect(opening()).rejects.toMatchObject({
      reason: "DAMAGED",
      message: expect.stringContaining("palimpsest provision"),
    });
  });

  it("without one of the containers names it", async () => {
    double = await provisionedDouble(EMBEDDER);
    double.account.database("memory").delete("leases");
    await expect(opening()).rejects.toMatchObject({
      reason: "DAMAGED",
      message: expect.stringMatching(/leases.*palimpsest provision/u),
    });
  });

  it("with an embedder of other dimensions says so", async () => {
    double = await provisionedDouble({ id: "three", dimensions: 3 });
    await expect(opening()).rejects.toMatchObject({
      reason: "DAMAGED",
      message: expect.stringContaining("its vectors have 3 dimensions, the embedder's have 2"),
    });
  });

  it.each([
    [{ enableMultipleWriteLocations: true }, "multi-region writes"],
    [{ defaultConsistencyLevel: "Eventual" }, "consistency is Eventual"],
    [{ defaultConsistencyLevel: "ConsistentPrefix" }, "consistency is ConsistentPrefix"],
  ])("an account with %o is refused, by provision as well", async (account, reason) => {
    double = await CosmosDouble.start({ account });
    await expect(opening()).rejects.toMatchObject({
      reason: "DAMAGED",
      message: expect.stringContaining(reason),
    });
    const connection = await connect(optionsFor(double, EMBEDDER));
    await expect(planProvision(connection, {})).rejects.toMatchObject({ reason: "DAMAGED" });
    await connection.close();
  });

  it.each(["Strong", "BoundedStaleness"])(
    "an account with %s consistency is fine",
    async (level) => {
      double = await provisionedDouble(EMBEDDER, { account: { defaultConsistencyLevel: level } });
      await expect((await opening()).close()).resolves.toBeUndefined();
    },
  );

  it("of an unreachable account fails soon", async () => {
    double = await CosmosDouble.start();
    const endpoint = double.endpoint;
    await double.stop();
    double = await CosmosDouble.start();
    const clock = patientClock();
    const began = clock.now();
    await expect(
      openCosmosStore(optionsFor(double, EMBEDDER, { endpoint, ...clock, patienceMs: 5_000 })),
    ).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("COSMOS_ENDPOINT"),
    });
    expect(clock.now() - began).toBeLessThanOrEqual(5_000);
  });
});

describe("an open store", () => {
  const charges: Charge[] = [];
  let on: Awaited<ReturnType<typeof storeOnDouble>>;
  let space: CosmosSpace;
  beforeEach(async () => {
    charges.length = 0;
    on = await storeOnDouble(EMBEDDER, { onCharge: (charge) => charges.push(charge) });
    space = await spaceOf(on.store);
    await space.commit(await space.head(), {
      recordedAt: minute(1),
      entities: [anEntity("ann", minute(1))],
      facts: [aFact("f", minute(1))],
    });
    on.double.takeRequests();
    charges.length = 0;
  });
  afterEach(() => on.close());

  const read = () => space.factHistory([{ fact: "f", knownAt: minute(1) }]);

  it.each([408, 410, 429, 449, 500, 502, 503, 504])("retries reads after %i", async (status) => {
    on.double.faults.plan({ kind: "STATUS", status }, isRead, 4);
    expect(await read()).toHaveLength(1);
    expect(on.double.faults.left).toBe(0);
  });

  it("asks again if replicas lag behind what it has read", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 404, substatus: 1002 }, () => true, 4);
    expect(await read()).toHaveLength(1);
    expect(on.double.faults.left).toBe(0);
  });

  it("follows the account if another region now writes", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 403, substatus: 3 }, isBatch);
    expect(await commitMinute2()).toBe(true);
    expect(on.double.faults.left).toBe(0);
  });

  const commitMinute2 = async (): Promise<boolean> =>
    space.commit(await space.head(), {
      recordedAt: minute(2),
      entities: [anEntity("bob", minute(2))],
    });
  const isBatch = ({ kind }: ReceivedRequest): boolean => kind === "BATCH";
  const batches = (): number => on.double.takeRequests().filter(isBatch).length;

  it.each([408, 410, 500, 502, 504])(
    "checks after %i whether a write was executed, and sends it again if not",
    async (status) => {
      on.double.faults.plan({ kind: "STATUS", status }, isBatch);
      expect(await commitMinute2()).toBe(true);
      expect(batches()).toBe(2);
      on.double.faults.plan({ kind: "STATUS", status, isExecuted: true }, isBatch);
      const head = await space.head();
      expect(
        await space.commit(head, {
          recordedAt: minute(3),
          entities: [anEntity("cyd", minute(3))],
        }),
      ).toBe(true);
      expect(batches()).toBe(1);
      expect(await space.entitiesByKey(["person:bob", "person:cyd"])).toEqual(["bob", "cyd"]);
    },
  );

  it("does not report an unknown outcome for ever", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 500 }, isBatch, Infinity);
    await expect(commitMinute2()).rejects.toMatchObject({ reason: "UNREACHABLE" });
  });

  it("names the remedy if a space is full, keys are forbidden or the firewall blocks", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 403, substatus: 1014 }, isBatch);
    await expect(commitMinute2()).rejects.toMatchObject({
      reason: "FULL",
      message: expect.stringContaining("20 GB"),
    });
    for (const [status, message, remedy] of [
      [401, "Local Authorization is disabled. Use an AAD token.", "Remove COSMOS_KEY"],
      [403, "Request is blocked by your Cosmos DB account firewall settings.", "firewall blocks"],
      [403, "Request blocked by Auth.", "Data Contributor"],
    ] as const) {
      on.double.faults.plan({ kind: "STATUS", status, message }, isRead);
      await expect(read()).rejects.toMatchObject({
        reason: "REFUSED",
        message: expect.stringContaining(remedy),
      });
    }
  });

  it("refuses a write that is too large for the service with a code of its own", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 413 }, isBatch);
    await expect(commitMinute2()).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  it("retries reads after a broken connection", async () => {
    on.double.faults.plan({ kind: "LOST" }, isRead, 3);
    expect(await read()).toHaveLength(1);
  });

  it("waits as long as the service asks", async () => {
    const clock = patientClock();
    const patient = await openCosmosStore(optionsFor(on.double, EMBEDDER, clock));
    const began = clock.now();
    on.double.faults.plan({ kind: "STATUS", status: 429, retryAfterMs: 2_000 }, isRead);
    await (await spaceOf(patient)).head();
    expect(clock.now() - began).toBeGreaterThanOrEqual(2_000);
    await patient.close();
  });

  it.each([429, 449, 503])(
    "reports %i after all retries, and serves again afterwards",
    async (status) => {
      on.double.faults.plan({ kind: "STATUS", status }, () => true, Infinity);
      await expect(read()).rejects.toMatchObject({
        name: "StoreUnavailable",
        reason: "UNREACHABLE",
      });
      await expect(
        space.searchFullText(["so"], {
          kinds: ["FACT"],
          at: { knownAt: minute(5), validAt: minute(5) },
          limit: 5,
        }),
      ).rejects.toMatchObject({ name: "StoreUnavailable", reason: "UNREACHABLE" });
      await expect(on.store.check()).rejects.toMatchObject({ name: "StoreUnavailable" });
      on.double.faults.clear();
      await on.store.check();
      expect(await read()).toHaveLength(1);
    },
  );

  it.each(["STATUS", "LOST"] as const)(
    "retries a ranking if one of the queries of its plan meets a transient fault (%s)",
    async (kind) => {
      const said = aFact("said", minute(2), { text: "coffee" });
      await space.commit(await space.head(), {
        recordedAt: minute(2),
        facts: [said],
        texts: [aText(said, [1, 0])],
      });
      const query = {
        kinds: ["FACT"] as const,
        at: { knownAt: minute(5), validAt: minute(5) },
        limit: 5,
      };
      for (let nth = 0; nth < 6; nth++) {
        let seen = 0;
        on.double.faults.plan(
          { kind, status: 449 } as never,
          ({ kind: request }) => (request === "QUERY" || request === "PLAN") && seen++ === nth,
        );
        expect(
          (
            await space.searchHybrid(
              { terms: ["coffee"], vector: Float32Array.from([1, 0]), weights: EQUAL },
              query,
            )
          ).fullText.map(({ text }) => text.subject),
        ).toEqual(["said"]);
        on.double.faults.clear();
      }
    },
  );

  it("gives up on a request that is never answered", async () => {
    const impatient = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, { requestTimeoutMs: 30, patienceMs: 40 }),
    );
    on.double.faults.plan({ kind: "SILENCE" }, isRead, Infinity);
    await expect((await spaceOf(impatient)).head()).rejects.toMatchObject({
      name: "StoreUnavailable",
      reason: "UNREACHABLE",
    });
    on.double.faults.clear();
    await impatient.close();
  });

  it("requests the physical partitions of a container once, and again when they have changed", async () => {
    const rank = () =>
      space.searchFullText(["so"], {
        kinds: ["FACT"],
        at: { knownAt: minute(5), validAt: minute(5) },
        limit: 5,
      });
    const ranges = () => on.double.requests.filter(({ kind }) => kind === "RANGES").length;
    await rank();
    await rank();
    expect(ranges()).toBe(0);
    on.double.faults.plan(
      { kind: "STATUS", status: 410, substatus: 1002 },
      ({ kind, headers }) => kind === "QUERY" && "x-ms-documentdb-partitionkeyrangeid" in headers,
    );
    await rank();
    expect(ranges()).toBeGreaterThan(0);
  });

  it("keeps the partitions that it knows if new ones cannot be read", async () => {
    const rank = () =>
      space.searchFullText(["so"], {
        kinds: ["FACT"],
        at: { knownAt: minute(5), validAt: minute(5) },
        limit: 5,
      });
    on.double.faults.plan(
      { kind: "STATUS", status: 410, substatus: 1002 },
      ({ kind, headers }) => kind === "QUERY" && "x-ms-documentdb-partitionkeyrangeid" in headers,
    );
    on.double.faults.plan({ kind: "LOST" }, ({ kind }) => kind === "RANGES", Infinity);
    await rank();
    on.double.faults.clear();
    expect(await rank()).toEqual([]);
  });

  it("follows an empty page of a ranking query, whether more follows or nothing", async () => {
    const said = aFact("said", minute(2), { text: "coffee" });
    await space.commit(await space.head(), {
      recordedAt: minute(2),
      facts: [said],
      texts: [aText(said, [1, 0])],
    });
    const query = {
      kinds: ["FACT"] as const,
      at: { knownAt: minute(5), validAt: minute(5) },
      limit: 5,
    };
    const isComponent = ({ kind, body }: ReceivedRequest): boolean =>
      kind === "QUERY" && (body as { query: string }).query.includes("orderByItems");
    const isVectorQuery = ({ kind, body }: ReceivedRequest): boolean =>
      kind === "QUERY" && (body as { query: string }).query.includes("ORDER BY VectorDistance");
    on.double.faults.plan({ kind: "EMPTY_PAGE" }, isComponent, 2);
    expect((await space.searchFullText(["coffee"], query)).map(({ text }) => text.subject)).toEqual(
      ["said"],
    );
    on.double.faults.plan({ kind: "EMPTY_PAGE" }, isVectorQuery, 2);
    expect(
      (await space.searchVector(Float32Array.from([1, 0]), query)).map(({ text }) => text.subject),
    ).toEqual(["said"]);
    expect(on.double.faults.left).toBe(0);
    expect(await space.searchFullText(["tea"], query)).toEqual([]);
    expect(
      await space.searchVector(Float32Array.from([1, 0]), { ...query, kinds: ["EVENT"] }),
    ).toEqual([]);
    expect(
      await space.searchHybrid(
        { terms: ["tea"], vector: Float32Array.from([1, 0]), weights: EQUAL },
        { ...query, kinds: ["EVENT"] },
      ),
    ).toEqual({ fullText: [], vector: [] });
  });

  it("requests a plan only if the gateway needs one", async () => {
    await read();
    expect(on.double.takeRequests().map(({ kind }) => kind)).toEqual(["QUERY"]);
    await space.sessions({ first: 3 });
    expect(on.double.takeRequests().map(({ kind }) => kind)).toContain("PLAN");
    await space.sessions({ first: 3 });
    expect(on.double.takeRequests().map(({ kind, status }) => [kind, status])).toEqual([
      ["PLAN", 200],
      ["QUERY", 200],
    ]);
  });

  it("distinguishes a missing document from a missing container", async () => {
    expect(await space.events(["none"], minute(1))).toEqual([null]);
    on.double.account.database("memory").delete("graph");
    await expect(space.events(["none"], minute(1))).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("palimpsest provision"),
    });
    await expect(space.head()).rejects.toMatchObject({ reason: "UNREACHABLE" });
  });

  it("treats a lagging replica as unavailable, not as empty", async () => {
    on.double.faults.plan(
      { kind: "STATUS", status: 404, substatus: 1002 },
      ({ kind }) => kind === "READ",
      Infinity,
    );
    await expect(space.head()).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("lags"),
    });
  });

  it("is not read behind what was seen, however long the replica lags", async () => {
    const namesSession = ({ headers }: ReceivedRequest): boolean =>
      headers["x-ms-session-token"] !== undefined;
    await read();
    on.double.takeRequests();
    on.double.faults.plan({ kind: "STATUS", status: 404, substatus: 1002 }, namesSession, Infinity);
    await expect(read()).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("lags"),
    });
    expect(on.double.takeRequests().filter((request) => !namesSession(request))).toEqual([]);
  });

  it("is read in the write region, with what was seen, if the replicas of another region lag", async () => {
    const hosts: string[] = [];
    const client = createDefaultHttpClient();
    const regional = await storeOnDouble(
      EMBEDDER,
      {
        preferredRegions: ["Nearby", "Here"],
        httpClient: {
          sendRequest: (request) => {
            hosts.push(new URL(request.url).hostname);
            return client.sendRequest(request);
          },
        },
      },
      { account: { nearbyHost: "localhost" } },
    );
    const regionalSpace = await spaceOf(regional.store);
    await regionalSpace.head();
    regional.double.takeRequests();
    hosts.length = 0;
    regional.double.faults.plan({ kind: "STATUS", status: 404, substatus: 1002 }, isRead, 3);
    await regionalSpace.head();
    expect(hosts).toEqual(["localhost", "localhost", "localhost", "127.0.0.1"]);
    for (const { headers } of regional.double.takeRequests())
      expect(headers["x-ms-session-token"]).toMatch(/#\d+/u);
    await regional.close();
  });

  it("does not blame a replica that lagged before for a connection that breaks", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 404, substatus: 1002 }, isRead, 1);
    on.double.faults.plan({ kind: "LOST" }, isRead, Infinity);
    await expect(read()).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("COSMOS_ENDPOINT"),
    });
  });

  it("sends its session token, so that it reads its own writes", async () => {
    await read();
    const { headers } = on.double.takeRequests().findLast(({ kind }) => kind === "QUERY")!;
    expect(headers["x-ms-session-token"]).toMatch(/#\d+/u);
    expect(headers["x-ms-consistency-level"]).toBe("Session");
  });

  it("refuses a document of a later version and names the remedy", async () => {
    const { items } = on.double.account.container("memory", "graph");
    const stored = items.alive().find(({ document }) => document["type"] === "fact")!;
    items.run(stored.key, {
      operationType: "Upsert",
      resourceBody: { ...stored.document, schema: 99 },
    });
    await expect(read()).rejects.toMatchObject({
      reason: "NEWER",
      message: expect.stringContaining("newer version"),
    });
  });

  it("reports the charge of each request and its call", async () => {
    await read();
    const seen = on.double.takeRequests();
    expect(charges.map(({ units }) => units)).toEqual(
      expect.arrayContaining(seen.map(({ charge }) => charge)),
    );
    expect(charges.reduce((sum, { units }) => sum + units, 0)).toBeCloseTo(
      seen.reduce((sum, { charge }) => sum + charge, 0),
    );
    expect(new Set(charges.map(({ operation }) => operation))).toEqual(new Set(["factHistory"]));
  });

  it("logs failed and slow requests with their activity ids, and no others", async () => {
    const logged: Readonly<Record<string, unknown>>[] = [];
    const store = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, {
        patienceMs: 3_000,
        log: { warn: (details) => logged.push(details), error: () => undefined },
      }),
    );
    const own = await spaceOf(store);
    const isHead = ({ kind }: ReceivedRequest): boolean => kind === "READ";
    await own.head();
    await own.note(null, "/none");
    await own.sessions({ first: 1 });
    expect(await own.commit({ recordedAt: null, tag: "other" }, { recordedAt: minute(9) })).toBe(
      false,
    );
    expect(logged).toEqual([]);
    on.double.faults.plan({ kind: "STATUS", status: 503, retryAfterMs: 1_500 }, isHead);
    await own.head();
    on.double.faults.plan({ kind: "STATUS", status: 403 }, isHead);
    await expect(own.head()).rejects.toThrow(StoreUnavailable);
    const activityId = expect.stringMatching(/^[\da-f-]{36}$/u) as unknown;
    expect(logged).toEqual([
      expect.objectContaining({
        operation: "head",
        status: 200,
        attempts: 2,
        activityId,
        host: new URL(on.double.endpoint).host,
      }),
      expect.objectContaining({ operation: "head", status: 403, attempts: 1, activityId }),
    ]);
    expect(logged[0]!["milliseconds"]).toBeGreaterThanOrEqual(1_500);
    expect(JSON.stringify(logged)).not.toMatch(/docs|ann/u);
    await store.close();
  });

  it.each([
    [{ kind: "STATUS", status: 500, isExecuted: true } as const, "status", 500],
    [{ kind: "STATUS", status: 504 } as const, "status", 504],
    [{ kind: "ANSWER_LOST" } as const, "error", expect.any(String) as unknown],
    [{ kind: "LOST" } as const, "error", expect.any(String) as unknown],
  ])("logs a write whose outcome must be looked up: %j", async (fault, property, value) => {
    const logged: Readonly<Record<string, unknown>>[] = [];
    const store = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, {
        log: { warn: (details) => logged.push(details), error: () => undefined },
      }),
    );
    const own = await spaceOf(store);
    const head = await own.head();
    on.double.faults.plan(fault, ({ kind }) => kind === "BATCH");
    expect(await own.commit(head, { recordedAt: minute(9) })).toBe(true);
    expect(logged).toEqual([
      expect.objectContaining({
        operation: "commit",
        attempts: 1,
        host: new URL(on.double.endpoint).host,
        [property]: value,
      }),
    ]);
    expect(logged[0]!["requestBytes"]).toBeGreaterThan(100);
    expect(JSON.stringify(logged)).not.toMatch(/docs|ann/u);
    await store.close();
  });

  it("counts the charge of a refused request", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 429 }, ({ kind }) => kind === "READ", 2);
    await space.head();
    expect(charges.map(({ status }) => status)).toEqual([429, 429, 200]);
  });
});
