import type { HttpClient, PipelineRequest, PipelineResponse } from "@azure/core-rest-pipeline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { Store } from "../../../src/store/port.ts";
import { lastingAnswer, presuming } from "../../../src/store/presumed-reads.ts";
import type { Document } from "../../cosmos-double/storage/json.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { anEntity, EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
/** The process that has written everything. */
let writer: CosmosSpace;
/** A process that has never seen the space. */
let first: Store;
let reader: CosmosSpace;
/** Events between the client of the first process and the service. */
let onTheWay: (
  request: PipelineRequest,
  send: () => Promise<PipelineResponse>,
) => Promise<PipelineResponse>;

const isPage = ({ body }: PipelineRequest): boolean =>
  typeof body === "string" && body.includes(String.raw`c.id = \"head\" OR`);
const isHead = ({ method, url }: PipelineRequest): boolean =>
  method === "GET" && url.endsWith("/docs/head");

beforeEach(async () => {
  onTheWay = (_request, send) => send();
  on = await storeOnDouble(EMBEDDER, {}, { sockets: false, inRounds: true });
  writer = await spaceOf(on.store);
  await writer.commit(await writer.head(), {
    recordedAt: minute(1),
    entities: [anEntity("ann", minute(1)), anEntity("bob", minute(1))],
  });
  const client = withoutSockets(on.double);
  const httpClient: HttpClient = {
    sendRequest: (request) => onTheWay(request, () => client.sendRequest(request)),
  };
  first = await openCosmosStore(optionsFor(on.double, EMBEDDER, { httpClient }));
  reader = await spaceOf(first);
  on.double.takeRequests();
});
afterEach(async () => {
  await first.close();
  await on.close();
});

const rename = async (n: number, name: string): Promise<void> => {
  await writer.commit(await writer.head(), {
    recordedAt: minute(n),
    expiries: [{ kind: "ENTITY", id: "ann", n: n - 1 }],
    entities: [anEntity("ann", minute(n), { n, name })],
  });
};

let runs = 0;
/** The record time that the first process answers for, and the name that it finds. */
const answer = (): Promise<unknown> => {
  runs = 0;
  return presuming(async () => {
    runs += 1;
    const { recordedAt } = await reader.head();
    if (recordedAt === null) return null;
    const [ann] = await reader.entitiesAsOf([{ entity: "ann", knownAt: recordedAt }]);
    return [recordedAt, ann?.name];
  });
};
const roundsTaken = (): (readonly [string, number])[] =>
  on.double.takeRequests().map(({ kind, round }) => [kind, round] as const);

describe("the first request of a process", () => {
  it("reads while it reads the head, each once, and shows what was recorded at that head", async () => {
    expect(await answer()).toEqual([minute(1), "ann"]);
    expect(runs).toBe(2);
    expect(roundsTaken().toSorted()).toEqual([
      ["QUERY", 1],
      ["READ", 1],
    ]);
    // The read documents are cached.
    expect(await answer()).toEqual([minute(1), "ann"]);
    expect(runs).toBe(1);
    expect(roundsTaken()).toEqual([["READ", 1]]);
  });
  it("never shows rows of a commit that came after the head that it read", async () => {
    onTheWay = async (request, send) => {
      if (!isPage(request)) return send();
      // The head was read before.
      await new Promise((resolve) => setImmediate(resolve));
      while (on.double.requests.every(({ kind }) => kind !== "READ"))
        await new Promise((resolve) => setImmediate(resolve));
      await rename(2, "Anna");
      return send();
    };
    expect([
      [minute(1), "ann"],
      [minute(2), "Anna"],
    ]).toContainEqual(await answer());
    onTheWay = (_request, send) => send();
    expect(await answer()).toEqual([minute(2), "Anna"]);
  });
  it("never shows rows of a replica that lags behind the head that it read", async () => {
    const pages: PipelineResponse[] = [];
    onTheWay = async (request, send) => {
      if (isPage(request)) {
        // This replica answers as of before.
        const response = await send();
        await rename(2, "Anna");
        pages.push(response);
        return response;
      }
      if (isHead(request))
        while (pages.length === 0) await new Promise((resolve) => setImmediate(resolve));
      return send();
    };
    expect(await answer()).toEqual([minute(2), "Anna"]);
    expect(pages).toHaveLength(1);
  });
  it("never shows rows while a commit is being written", async () => {
    // A part of that commit is written, and its record time lies beyond the head.
    const later = anEntity("ann", minute(2), { n: 2, name: "Anna" });
    onTheWay = async (request, send) => {
      const response = await send();
      if (!isPage(request)) return response;
      const page = JSON.parse(response.bodyAsText ?? "{}") as { Documents: Document[] };
      const Documents = page.Documents.map((document) =>
        document["id"] === "head"
          ? {
              ...document,
              plan: { commit: "c", recordedAt: minute(2), parts: 1, startedAt: Date.now() },
            }
          : { ...document, name: later.name },
      );
      return { ...response, bodyAsText: JSON.stringify({ ...page, Documents }) };
    };
    expect(await answer()).toEqual([minute(1), "ann"]);
  });
  it("reads as usual if the page has no end, or the space no head", async () => {
    onTheWay = async (request, send) => {
      const response = await send();
      if (isPage(request)) response.headers.set("x-ms-continuation", "more");
      return response;
    };
    expect(await answer()).toEqual([minute(1), "ann"]);
    await writer.eraseAll();
    const second = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, { httpClient: withoutSockets(on.double) }),
    );
    reader = await spaceOf(second);
    expect(await answer()).toBeNull();
    await second.close();
  });
  it("fails if the head cannot be read, but not if the page cannot", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 400 }, ({ kind }) => kind === "QUERY");
    expect(await answer()).toEqual([minute(1), "ann"]);
    const second = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, { httpClient: withoutSockets(on.double) }),
    );
    reader = await spaceOf(second);
    on.double.faults.plan({ kind: "STATUS", status: 403 }, ({ kind }) => kind === "READ", 9);
    await expect(answer()).rejects.toMatchObject({ name: "StoreUnavailable" });
    on.double.faults.clear();
    await second.close();
  });
  it("asks a model once", async () => {
    let asked = 0;
    const isNumber = (value: unknown): value is number => typeof value === "number";
    const value = await presuming(async () => {
      const given = await lastingAnswer("n", isNumber, async () => (asked += 1));
      await reader.head();
      return given;
    });
    expect([asked, value]).toEqual([1, 1]);
    await expect(
      presuming(async () => {
        await lastingAnswer("n", isNumber, () => Promise.reject(new Error(`${(asked += 1)}`)));
      }),
    ).rejects.toThrow("2");
  });
});

describe("a list in order, as the first request of a process", () => {
  /** The names in the first page of so many entities, and whether there are more. */
  const listed = (first: number): Promise<unknown> =>
    presuming(async () => {
      const { recordedAt } = await reader.head();
      if (recordedAt === null) return null;
      const { items, hasNextPage } = await reader.entities({
        at: { knownAt: recordedAt, validAt: minute(9) },
        page: { first },
      });
      return [recordedAt, ...items.map(({ item }) => item.name), hasNextPage];
    });

  it.each([
    [1, ["ann", true]],
    [2, ["ann", "bob", false]],
    [20, ["ann", "bob", false]],
  ])("is read while the head is read: the first %i", async (first, found) => {
    expect(await listed(first)).toEqual([minute(1), ...found]);
    expect(roundsTaken().toSorted()).toEqual([
      ["QUERY", 1],
      ["READ", 1],
    ]);
  });
  it("waits for the head if a page cannot contain it beside all rows", async () => {
    expect(await listed(2000)).toEqual([minute(1), "ann", "bob", false]);
    expect(roundsTaken().toSorted()).toEqual([
      ["QUERY", 2],
      ["READ", 1],
    ]);
  });
  it("is read again after a head of an earlier release, which does not come first", async () => {
    onTheWay = async (request, send) => {
      const response = await send();
      if (!isPage(request)) return response;
      const page = JSON.parse(response.bodyAsText ?? "{}") as { Documents: Document[] };
      const Documents = page.Documents.filter(({ id }) => id !== "head");
      return { ...response, bodyAsText: JSON.stringify({ ...page, Documents }) };
    };
    expect(await listed(2)).toEqual([minute(1), "ann", "bob", false]);
  });
  it("never shows rows of a replica that lags behind the head that it read", async () => {
    const pages: PipelineResponse[] = [];
    onTheWay = async (request, send) => {
      if (isPage(request)) {
        const response = await send();
        await rename(2, "Anna");
        pages.push(response);
        return response;
      }
      if (isHead(request))
        while (pages.length === 0) await new Promise((resolve) => setImmediate(resolve));
      return send();
    };
    expect(await listed(2)).toEqual([minute(2), "Anna", "bob", false]);
  });
  it.each([
    ["between two commits", 1.5, 1],
    ["before the first", 0.5, null],
  ])("finds the last commit %s while the head is read", async (_, asked, found) => {
    await rename(2, "Anna");
    on.double.takeRequests();
    const last = await presuming(async () => {
      await reader.head();
      return reader.lastCommits([minute(asked)]);
    });
    expect(last).toEqual([found === null ? null : minute(found)]);
    expect(roundsTaken().toSorted()).toEqual([
      ["QUERY", 1],
      ["READ", 1],
    ]);
  });
});
