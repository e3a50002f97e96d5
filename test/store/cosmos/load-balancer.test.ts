import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { HttpClient } from "@azure/core-rest-pipeline";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { palimpsest } from "../../../packages/client/src/index.ts";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { RunningServer } from "../../../src/server/http/listening.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { Store } from "../../../src/store/port.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { ask, collect, connect, send } from "../../server/clients.ts";
import { recordingLog } from "../../server/service.ts";
import { optionsFor, storeOnDouble } from "./provisioned.ts";
import { serve } from "./served.ts";

const HEADER = "x-palimpsest-at-least";
/** Reads of the other instance, after a write, that a replica answers which lags. */
const LAGGING_READS = 3;
const FAR_BEHIND = 20;

const { id, dimensions } = createOfflineModels().embedder;
let on: Awaited<ReturnType<typeof storeOnDouble>>;
let otherStore: Store;
/** A load balancer sends what is written to one instance, and what is read to the other. */
let writer: RunningServer;
let reader: RunningServer;
let user = "";
let users = 0;

let laggingReads = 0;

/** Counts the reads that lag. */
const counting = (client: HttpClient): HttpClient => ({
  sendRequest: async (request) => {
    const response = await client.sendRequest(request);
    laggingReads -= 1;
    return response;
  },
});

beforeAll(async () => {
  on = await storeOnDouble({ id, dimensions }, {}, { sockets: false });
  otherStore = await openCosmosStore(
    optionsFor(on.double, { id, dimensions }, { httpClient: counting(withoutSockets(on.double)) }),
  );
  [writer, reader] = [
    await serve(on.store, recordingLog()),
    await serve(otherStore, recordingLog()),
  ];
  // By a hundred writes where a read lags; never behind what an instance has seen itself.
  on.double.faults.storm = {
    random: () => (laggingReads > 0 ? FAR_BEHIND : Infinity),
    faults: 0,
    lags: Infinity,
  };
});
afterAll(async () => {
  await Promise.all([writer.stop(), reader.stop()]);
  await otherStore.close();
  await on.close();
});
beforeEach(() => {
  user = `user-${users++}`;
});

const asUser = (seen?: string) => ({
  headers: { "x-user-id": user, ...(seen === undefined ? {} : { [HEADER]: seen }) },
});

const ASSERTION = `mutation { assertFact(input: { entity: { name: "Ann", type: "person" }, text: "Ann has been to Porto" }) { factsAdded { fact { id } } } }`;
const FACTS = "{ facts(first: 100) { nodes { text } } }";
const MESSAGE = "My city is Porto.";
const QUESTION = "Which city do I live in?";

/** Posts JSON to a path of an instance. */
const post = (url: string, path: string, body: object, seen?: string) =>
  send(new URL(path, url).href, {
    method: "POST",
    headers: { "content-type": "application/json", ...asUser(seen).headers },
    body: JSON.stringify(body),
  });

const seenOver = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  String(headers[HEADER]);

const assertOverHttp = async (): Promise<string> =>
  seenOver(await ask(writer.url, ASSERTION, asUser()));

const overSocket = async (url: string, query: string, params: object, extensions: object) => {
  const client = connect(url, { "x-user-id": user, ...params });
  const [answer] = await collect(client, query, { extensions: { ...extensions } });
  await client.dispose();
  return answer;
};
const assertOverSocket = async (): Promise<string> =>
  String((await overSocket(writer.url, ASSERTION, {}, {}))?.extensions?.["atLeast"]);

/** An agent whose host keeps the header, as `fetch` of its transport can. Gives what the tool answers, and what the client has seen. */
const callTool = async (url: string, name: string, words: object, seen?: string) => {
  const agent = new Client(
    { name: "a-test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  let newest = seen;
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: asUser(seen),
    fetch: async (address, request) => {
      const response = await fetch(address, request);
      newest = response.headers.get(HEADER) ?? newest;
      return response;
    },
  });
  await agent.connect(transport);
  const { content } = await agent.callTool({ name, arguments: { ...words } });
  await agent.close();
  return { answer: JSON.stringify(content), seen: newest };
};

/** A client that a load balancer sends to one instance, then to the other. */
const balanced = () => {
  let url = "";
  return palimpsest({
    url: writer.url,
    user,
    fetch: (address, request) => {
      const sent = fetch(String(address).replace(writer.url, url || writer.url), request);
      url = reader.url;
      return sent;
    },
  });
};
let client: ReturnType<typeof balanced>;

const complete = (url: string, content: string, seen?: string) =>
  post(url, "/v1/chat/completions", { model: "any", messages: [{ role: "user", content }] }, seen);

/** A way into the service: how a client writes to one instance, and reads from the other with what it has seen. */
interface Door {
  readonly name: string;
  readonly write: () => Promise<string>;
  readonly read: (seen: string) => Promise<unknown>;
}
const DOORS: readonly Door[] = [
  {
    name: "HTTP",
    write: assertOverHttp,
    read: async (seen) => (await ask(reader.url, FACTS, asUser(seen))).text,
  },
  {
    name: "a socket, by its operation",
    write: assertOverSocket,
    read: (atLeast) => overSocket(reader.url, FACTS, {}, { atLeast }),
  },
  {
    name: "a socket, as it connects",
    write: assertOverSocket,
    read: (seen) => overSocket(reader.url, FACTS, { [HEADER]: seen }, {}),
  },
  {
    name: "the client package, by itself",
    write: async () => {
      client = balanced();
      await client.assert({
        entity: { name: "Ann", type: "person" },
        text: "Ann has been to Porto",
      });
      return new Date().toISOString();
    },
    read: () => client.facts({ first: 100 }),
  },
  {
    name: "MCP",
    write: async () => String((await callTool(writer.url, "remember", { message: MESSAGE })).seen),
    read: async (seen) =>
      (await callTool(reader.url, "recall", { question: QUESTION }, seen)).answer,
  },
  {
    name: "completions",
    write: async () => seenOver(await complete(writer.url, MESSAGE)),
    read: async (seen) => (await complete(reader.url, QUESTION, seen)).text,
  },
  {
    name: "an export",
    write: assertOverHttp,
    read: async (seen) => (await send(new URL("/export", reader.url).href, asUser(seen))).text,
  },
];

it.each(DOORS)(
  "a client reads what it wrote to another instance, over $name",
  async ({ write, read }) => {
    const seen = await write();
    expect(seen).toMatch(/^2\d{3}-.*Z$/u);
    laggingReads = LAGGING_READS;
    expect(JSON.stringify(await read(seen))).toContain("Porto");
  },
);

it("a client that does not say what it has seen reads the state of the replica", async () => {
  await assertOverHttp();
  laggingReads = Infinity;
  expect((await ask(reader.url, FACTS, asUser())).text).not.toContain("Porto");
});

it("an impossible record time is refused, over a socket and MCP as well", async () => {
  const answer = await overSocket(reader.url, FACTS, { [HEADER]: "soon" }, {});
  const { body } = await post(reader.url, "/mcp", {}, "soon");
  for (const errors of [answer?.errors, body.errors])
    expect(errors?.[0]?.extensions.code).toBe("INVALID_INSTANT");
});
