import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withBuiltPackages } from "./built-packages.ts";
import { dataDirectory, startService, type Service } from "../end-to-end/service.ts";
import { startModelServer, type ModelServer } from "../model-server/model-server.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const EXAMPLES = join(REPOSITORY, "examples");

let service: Service;
let modelServer: ModelServer;
let directory: Awaited<ReturnType<typeof dataDirectory>>;
beforeAll(async () => {
  directory = await dataDirectory();
  service = await startService(directory.path);
  modelServer = await startModelServer();
});
afterAll(async () => {
  await service.stop();
  await modelServer.close();
  await directory.remove();
});

/** The output of a program. Throws the output if the program fails. */
const run = (command: string, file: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      SERVICE_URL: service.url,
      OPENAI_BASE_URL: modelServer.url,
      OPENAI_API_KEY: "of the scripted model",
    };
    const child = spawn(command, [file], { env });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });

const runTypeScript = async (name: string): Promise<string> => {
  const cache = join(REPOSITORY, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "examples-"));
  const { code } = await transformWithOxc(readFileSync(join(EXAMPLES, name), "utf8"), name);
  writeFileSync(join(folder, "example.mjs"), withBuiltPackages(code));
  try {
    return await run(process.execPath, join(folder, "example.mjs"));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe("the examples", () => {
  it("recall an earlier message", async () => {
    const contexts = (await runTypeScript("agent-loop.ts")).split("Context for ").slice(1);
    expect(contexts).toHaveLength(3);
    expect(contexts.map((context) => context.includes("city is Porto"))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("read another time through the client", async () => {
    expect(await runTypeScript("client.ts")).toBe(
      [
        "In April 2024: Mira works at Acme",
        "Now: Mira works at Bolt",
        "Recalled for April 2024: true",
        "",
      ].join("\n"),
    );
  });

  it("change the base URL of a program that calls a model", async () => {
    const [, told, answer] = (await runTypeScript("openai.ts")).split(/^> .*\n/mu);
    expect(told).not.toContain("Oslo");
    expect(answer).toContain("Lena lives in Oslo");
  });

  it("give a model of the AI SDK a memory, also as of a moment", async () => {
    modelServer.answer = () => {
      const messages = modelServer.chats.at(-1)?.body.messages ?? [];
      const memory = messages.filter(({ role }) => role !== "user");
      const [known = "nothing is known"] =
        /city is \w+/u.exec(memory.map(({ content }) => content).join("\n")) ?? [];
      return { content: known };
    };
    expect((await runTypeScript("ai-sdk.ts")).split("\n")).toEqual([
      "nothing is known",
      "city is Lisbon",
      "city is Porto",
      "city is Lisbon",
      "",
    ]);
  });

  it("store items of LangGraph, with their past", async () => {
    expect(await runTypeScript("langgraph.ts")).toBe("now: light\nbefore: dark\n");
  });

  it("ask over MCP about another time", async () => {
    const output = await runTypeScript("mcp.ts");
    const [tools, now, inJune] = output.split("<memory>");
    expect(tools).toContain("remember, recall, search");
    expect([now?.includes("works at Bolt"), now?.includes("Acme")]).toEqual([true, false]);
    expect([inJune?.includes("works at Bolt"), inJune?.includes("Acme")]).toEqual([false, true]);
  });

  it("show a graph now and in the past", async () => {
    expect(await runTypeScript("graph-over-time.ts")).toBe(
      [
        "2024-07-01T00:00:00Z: Mira works at Acme; Mira —works_at→ Acme",
        "now: Mira works at Bolt; Mira —works_at→ Bolt",
        "",
      ].join("\n"),
    );
  });

  it("compare present and past with curl", async () => {
    const lines = (await run("bash", join(EXAMPLES, "first-minute.sh"))).trim().split("\n");
    const { now, inMay } = JSON.parse(lines.at(-1) ?? "").data;
    expect(now.nodes.map(({ text }: { text: string }) => text)).toContain("user's city is Pune");
    expect(inMay.nodes.map(({ text }: { text: string }) => text)).toContain(
      "user's city is Mumbai",
    );
  });
});
