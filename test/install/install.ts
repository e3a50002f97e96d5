import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "../docs/blocks.ts";
import { PageRunner, type Installation } from "../docs/page-runner.ts";
import { startModelServer, type ModelServer } from "../model-server/model-server.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const PACKAGES = readdirSync(join(REPOSITORY, "packages"));
/** The packages that the pages tell a reader to install besides, and those that they import. */
const PEERS = [
  "ai@6",
  "@ai-sdk/openai@3",
  "@langchain/langgraph-checkpoint@1",
  "@langchain/core@1",
  "@modelcontextprotocol/client@2",
  "openai@6",
];
/** A page for each door, whose code is run as it stands. */
const PAGES = [
  "docs/reference/client.md",
  "docs/reference/command.md",
  "docs/reference/evaluation.md",
  "docs/reference/mcp.md",
  "docs/reference/openai-endpoint.md",
  "docs/guides/shared-spaces.md",
  ...PACKAGES.map((name) => `packages/${name}/README.md`),
];

/** Nothing of npm that runs this script, nor of its settings, is seen by what it starts. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|node_|vitest)/iu.test(name)),
);

const folder = mkdtempSync(join(tmpdir(), "palimpsest-install-"));
const newFolder = (name: string): string => {
  mkdirSync(join(folder, name));
  return join(folder, name);
};
const archives = newFolder("archives");
const app = newFolder("app");
const dataDirectory = newFolder("data");
const run = (command: string, words: readonly string[], cwd = app): string =>
  execFileSync(command, words, { cwd, encoding: "utf8", env: ENVIRONMENT });
const npm = (words: readonly string[], cwd = app): string => run("npm", words, cwd);

/** Packs a package like a release. Returns the path of the archive. */
const pack = (source: string): string =>
  join(
    archives,
    npm(["pack", "--silent", "--pack-destination", archives], source).trim().split("\n").at(-1) ??
      "",
  );

const installation: Installation = {
  folder: app,
  linked: (code) => code,
  command: join(app, "node_modules/.bin/palimpsest"),
};
let url: string;
let service: ChildProcess;
let modelServer: ModelServer;

/** Starts the installed service as its documentation says. Returns its address. */
const serve = async (): Promise<string> => {
  const words = ["palimpsest", "serve", "--port", "0", "--data", dataDirectory];
  // A group of its own, which ends as a whole: npx does not pass signals on.
  service = spawn("npx", words, { cwd: app, env: ENVIRONMENT, stdio: "pipe", detached: true });
  if (service.stdout === null) throw new Error("The service has no output.");
  for await (const line of createInterface({ input: service.stdout })) {
    const [address] = /http:\S+\/graphql/u.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("The service ended before it was ready.");
};

beforeAll(async () => {
  modelServer = await startModelServer();
  modelServer.answer = () => ({ content: "That is good to know." });
  const palimpsest = pack(REPOSITORY);
  const others = PACKAGES.map((name) => pack(join(REPOSITORY, "packages", name)));

  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1);
  npm(["install", palimpsest]);
  const installed = seconds();
  url = await serve();
  const served = seconds();
  const address = new URL(url).origin;
  const said = run("npx", ["palimpsest", "remember", "My city is Mumbai.", "--url", address]);
  expect(said).toContain("Mumbai");
  // oxlint-disable-next-line no-console -- what the command is run for
  console.log(
    `From npm install: installed after ${installed} s, serving after ${served} s, first memory after ${seconds()} s.`,
  );
  npm(["install", ...others, ...PEERS]);
});
afterAll(async () => {
  await modelServer.close();
  if (service.pid !== undefined && service.exitCode === null) {
    const ended = once(service, "exit");
    process.kill(-service.pid, "SIGTERM");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe("what a release publishes, installed from the registry in an empty folder", () => {
  it("answers from memory, in the explorer's service and in the IDE", async () => {
    const page = async (path: string): Promise<string> =>
      (await fetch(new URL(path, url), { headers: { accept: "text/html" } })).text();
    expect(run("npx", ["palimpsest", "ask", "Where do I live?", "--url", url])).toContain("Mumbai");
    expect(await page("/")).toContain("<script");
    expect(await page("/graphql")).toContain("GraphiQL");
  });

  it.each(PAGES)("runs the code of %s unchanged", async (page) => {
    const blocks = blocksOf(new URL(page, `file://${REPOSITORY}/`));
    const surroundings = { url, dataDirectory, modelUrl: modelServer.url, installation };
    const runner = new PageRunner(surroundings, page.replaceAll(/[^a-z]+/giu, "-"), blocks);
    for (const block of blocks) await expect(runner.run(block)).resolves.toBeUndefined();
    await runner.close();
  });

  it("has types for the code of every page", () => {
    const files = PAGES.flatMap((page, n) =>
      blocksOf(new URL(page, `file://${REPOSITORY}/`))
        .filter(({ language }) => language === "ts")
        .map(({ code }, i) => {
          const file = `page-${n}-${i}.mts`;
          writeFileSync(join(app, file), code);
          return file;
        }),
    );
    const options = ["--noEmit", "--module", "nodenext", "--target", "es2023", "--strict"];
    const tsc = join(REPOSITORY, "node_modules/.bin/tsc");
    const words = [...options, "--skipLibCheck", "--lib", "es2023,dom", "--types", "", ...files];
    expect(run(tsc, words)).toBe("");
  });

  it("serves an agent over standard input and output", async () => {
    writeFileSync(
      join(app, "stdio.mjs"),
      `
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
const agent = new Client({ name: "an-agent", version: "1.0.0" });
await agent.connect(new StdioClientTransport({ command: "npx", args: ["palimpsest", "mcp", "--data", ${JSON.stringify(dataDirectory)}] }));
await agent.callTool({ name: "remember", arguments: { message: "My dog is called Rex." } });
const { structuredContent } = await agent.callTool({ name: "recall", arguments: { question: "What is my dog called?" } });
console.log(structuredContent.text);
await agent.close();
`,
    );
    expect(run(process.execPath, ["stdio.mjs"])).toContain("Rex");
  });

  it("brings no more packages than it needs", () => {
    const { packages } = JSON.parse(readFileSync(join(app, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly dependencies?: object }>>;
    };
    expect(Object.keys(packages["node_modules/palimpsest"]?.dependencies ?? {}).toSorted()).toEqual(
      ["@photostructure/sqlite", "tinypool"],
    );
  });
});
