import type { HttpClient, PipelineResponse } from "@azure/core-rest-pipeline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { headReaches } from "../../../src/server/read-your-writes.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { Store } from "../../../src/store/port.ts";
import { presuming, withoutPresuming } from "../../../src/store/presumed-reads.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { anEntity, EMBEDDER, minute } from "./samples.ts";

const WRITES = 8;
const WAITING = { disconnectSignal: new AbortController().signal, nowMillis: Date.now() };

/** A replica that answers some reads of a document as it was before. */
const lagging = (client: HttpClient, lag: { reads: number }): HttpClient => {
  const earlier = new Map<string, PipelineResponse>();
  return {
    sendRequest: async (request) => {
      const response = await client.sendRequest(request);
      const before = earlier.get(request.url);
      if (request.method !== "GET" || !request.url.includes("/docs/")) return response;
      if (before && lag.reads > 0) {
        lag.reads -= 1;
        return before;
      }
      earlier.set(request.url, response);
      return response;
    },
  };
};

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let other: Store;
let writer: CosmosSpace;
let reader: CosmosSpace;
const lag = { reads: 0 };

beforeEach(async () => {
  lag.reads = 0;
  on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  other = await openCosmosStore(
    optionsFor(on.double, EMBEDDER, { httpClient: lagging(withoutSockets(on.double), lag) }),
  );
  [writer, reader] = [await spaceOf(on.store), await spaceOf(other)];
});
afterEach(async () => {
  await other.close();
  await on.close();
});

/** The nth version of an entity is written by one instance. */
const write = async (n: number): Promise<void> => {
  await writer.commit(await writer.head(), {
    recordedAt: minute(n),
    ...(n === 1 ? {} : { expiries: [{ kind: "ENTITY", id: "ann", n: n - 1 }] }),
    entities: [anEntity("ann", minute(n), { n })],
  });
};
/** The version that the other instance shows, as a request does that has seen the nth or nothing. */
const shown = (seen: number | null): Promise<number | undefined> =>
  presuming(async () => {
    if (seen !== null) await withoutPresuming(() => headReaches(reader, minute(seen), WAITING));
    const { recordedAt } = await reader.head();
    if (recordedAt === null) return undefined;
    const [ann] = await reader.entitiesAsOf([{ entity: "ann", knownAt: recordedAt }]);
    return ann?.n;
  });

it("an instance on a lagging replica shows what the client has seen, if the client says so", async () => {
  for (let n = 1; n <= WRITES; n++) {
    await write(n);
    lag.reads = n % 3;
    expect(await shown(n)).toBe(n);
  }
});

it("an instance on a lagging replica shows the state of its replica otherwise", async () => {
  await write(1);
  expect(await shown(null)).toBe(1);
  await write(2);
  lag.reads = 1;
  expect(await shown(null)).toBe(1);
  expect(await shown(null)).toBe(2);
});

it("never shows less than it has shown before", async () => {
  let before = 0;
  for (let n = 1; n <= WRITES; n++) {
    await write(n);
    lag.reads = n % 2;
    const version = (await shown(n % 2 === 0 ? null : n - 1 || null)) ?? 0;
    expect(version).toBeGreaterThanOrEqual(before);
    before = version;
  }
});
