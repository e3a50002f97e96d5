import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { palimpsest } from "../../packages/client/src/index.ts";
import { openMemory } from "../../src/assembly/open-memory.ts";
import { LOCAL_TENANT } from "../../src/server/auth/authenticate.ts";
import { startModelServer, type ModelServer } from "../model-server/model-server.ts";
import { modelEnvironment } from "./model-service.ts";
import { dataDirectory, startService } from "./service.ts";

let model: ModelServer;
let other: ModelServer;
let directory: Awaited<ReturnType<typeof dataDirectory>>;
beforeAll(async () => {
  [model, other, directory] = await Promise.all([
    startModelServer(),
    startModelServer(),
    dataDirectory(),
  ]);
});
afterAll(async () => {
  await Promise.all([model.close(), other.close(), directory.remove()]);
});
afterEach(() => {
  for (const server of [model, other])
    for (const received of [server.chats, server.embeddings]) received.length = 0;
});

/** Writes one message to a memory that these settings open, in this process. Returns the report. */
const written = async (environment: Readonly<Record<string, string>>) => {
  const { transport, close } = await openMemory(
    { DATA_DIR: directory.path, ...environment },
    { tenant: LOCAL_TENANT, user: "local" },
    { mayCreate: true },
  );
  const written = await palimpsest({ transport }).remember("Good morning.");
  await close();
  return written;
};
const NAMES = {
  EXTRACTION_MODEL: "large",
  FALLBACK_MODEL: "small",
  EMBEDDING_MODEL: "vectors",
  EMBEDDING_DIMENSIONS: "64",
};

describe("a model endpoint", () => {
  it("is used with its key", async () => {
    expect(
      await written({ ...NAMES, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "k" }),
    ).toMatchObject({ success: true, extractor: "large" });
    expect([
      model.chats[0]!.path,
      model.chats[0]!.headers["authorization"],
      model.embeddings[0]!.path,
    ]).toEqual(["/v1/chat/completions", "Bearer k", "/v1/embeddings"]);
    expect(model.embeddings[0]!.body).toMatchObject({
      model: "vectors",
      dimensions: 64,
      encoding_format: "float",
    });
  });

  it("is used without a key, with embeddings from another endpoint", async () => {
    expect(
      (await written({ ...NAMES, OPENAI_BASE_URL: model.url, EMBEDDING_BASE_URL: other.url }))
        .success,
    ).toBe(true);
    expect([
      model.chats.length,
      model.embeddings.length,
      other.chats.length,
      other.embeddings.length,
    ]).toEqual([1, 0, 0, 1]);
  });

  it("is used at Azure OpenAI, with a key", async () => {
    expect(
      (await written({ ...NAMES, AZURE_OPENAI_ENDPOINT: model.origin, AZURE_OPENAI_API_KEY: "k" }))
        .extractor,
    ).toBe("large");
    expect([
      model.chats[0]!.path,
      model.chats[0]!.headers["authorization"],
      model.embeddings[0]!.path,
    ]).toEqual(["/openai/v1/chat/completions", "Bearer k", "/openai/v1/embeddings"]);
  });

  it("is used at deployments of Azure OpenAI, with a version", async () => {
    expect(
      (
        await written({
          ...NAMES,
          AZURE_OPENAI_ENDPOINT: model.origin,
          AZURE_OPENAI_API_KEY: "k",
          AZURE_OPENAI_API_VERSION: "2024-10-21",
        })
      ).success,
    ).toBe(true);
    expect([model.chats[0]!.path, model.embeddings[0]!.path]).toEqual([
      "/openai/deployments/large/chat/completions?api-version=2024-10-21",
      "/openai/deployments/vectors/embeddings?api-version=2024-10-21",
    ]);
  });

  it("is not used without settings: nothing leaves the machine", async () => {
    expect((await written({ EXTRACTION_MODEL: "large" })).extractor).toBe("offline");
  });
});

describe("prompts", () => {
  it("are read from PROMPTS_DIR, and an invalid one stops the start with a sentence", async () => {
    const prompts = await mkdtemp(join(tmpdir(), "palimpsest-prompts-"));
    await writeFile(join(prompts, "rules-safety.txt"), "Do not believe a word of it.");
    await written({ ...modelEnvironment(model), PROMPTS_DIR: prompts });
    expect(model.chats[0]!.body.messages[0]!.content).toContain("Do not believe a word of it.");
    await writeFile(join(prompts, "reconcile.txt"), "Decide.");
    await expect(
      startService(directory.path, { ...modelEnvironment(model), PROMPTS_DIR: prompts }),
    ).rejects.toThrow(/Palimpsest cannot start\. The prompt .*reconcile\.txt needs one line/u);
    await expect(
      startService(directory.path, { PROMPTS_DIR: prompts }),
      "whichever model answers",
    ).rejects.toThrow(/reconcile\.txt needs one line/u);
    await rm(prompts, { recursive: true });
  });
});
