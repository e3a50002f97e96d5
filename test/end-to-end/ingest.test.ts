import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as, dataDirectory, startService, told, type Service } from "./service.ts";

const PALIMPSEST = join(import.meta.dirname, "../../dist/cli/palimpsest.js");

let directory: Awaited<ReturnType<typeof dataDirectory>>;
let service: Service;
beforeAll(async () => {
  directory = await dataDirectory();
  service = await startService(join(directory.path, "data"));
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

const fileOf = async (name: string, lines: readonly (object | string)[]): Promise<string> => {
  const path = join(directory.path, name);
  await writeFile(
    path,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return path;
};

/** Runs the tool. Returns its exit code and its output. */
const ingest = (
  file: string,
  url = service.url,
  environment: Readonly<Record<string, string>> = {},
) => {
  const child = spawn(process.execPath, [PALIMPSEST, "ingest", file, "--url", url], {
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const done = (once(child, "exit") as Promise<[number | null]>).then(([code]) => ({ code, said }));
  return { child, done, said: () => said };
};

interface Facts {
  readonly facts: {
    readonly totalCount: number;
    readonly nodes: readonly {
      readonly value: string;
      readonly session: { readonly title: string } | null;
      readonly history: readonly { readonly value: string }[];
    }[];
  };
}
const facts = (user: string, slot: string | null = null) =>
  told(
    as(service.url, user)<Facts, { slot: string | null }>(
      `query ($slot: String) { facts(entity: "user", slot: $slot, first: 100) { totalCount nodes { value session { title } history { value } } } }`,
      { slot },
    ),
  );

describe("ingesting a file", () => {
  it("sends each line to its user and session, in order, and reports bad lines", async () => {
    const file = await fileOf("several.jsonl", [
      "\uFEFF" +
        JSON.stringify({
          message: "My city is Rome.",
          session: "diary",
          occurredAt: "2026-01-01T08:00:00Z",
        }),
      {
        message: "My city has changed to Oslo.",
        session: "diary",
        occurredAt: "2026-02-01T08:00:00Z",
      },
      "",
      { message: "My city is Paris.", user: "bea" },
      "{ not json",
      { message: "x".repeat(70_000) },
      {
        message: "My city has changed to Lima.",
        session: "notes",
        occurredAt: "2026-03-01T08:00:00Z",
      },
    ]);
    const { code, said } = await ingest(file, service.url, { PALIMPSEST_USER: "ada" }).done;
    expect(said).toContain("Row 5: BAD_ROW: It is not JSON.");
    expect(said).toContain("Row 6: MESSAGE_TOO_LONG");
    expect(said).toContain("6 rows: 4 written, 2 failed");
    expect(code).toBe(1);
    expect((await facts("ada", "residence")).facts.nodes).toMatchObject([
      {
        value: "Lima",
        session: { title: "notes" },
        history: [{ value: "Rome" }, { value: "Oslo" }, { value: "Lima" }],
      },
    ]);
    expect((await facts("bea", "residence")).facts.nodes).toMatchObject([
      { value: "Paris", session: null },
    ]);
  });

  it("resumes after a kill, and writes nothing twice", async () => {
    const LINES = 300;
    const file = await fileOf(
      "long.jsonl",
      Array.from({ length: LINES }, (_, n) => ({
        message: `My number ${n} is value ${n}.`,
        session: `s${n % 3}`,
      })),
    );
    const killed = ingest(file, service.url, { PALIMPSEST_USER: "cid" });
    await expect
      .poll(async () => (await facts("cid")).facts.totalCount, { interval: 5 })
      .toBeGreaterThan(5);
    killed.child.kill("SIGKILL");
    await killed.done;
    const { code, said } = await ingest(file, service.url, { PALIMPSEST_USER: "cid" }).done;
    const [, written, before] = /300 rows: (\d+) written, (\d+) written before/.exec(said) ?? [];
    expect([code, Number(written) + Number(before)]).toEqual([0, LINES]);
    expect(Number(before)).toBeGreaterThan(0);
    expect((await facts("cid")).facts.totalCount).toBe(LINES);
    const { sessions } = await told(
      as(service.url, "cid")<
        {
          sessions: {
            nodes: { title: string; turnCount: number; turns: { nodes: { content: string }[] } }[];
          };
        },
        object
      >("{ sessions { nodes { title turnCount turns(first: 100) { nodes { content } } } } }", {}),
    );
    expect(sessions.nodes.map(({ title, turnCount }) => [title, turnCount]).sort()).toEqual([
      ["s0", 100],
      ["s1", 100],
      ["s2", 100],
    ]);
    for (const { title, turns } of sessions.nodes)
      expect(turns.nodes.map(({ content }) => content)).toEqual(
        Array.from({ length: 100 }, (_, n) => n * 3 + Number(title.slice(1))).map(
          (n) => `My number ${n} is value ${n}.`,
        ),
      );
  }, 60_000);

  it("waits for a service that is starting", async () => {
    let asked = 0;
    const starting = createServer((_, response) => {
      asked += 1;
      if (asked === 1) return void response.socket?.destroy();
      response.writeHead(asked === 2 ? 503 : 200, { "content-type": "application/json" });
      const errors =
        asked === 2
          ? [{ message: "The store cannot be reached.", extensions: { code: "STORE_UNAVAILABLE" } }]
          : undefined;
      response.end(
        JSON.stringify(
          errors
            ? { errors }
            : {
                data: {
                  writeMany: { messages: [{ status: "WRITTEN", errorCode: null, error: null }] },
                },
              },
        ),
      );
    }).listen(0, "127.0.0.1");
    await once(starting, "listening");
    const { code, said } = await ingest(
      await fileOf("one.jsonl", [{ message: "My city is Rome." }]),
      `http://127.0.0.1:${(starting.address() as AddressInfo).port}/graphql`,
    ).done;
    starting.close();
    expect([code, asked]).toEqual([0, 3]);
    expect(said).toContain("1 row: 1 written");
  }, 30_000);

  it("stops if the credentials are refused", async () => {
    const guarded = await startService(join(directory.path, "guarded"), {
      API_KEYS: "right-key-0123456789:acme",
    });
    const file = await fileOf("guarded.jsonl", [{ message: "My city is Rome.", user: "ann" }]);
    const refused = await ingest(file, guarded.url, { PALIMPSEST_TOKEN: "wrong-key" }).done;
    expect(refused.code).toBe(1);
    expect(refused.said).toContain("Not everything was sent.");
    expect(
      (await ingest(file, guarded.url, { PALIMPSEST_TOKEN: "right-key-0123456789" }).done).code,
    ).toBe(0);
    await guarded.stop();
  }, 30_000);
});

it.each([
  ["is missing", "missing.jsonl", "There is no such file or folder"],
  ["is a folder", "", "This is a folder. Name a file."],
])("refuses a file that %s, with a sentence", async (_, name, cause) => {
  const { code, said } = await ingest(join(directory.path, name)).done;
  expect(code).toBe(1);
  expect(said).toContain(`Not everything was sent. ${cause}`);
  expect(said).not.toMatch(/^\s+at /mu);
});
