import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withBuiltPackages } from "./built-packages.ts";
import { dataDirectory, startService, type Service } from "../end-to-end/service.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const EXAMPLES = join(REPOSITORY, "examples");

let service: Service;
let directory: Awaited<ReturnType<typeof dataDirectory>>;
beforeAll(async () => {
  directory = await dataDirectory();
  service = await startService(directory.path);
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

/** What a program prints; throws all of it where it fails. */
const run = (command: string, file: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [file], { env: { ...process.env, SERVICE_URL: service.url } });
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
  it("recall what was remembered before", async () => {
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
