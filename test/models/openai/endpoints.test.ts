import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createOpenAiModels } from "../../../src/models/openai/openai-models.ts";
import type { EndpointConfig } from "../../../src/models/openai/config.ts";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import { failureOfTask, messageOf, modelsAt } from "./fixture.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server.close();
});

const MESSAGE = messageOf("I live in Curitiba");
const KEY = "sk-very-secret";

describe("requests and their credentials", () => {
  const token = async (): Promise<string> => "entra-token";
  test.each<{
    readonly what: string;
    readonly endpoint: (server: ModelServer) => EndpointConfig;
    readonly chat: string;
    readonly embeddings: string;
    readonly headers: object;
  }>([
    {
      what: "a compatible endpoint by base URL",
      endpoint: ({ url }) => ({ kind: "openai", apiKey: KEY, baseUrl: url }),
      chat: "/v1/chat/completions",
      embeddings: "/v1/embeddings",
      headers: { authorization: `Bearer ${KEY}` },
    },
    {
      what: "a key that changes",
      endpoint: ({ url }) => ({
        kind: "openai",
        apiKey: token,
        baseUrl: url,
        organization: "org",
        project: "proj",
      }),
      chat: "/v1/chat/completions",
      embeddings: "/v1/embeddings",
      headers: {
        authorization: "Bearer entra-token",
        "openai-organization": "org",
        "openai-project": "proj",
      },
    },
    {
      what: "Azure OpenAI by deployments, with a key",
      endpoint: ({ origin }) => ({
        kind: "azure",
        endpoint: `${origin}/`,
        apiVersion: "2024-10-21",
        credential: { apiKey: KEY },
      }),
      chat: "/openai/deployments/large/chat/completions?api-version=2024-10-21",
      embeddings: "/openai/deployments/vectors/embeddings?api-version=2024-10-21",
      headers: { "api-key": KEY, authorization: undefined },
    },
    {
      what: "Azure OpenAI by deployments, with Entra tokens",
      endpoint: ({ origin }) => ({
        kind: "azure",
        endpoint: origin,
        apiVersion: "2024-10-21",
        credential: { tokenProvider: token },
      }),
      chat: "/openai/deployments/large/chat/completions?api-version=2024-10-21",
      embeddings: "/openai/deployments/vectors/embeddings?api-version=2024-10-21",
      headers: { authorization: "Bearer entra-token", "api-key": undefined },
    },
    {
      what: "Azure OpenAI v1, with a key",
      endpoint: ({ origin }) => ({ kind: "azure", endpoint: origin, credential: { apiKey: KEY } }),
      chat: "/openai/v1/chat/completions",
      embeddings: "/openai/v1/embeddings",
      headers: { authorization: `Bearer ${KEY}` },
    },
    {
      what: "Azure OpenAI v1, with Entra tokens",
      endpoint: ({ origin }) => ({
        kind: "azure",
        endpoint: origin,
        credential: { tokenProvider: token },
      }),
      chat: "/openai/v1/chat/completions",
      embeddings: "/openai/v1/embeddings",
      headers: { authorization: "Bearer entra-token" },
    },
  ])("$what", async ({ endpoint, chat, embeddings, headers }) => {
    // Other variables of the environment must not affect this service.
    vi.stubEnv("OPENAI_API_KEY", "stray");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1/stray");
    vi.stubEnv("AZURE_OPENAI_API_KEY", "stray");
    vi.stubEnv("OPENAI_API_VERSION", "stray");
    vi.stubEnv("OPENAI_ORG_ID", "stray");
    vi.stubEnv("OPENAI_PROJECT_ID", "stray");
    const models = await modelsAt(server, { endpoint: endpoint(server) });
    await models.extract(MESSAGE);
    await models.embedder.embed(["one"]);
    for await (const part of models.reply([{ role: "user", content: "Hello" }])) void part;
    expect(server.chats.map(({ path }) => path)).toEqual([chat, chat]);
    expect(server.embeddings.map(({ path }) => path)).toEqual([embeddings]);
    for (const received of [...server.chats, ...server.embeddings]) {
      expect(received.headers).toMatchObject(
        Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      );
      for (const [name, value] of Object.entries(headers))
        expect(received.headers[name]).toBe(value);
      expect(JSON.stringify(received.headers)).not.toContain("stray");
    }
  });

  test("take a new token for every request", async () => {
    let asked = 0;
    const tokenProvider = async (): Promise<string> => `token-${(asked += 1)}`;
    const models = await modelsAt(server, {
      endpoint: {
        kind: "azure",
        endpoint: server.origin,
        apiVersion: "1",
        credential: { tokenProvider },
      },
    });
    await models.extract(MESSAGE);
    await models.extract(MESSAGE);
    expect(server.chats.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  test.each(["1", undefined])(
    "stop if no token can be had (API version %s)",
    async (apiVersion) => {
      const tokenProvider = (): Promise<string> => Promise.reject(new Error("Log in first"));
      const models = await modelsAt(server, {
        endpoint: {
          kind: "azure",
          endpoint: server.origin,
          apiVersion,
          credential: { tokenProvider },
        },
      });
      expect(await failureOfTask(models.extract(MESSAGE))).toMatchObject({ kind: "UNAUTHORIZED" });
      expect(server.chats).toEqual([]);
    },
  );

  test("report an unreachable endpoint, and are retried patiently", async () => {
    const models = await modelsAt(server);
    await server.close();
    expect(await failureOfTask(models.extract(MESSAGE))).toMatchObject({
      kind: "UNAVAILABLE",
      calls: 4,
      message: "The endpoint of small cannot be reached.",
    });
    server = await startModelServer();
  });

  test.each([0, -1, 1.5, Number.NaN])("reject dimensions of %s", async (embeddingDimensions) => {
    await expect(modelsAt(server, { embeddingDimensions })).rejects.toThrow(
      "Embedding dimensions must be a whole number of at least 1",
    );
  });
});

describe("secrets", () => {
  const SECRET = "I keep my diary under the floor";

  test("appear in no log or error: messages, prompts, answers and keys, whatever the environment sets", async () => {
    vi.stubEnv("OPENAI_LOG", "debug");
    const printed: string[] = [];
    for (const name of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, name).mockImplementation(
        (...args) => void printed.push(JSON.stringify(args)),
      );
    const logged: string[] = [];
    server.key = "another";
    const models = await createOpenAiModels({
      endpoint: { kind: "openai", apiKey: KEY, baseUrl: server.url },
      models: { extraction: "large", fallback: "small", embedding: "vectors" },
      embeddingDimensions: 4,
      settings: { backOffMs: 1 },
      hints: () => Promise.reject(new Error(SECRET)),
      log: { warn: (details, message) => logged.push(JSON.stringify([details, message])) },
    });
    const failures = [
      await failureOfTask(models.extract(messageOf(SECRET))),
      await failureOfTask(models.embedder.embed([SECRET])),
    ];
    server.key = null;
    server.script.push(
      { content: `I will not speak of ${SECRET}` },
      { status: 400, message: `Bad prompt: ${SECRET}` },
      { status: 400, code: SECRET, message: SECRET },
      { content: null, refusal: SECRET },
    );
    failures.push(await failureOfTask(models.extract(messageOf(SECRET))));
    await models.extract(messageOf(SECRET));
    const told = failures.map(
      (failure) =>
        `${failure.message} ${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`,
    );
    expect(failures.map(({ kind }) => kind)).toEqual(["UNAUTHORIZED", "UNAUTHORIZED", "REFUSED"]);
    expect(printed).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    expect([...told, ...logged].join("\n")).not.toMatch(/diary|sk-very|Treat every string/u);
  });
});
