import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AssertDocument, SearchDocument } from "../generated/operations.ts";
import { startModelServer, type ModelServer } from "../model-server/model-server.ts";
import { modelEnvironment } from "./model-service.ts";
import { as, dataDirectory, startService, told } from "./service.ts";

const PALIMPSEST = join(import.meta.dirname, "../../dist/cli/palimpsest.js");
/** More than the tool embeds at a time: each assertion is a fact and a message. */
const FACTS = 60;
const FRUIT = ["apples", "pears", "plums", "figs", "dates"];

let model: ModelServer;
let directory: Awaited<ReturnType<typeof dataDirectory>>;
beforeAll(async () => {
  model = await startModelServer();
  directory = await dataDirectory();
});
afterAll(async () => {
  await model.close();
  await directory.remove();
});

/** Runs the tool. Returns its exit code and its output. */
const reembed = (environment: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [PALIMPSEST, "reembed"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: directory.path,
      ...modelEnvironment(model),
      ...environment,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const done = (once(child, "exit") as Promise<[number | null]>).then(([code]) => ({ code, said }));
  return { child, done };
};
const embedded = () => model.embeddings.flatMap(({ body }) => body.input);
const ask = (url: string, user: string) => {
  const asked = as(url, user);
  return {
    assert: async (text: string) =>
      (
        await told(
          asked(AssertDocument, { input: { entity: { name: "Ana", type: "person" }, text } }),
        )
      ).assertFact,
    search: async (mode: "VECTOR" | "FULL_TEXT", query: string, knownAt?: string) =>
      (
        await told(
          asked(SearchDocument, {
            query,
            mode,
            kinds: ["FACT"],
            first: 3,
            at: knownAt === undefined ? null : { knownAt },
          }),
        )
      ).search.hits
        .filter(({ vectorRank, fullTextRank }) => vectorRank !== null || fullTextRank !== null)
        .map(({ node, score }) => ["text" in node && node.text, score]),
  };
};

describe("a new embedding model", () => {
  it("is announced at the start, and re-embeds resumably beside a running service", async () => {
    const offline = await startService(directory.path);
    let known = "";
    for (let n = 0; n < FACTS; n++)
      known = (await ask(offline.url, "ann").assert(`Ana ate ${n} ${FRUIT[n % FRUIT.length]}`))
        .event!.recordedAt;
    await ask(offline.url, "bob").assert("Ana sings in the choir");
    const words = await ask(offline.url, "ann").search("FULL_TEXT", "figs", known);
    expect([await offline.stop(), offline.output().includes("embedding model")]).toEqual([
      0,
      false,
    ]);

    const online = await startService(directory.path, modelEnvironment(model));
    const ann = ask(online.url, "ann");
    await expect
      .poll(online.output)
      .toMatch(
        /"embedder":"vectors-256","before":\["[^"]+"\],"spacesLookedAt":2,"spacesConcerned":2,.*palimpsest reembed/u,
      );
    expect(await ann.search("VECTOR", "Ana ate 3 figs")).toEqual([]);
    await expect
      .poll(online.output)
      .toMatch(
        /"texts":121,"without":121,"embedder":"vectors-256","foreign":\[\{"embedder":"[^"]+","vectors":\d+\}\]/u,
      );

    model.embeddings.length = 0;
    model.embeddingScript.push({ content: null }, { hangs: true });
    const killed = reembed();
    await expect.poll(() => model.embeddings.length).toBe(2);
    killed.child.kill("SIGKILL");
    expect((await killed.done).code).toBeNull();
    const first = [...model.embeddings[0]!.body.input];

    await ann.assert("Ana ate 99 quinces");
    model.embeddings.length = 0;
    const { code, said } = await reembed().done;
    // Every fact, and the message that it came with and that reads alike, was embedded once, by the first run or the second.
    const times = (text: string) => [...first, ...embedded()].filter((one) => one === text).length;
    expect([
      code,
      ...Array.from({ length: FACTS }, (_, n) => times(`Ana ate ${n} ${FRUIT[n % FRUIT.length]}`)),
    ]).toEqual([0, ...Array.from({ length: FACTS }, () => 2)]);
    expect(said).toMatch(/texts of 2 spaces embedded: \d+ calls, \d+ tokens/u);

    expect((await ann.search("VECTOR", "Ana ate 3 figs"))[0]?.[0]).toBe("Ana ate 3 figs");
    expect((await ann.search("VECTOR", "Ana ate 99 quinces"))[0]?.[0]).toBe("Ana ate 99 quinces");
    expect((await ask(online.url, "bob").search("VECTOR", "Ana sings in the choir"))[0]?.[0]).toBe(
      "Ana sings in the choir",
    );
    expect([
      await ann.search("FULL_TEXT", "figs", known),
      await ann.search("VECTOR", "figs", known),
    ]).toEqual([words, []]);
    expect(await online.stop()).toBe(0);
  });

  it("is not announced if every text has a vector of it", async () => {
    const again = await startService(directory.path, modelEnvironment(model));
    await ask(again.url, "ann").search("FULL_TEXT", "figs");
    await again.stop();
    expect(again.output()).not.toMatch(/reembed/u);
    model.embeddings.length = 0;
    expect((await reembed().done).code).toBe(0);
    expect(model.embeddings).toEqual([]);
  });

  it("is recognised by its dimensions", async () => {
    const { code, said } = await reembed({ EMBEDDING_DIMENSIONS: "64" }).done;
    expect([code, said]).toEqual([0, expect.stringContaining("vectors-64")]);
    const online = await startService(directory.path, {
      ...modelEnvironment(model),
      EMBEDDING_DIMENSIONS: "64",
    });
    expect((await ask(online.url, "bob").search("VECTOR", "Ana sings in the choir"))[0]?.[0]).toBe(
      "Ana sings in the choir",
    );
    expect(await online.stop()).toBe(0);
  });

  it("that refuses the credentials ends the tool with 1 and a sentence", async () => {
    model.key = "another";
    const { code, said } = await reembed({ EMBEDDING_DIMENSIONS: "32" }).done;
    model.key = null;
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(
        /Not everything was embedded\. vectors answered with status 401.*Run it again/u,
      ),
    ]);
    expect(said).not.toContain("secret-key");
  });
});
