import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport, ProtocolError } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpServer } from "../../mcp/server.ts";
import { type Memory, palimpsest } from "../../packages/client/src/index.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { openMemory, type OpenMemory } from "../../src/assembly/open-memory.ts";
import { complete } from "../../src/server/completions/complete.ts";
import { readCompletionRequest } from "../../src/server/completions/completion-request.ts";
import { growthOf, MOST_GROWTH } from "./growth.ts";
import { SHAPES } from "./shapes.ts";

let directory: string;
let opened: OpenMemory;
let memory: Memory;
let agent: Client;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "palimpsest-doors-"));
  const environment = { DATA_DIR: directory, LOG_LEVEL: "silent" };
  opened = await openMemory(environment, { tenant: "doors", user: "u" }, { mayCreate: true });
  memory = palimpsest({ transport: opened.transport });
  const [atServer, atAgent] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ memory, onFault: () => {} }).connect(atServer);
  agent = new Client({ name: "an-agent", version: "1.0.0" });
  await agent.connect(atAgent);
  await memory.remember("My friend Anna Bell lives in Rome since 2019.");
});
afterAll(async () => {
  await agent.close();
  await opened.close();
  await rm(directory, { recursive: true });
});

const call = (name: string, args: Record<string, unknown>) =>
  agent.callTool({ name, arguments: args });

/** Each text that a tool of MCP takes. What is too long for it is refused, which must be fast too. */
const TOOLS: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  "remember, its speaker": (text) => call("remember", { message: "Hello.", speaker: text }),
  "remember, its time": (text) => call("remember", { message: "Hello.", occurredAt: text }),
  "remember, its tag": (text) => call("remember", { message: "Hello.", tags: [text] }),
  recall: (text) => call("recall", { question: text }),
  "recall, its time": (text) => call("recall", { question: "Where?", knownAt: text }),
  search: (text) => call("search", { query: text }),
  "search, its page": (text) => call("search", { query: "Rome", page: text }),
  about: (text) => call("about", { entity: text }),
  around: (text) => call("around", { entity: text }),
  history: (text) => call("history", { entity: text }),
  "history, its slot": (text) => call("history", { entity: "user", slot: text }),
  what_changed: (text) => call("what_changed", { since: "2020", entity: text }),
  why: (text) => call("why", { fact: text }),
  correct: (text) => call("correct", { fact: "x", text, value: text, reason: text }),
  end: (text) => call("end", { fact: text }),
  undo: (text) => call("undo", { decision: text }),
  forget: (text) => call("forget", { what: "FACT", id: text }),
  summarise_session: (text) => call("summarise_session", { sessionId: text }),
};
const RESOURCES: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  "a resource, its name": (text) =>
    agent.readResource({ uri: `palimpsest://entity/${encodeURIComponent(text)}` }),
  "a resource, its address": (text) => agent.readResource({ uri: `palimpsest://${text}` }),
  "a resource, its time": (text) =>
    agent.readResource({
      uri: `palimpsest://entity/person:anna-bell?knownAt=${encodeURIComponent(text)}`,
    }),
  "a subscription": (text) => agent.subscribeResource({ uri: `palimpsest://entity/${text}` }),
};

const offline = createOfflineModels();
const completed = async (messages: readonly object[]): Promise<void> => {
  const request = readCompletionRequest({ model: "any", messages });
  const services = { memory, models: offline, onFault: () => {} };
  const options = { sessionId: undefined, signal: new AbortController().signal };
  for await (const _ of complete(request, services, options));
};
/** A message before a tool call is used for recall again, but is not remembered again. */
const ANSWERED = { role: "assistant", content: "Let me see." };
const QUESTION = { role: "user", content: "Where does Anna Bell live?" };
const COMPLETIONS: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  "the question": (text) => completed([{ role: "user", content: text }, ANSWERED]),
  "the question in parts": (text) =>
    completed([{ role: "user", content: [{ type: "text", text }] }, ANSWERED]),
  "a system message": (text) => completed([{ role: "system", content: text }, QUESTION, ANSWERED]),
  "a message before": (text) => completed([{ role: "user", content: text }, QUESTION, ANSWERED]),
  "the result of a tool": (text) =>
    completed([QUESTION, { role: "tool", tool_call_id: "1", content: text }]),
  "the model, which may name a strategy": async (model) =>
    expect(() => readCompletionRequest({ model, messages: [QUESTION] })).toThrow("model"),
};

/** Characters of a long text that is still taken for a question. */
const LENGTH = 6_000;

const steepIn = async (door: (text: string) => Promise<unknown>) => {
  const steep: [string, number][] = [];
  for (const [name, shape] of Object.entries(SHAPES)) {
    const growth = await growthOf(door, shape, { length: LENGTH });
    if (growth > MOST_GROWTH) steep.push([name, growth]);
  }
  return steep;
};
/** A resource that there is not is an error, not a result. */
const refused = (resource: (text: string) => Promise<unknown>) => (text: string) =>
  resource(text).catch((fault: unknown) => {
    if (!(fault instanceof ProtocolError)) throw fault;
  });

describe("texts that once took long take linear time", () => {
  it.each(Object.entries(TOOLS))(
    "in the tools of MCP: %s",
    async (_, tool) => expect(await steepIn(tool)).toEqual([]),
    120_000,
  );
  it.each(Object.entries(RESOURCES))(
    "in MCP: %s",
    async (_, resource) => expect(await steepIn(refused(resource))).toEqual([]),
    120_000,
  );
  it.each(Object.entries(COMPLETIONS))(
    "in /v1/chat/completions: %s",
    async (_, door) => expect(await steepIn(door)).toEqual([]),
    120_000,
  );
});
