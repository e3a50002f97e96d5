import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { runHere } from "../cli/command-line.ts";
import { AssertDocument } from "../generated/operations.ts";
import { startModelServer } from "../model-server/model-server.ts";
import { modelEnvironment } from "./model-service.ts";
import { as, dataDirectory, startService, told } from "./service.ts";

const directories: Awaited<ReturnType<typeof dataDirectory>>[] = [];
afterEach(async () => {
  await Promise.all(directories.splice(0).map((directory) => directory.remove()));
});
const newDirectory = async (): Promise<string> => {
  const directory = await dataDirectory();
  directories.push(directory);
  return directory.path;
};

/** Runs `palimpsest export` or `import` as it was built. */
const run = (tool: "export" | "import", dataDir: string, ...args: string[]) =>
  runWith({}, tool, dataDir, ...args);

const runWith = (
  environment: Readonly<Record<string, string>>,
  tool: "export" | "import",
  dataDir: string,
  ...args: string[]
) => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../dist/cli/palimpsest.js"), tool, ...args],
    {
      env: { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return {
    child,
    said: () => said,
    done: (once(child, "exit") as Promise<[number | null]>).then(([code]) => ({ code, said })),
  };
};

const download = (
  url: string,
  query = "",
  headers: Record<string, string> = { "x-user-id": "ann" },
): Promise<Response> => fetch(url.replace("/graphql", `/export${query}`), { headers });
/** The rows without the header, which differs between exports. */
const linesOf = async (response: Promise<Response>): Promise<string[]> =>
  (await (await response).text()).trimEnd().split("\n").slice(1);

const remember = async (url: string, user: string, texts: readonly string[]): Promise<void> => {
  for (const text of texts)
    await told(
      as(url, user)(AssertDocument, { input: { entity: { name: "Ana", type: "person" }, text } }),
    );
};

describe("an exported memory", () => {
  it("is downloaded by its owner only, and imported elsewhere unchanged", async () => {
    const [here, there] = [await newDirectory(), await newDirectory()];
    const service = await startService(here);
    await remember(service.url, "ann", [
      "Ana lives in Lisbon",
      "Ana lives in Porto",
      "Ana has a dog",
    ]);
    await remember(service.url, "bob", ["Ana sings"]);
    const response = await download(service.url);
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("cache-control"),
    ]).toEqual([200, "application/jsonl; charset=utf-8", "no-store"]);
    const text = await response.text();
    expect([text.includes("Porto"), text.includes("sings")]).toEqual([true, false]);
    const commits = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; recordedAt: string })
      .filter(({ kind }) => kind === "commit");
    expect(await linesOf(download(service.url, `?after=${commits[1]!.recordedAt}`))).toEqual(
      text.trimEnd().split("\n").slice(4),
    );
    for (const query of [
      "?after=2020-01-01T00:00:00.000Z",
      "?after=yesterday",
      "?embeddings=maybe",
      "?user=bob",
    ])
      expect([(await download(service.url, query)).status, query]).toEqual([400, query]);
    expect((await download(service.url, "", { origin: "https://evil.example" })).status).toBe(403);
    const file = join(here, "memory.jsonl");
    await writeFile(file, text);
    expect(await run("import", there, file, "--user", "ann").done).toMatchObject({ code: 0 });
    const other = await startService(there);
    expect(await linesOf(download(other.url))).toEqual(text.trimEnd().split("\n").slice(1));
    expect([await service.stop(), await other.stop()]).toEqual([0, 0]);
  });

  it("that a clock recorded ahead of time is imported unchanged on request, and goes on", async () => {
    const [here, there] = [await newDirectory(), await newDirectory()];
    const service = await startService(here);
    await remember(service.url, "ann", ["Ana lives in Lisbon"]);
    const text = (await (await download(service.url)).text()).replaceAll(/\b20\d\d-/gu, "2090-");
    expect(await service.stop()).toBe(0);
    const file = join(here, "memory.jsonl");
    await writeFile(file, text);
    const importing = (...options: string[]) =>
      run("import", there, file, "--user", "ann", ...options).done;
    const refused = await importing();
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.said).toMatch(/Record 2 .* 2090-.*--times-ahead/u);
    expect(await importing("--times-ahead")).toMatchObject({ code: 0 });

    const other = await startService(there);
    expect(await linesOf(download(other.url))).toEqual(text.trimEnd().split("\n").slice(1));
    await remember(other.url, "ann", ["Ana has a dog"]);
    const { facts } = (await told(
      as(other.url, "ann")("{ facts(first: 9) { nodes { text recordedAt } } }"),
    )) as { facts: { nodes: { text: string; recordedAt: string }[] } };
    expect(facts.nodes.map((fact) => fact.text).toSorted()).toEqual([
      "Ana has a dog",
      "Ana lives in Lisbon",
    ]);
    for (const fact of facts.nodes) expect(fact.recordedAt).toMatch(/^2090-/u);
    expect(await other.stop()).toBe(0);
  });

  it("can come from another program", async () => {
    const directory = await newDirectory();
    const file = join(directory, "memory.jsonl");
    await writeFile(
      file,
      `${JSON.stringify({ type: "entity", name: "Ana", entityType: "person", observations: ["Ana sings fado"] })}\n{"type":"nothing"}\n`,
    );
    const importFrom = (format: string) =>
      runHere({ DATA_DIR: directory }, ["import", file, "--from", format, "--user", "ann"]);
    expect(await importFrom("elsewhere")).toMatchObject({
      code: 2,
      error: expect.stringContaining("mem0, graphiti, zep, langgraph, mcp"),
    });
    for (const said of [
      "1 fact and 0 messages imported, of 1 record",
      "0 facts and 0 messages imported, 1 imported before, of 1 record",
    ])
      expect(await importFrom("mcp")).toMatchObject({
        code: 0,
        error: expect.stringContaining(said),
      });
    const service = await startService(directory);
    const text = await (await download(service.url)).text();
    expect([text.split("Ana sings fado").length > 1, text.includes('"IMPORTED"')]).toEqual([
      true,
      true,
    ]);
    expect(
      text
        .trimEnd()
        .split("\n")
        .filter((line) => line.includes('"kind":"commit"')),
    ).toHaveLength(1);
    await service.stop();
  });

  it("is refused without credentials", async () => {
    const service = await startService(await newDirectory(), {
      API_KEYS: "secret-key-of-some-length:acme",
    });
    expect((await download(service.url)).status).toBe(401);
    expect(
      (
        await download(service.url, "", {
          authorization: "Bearer secret-key-of-some-length",
          "x-user-id": "ann",
        })
      ).status,
    ).toBe(200);
    await service.stop();
  });

  it("is refused with a code if the memory cannot be read", async () => {
    const directory = await newDirectory();
    const service = await startService(directory);
    await remember(service.url, "ann", ["Ana lives in Lisbon"]);
    await rename(directory, `${directory}-elsewhere`);
    const response = await download(service.url);
    const body = (await response.json()) as unknown;
    await rename(`${directory}-elsewhere`, directory);
    expect([response.status, body]).toMatchObject([
      503,
      { errors: [{ extensions: { code: "STORE_UNAVAILABLE" } }] },
    ]);
    expect((await linesOf(download(service.url))).length).toBeGreaterThan(1);
    await service.stop();
  });

  it("survives kills of the tools on the way", async () => {
    const [here, there] = [await newDirectory(), await newDirectory()];
    // A worker that notes how far it came would do so between the export and the download.
    const still = { WORKER: "off" };
    const service = await startService(here, still);
    await remember(
      service.url,
      "ann",
      Array.from({ length: 40 }, (_, n) => `Ana ate ${n} figs`),
    );
    const file = join(here, "memory.jsonl");
    const first = run("export", here, file, "--user", "ann", "--embeddings");
    await expect.poll(() => existsSync(file)).toBe(true);
    first.child.kill("SIGKILL");
    await first.done;
    const again = await run("export", here, file, "--user", "ann", "--embeddings").done;
    expect([again.code, again.said]).toEqual([
      0,
      expect.stringMatching(/\d+ commits, \d+ records, /u),
    ]);
    const killed = run("import", there, file, "--user", "ann");
    await expect.poll(() => readdirSync(there).length).toBeGreaterThan(0);
    killed.child.kill("SIGKILL");
    await killed.done;
    expect(await run("import", there, file, "--user", "ann").done).toMatchObject({ code: 0 });
    const other = await startService(there, still);
    expect(await linesOf(download(other.url, "?embeddings=true"))).toEqual(
      await linesOf(download(service.url, "?embeddings=true")),
    );
    await remember(other.url, "bob", ["Bob has a memory of his own"]);
    const refused = await run("import", there, file, "--user", "bob").done;
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("not empty")]);
    await service.stop();
    await other.stop();
  });

  /** Rows that an import writes in two parts, each after a request for one vector. */
  const inTwoParts = async (): Promise<string[]> => {
    const directory = await newDirectory();
    const service = await startService(directory, { WORKER: "off" });
    await remember(service.url, "ann", ["Ana lives in Lisbon", "Ana has a dog"]);
    const rows = (await (await download(service.url)).text()).trimEnd().split("\n");
    await service.stop();
    const [first, second] = rows
      .slice(1, 3)
      .map(
        (row) =>
          JSON.parse(row) as { events: Record<string, unknown>[]; texts: { vector: unknown }[] },
      );
    const [event] = first!.events;
    for (let n = 0; n < 5_000; n += 1) first!.events.push({ ...event, id: `event ${n}` });
    return [rows[0]!, JSON.stringify(first), JSON.stringify(second), ...rows.slice(3)];
  };

  it("is imported whole or not at all by a process that is killed in the middle", async () => {
    const rows = await inTwoParts();
    const there = await newDirectory();
    const file = join(there, "memory.jsonl");
    await writeFile(file, `${rows.join("\n")}\n`);
    const model = await startModelServer();
    const importing = () =>
      runWith(modelEnvironment(model), "import", there, file, "--user", "ann");
    const held = async (): Promise<string[]> => {
      const copy = join(await newDirectory(), "copy.jsonl");
      expect(await run("export", there, copy, "--user", "ann").done).toMatchObject({ code: 0 });
      return (await readFile(copy, "utf8")).trimEnd().split("\n").slice(1);
    };
    try {
      for (const signal of ["SIGKILL", "SIGTERM"] as const) {
        const answered = model.embeddings.length;
        let resume = (): void => {};
        const resumed = new Promise<void>((resolve) => (resume = resolve));
        model.embeddingScript.push({ content: "" }, { after: resumed, reply: { content: "" } });
        const stopped = importing();
        await expect.poll(() => model.embeddings.length).toBe(answered + 2);
        stopped.child.kill(signal);
        if (signal === "SIGTERM") resume();
        const { code } = await stopped.done;
        resume();
        // A signal that comes after the last row stops nothing.
        expect([signal, (await held()).at(-1)]).toEqual([
          signal,
          code === 0 ? rows.at(-1) : '{"kind":"end","head":null,"sessions":0,"turns":0,"notes":0}',
        ]);
        if (signal === "SIGKILL") expect(code).toBe(null);
      }
      expect(await importing().done).toMatchObject({ code: 0 });
      expect((await held()).at(-1)).toBe(rows.at(-1));
    } finally {
      await model.close();
    }
  });
});
