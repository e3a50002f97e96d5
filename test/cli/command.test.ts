import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as, dataDirectory, startService, told, type Service } from "../end-to-end/service.ts";
import { type CommandResult, PALIMPSEST, runHere, runBuilt } from "./command-line.ts";

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

/** The paths that this process has open. */
const openPaths = async (): Promise<string[]> => {
  const folder = "/proc/self/fd";
  const links = (await readdir(folder)).map((name) => readlink(join(folder, name)));
  return (await Promise.allSettled(links)).flatMap((link) =>
    link.status === "fulfilled" ? [link.value] : [],
  );
};

/** Runs a command line on the folder of the service. */
const on =
  (run: typeof runHere) =>
  (...words: string[]): Promise<CommandResult> =>
    run({ DATA_DIR: directory.path }, words);
const palimpsest = on(runHere);

describe.each([
  ["a running service", on(runHere), () => ["--url", service.url]],
  ["a folder that a service uses", on(runBuilt), () => []],
])("the command on %s", (place, palimpsest, target) => {
  const memory = () => ["--user", place.replaceAll(" ", "-"), ...target()];
  it("remembers, asks, lists, explains, corrects and forgets", async () => {
    const said = await palimpsest(
      "remember",
      "My city is Mumbai.",
      "--at",
      "2026-03-01",
      ...memory(),
    );
    expect(said).toMatchObject({ code: 0, error: "" });
    expect(said.out).toContain("added    user's city is Mumbai");
    await palimpsest("remember", "My city has changed to Pune.", "--at", "2026-09-15", ...memory());

    const asked = await palimpsest("ask", "Which city do I live in?", ...memory());
    expect(asked.out).toContain("Pune");
    const inMay = await palimpsest("facts", "user", "--valid-at", "2026-05", ...memory());
    expect(inMay.out).toContain("user's city is Mumbai");
    expect(inMay.out).not.toContain("Pune");
    const inPast = await palimpsest("facts", "--known-at", "2025", ...memory());
    expect(inPast).toEqual({ code: 0, out: "", error: "No facts are known.\n" });

    const listed = await palimpsest("facts", "user", "--json", ...memory());
    const { id } = JSON.parse(listed.out).nodes[0];
    expect((await palimpsest("why", id, ...memory())).out).toContain("by the user: My city has");
    const corrected = await palimpsest(
      "correct",
      id,
      "--text",
      "user's city is Poona",
      ...memory(),
    );
    expect(corrected.out).toContain("Poona");
    expect((await palimpsest("changes", "--since", "2026-01-01", ...memory())).out).toContain(
      "FACT_UPDATED",
    );

    const preview = await palimpsest("forget", "fact", id, ...memory());
    expect(preview.out).toContain("Would erase permanently: 1 FACT");
    expect(preview.out).toContain("Nothing was erased");
    const erased = await palimpsest("forget", "fact", id, "--yes", ...memory());
    expect(erased.out).toContain("Erased permanently: 1 FACT");
    expect((await palimpsest("facts", "user", ...memory())).out).not.toContain("Poona");
  });
});

describe("the command", () => {
  it.each([
    ["an unknown fact", ["why", "RmFjdDp4"], "The fact does not exist"],
    ["a text that is no id", ["end", "nonsense"], "not an id"],
    ["a blank question", ["ask", " "], ""],
  ])("exits with 1 and a sentence for %s", async (_case, words, sentence) => {
    const { code, out, error } = await palimpsest(...words, "--url", service.url);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toContain(sentence);
    expect(error).not.toMatch(/^\s+at /mu);
  });
  it.each([
    ["a folder that is missing", ["export", "missing/file.jsonl"], "no such file or folder: /"],
    ["a file that is missing", ["import", "missing.jsonl"], "no such file or folder: /"],
    ["a file to ingest that is missing", ["ingest", "missing.jsonl"], "no such file or folder: /"],
    ...[
      ["ask", "Where do I live?"],
      ["facts"],
      ["why", "RmFjdDp4"],
      ["changes", "--since", "2026-01-01"],
      ["graph"],
      ["correct", "RmFjdDp4", "--value", "Rome"],
      ["end", "RmFjdDp4"],
      ["undo", "RmFjdDp4"],
      ["forget", "space", "--yes"],
      ["export", join(tmpdir(), "palimpsest-missing.jsonl")],
      ["reembed"],
      ["backup", "b"],
    ].map((words): [string, string[], string] => [
      `a data folder that is missing (${words[0]})`,
      [...words, "--data", "missing"],
      `no data folder at ${join(process.cwd(), "missing")}`,
    ]),
    ["a restore from nothing", ["restore", "missing"], "no backup at"],
    ["what is no export", ["import", "package.json"], "Record 1 of the export"],
    ["a service that lacks its settings", ["provision"], "COSMOS_ENDPOINT"],
    ["a folder as a file", ["import", "docs"], "This is a folder. Name a file."],
    [
      "a file as a folder",
      ["export", "package.json/x"],
      "Part of this path is a file, not a folder: /",
    ],
    ["an address that is none", ["facts", "--url", "a b"], '"a b" is not the address of a service'],
    [
      "an address of another kind",
      ["mcp", "--url", "ftp://a.b"],
      "is not the address of a service",
    ],
    [
      "no address to ingest at",
      ["ingest", "package.json", "--url", "x"],
      "is not the address of a service",
    ],
  ])("names %s, and prints no stack and no wrong advice", async (_case, words, sentence) => {
    const { code, out, error } = await palimpsest(...words);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toContain(sentence);
    expect(error).not.toMatch(/^\s+at /mu);
    expect(error).not.toContain("Run it again");
    expect(existsSync("missing")).toBe(false);
  });
  it.each([
    [1, ["serve", "--port", "0", "--data", "package.json"], "package.json cannot be used"],
    [1, ["facts", "--data", "missing"], "no data folder at"],
    [2, ["fatcs"], "Did you mean facts?"],
    [0, ["facts", "--user", "nobody"], "No facts are known."],
  ])("exits as a process with %i: %j", async (code, words, sentence) => {
    const ended = await on(runBuilt)(...words);
    expect([ended.code, ended.out]).toEqual([code, ""]);
    expect(ended.error).toContain(sentence);
    expect(ended.error).not.toMatch(/^\s+at /mu);
  });
  it("creates a data folder where something is remembered", async () => {
    const data = join(directory.path, "new");
    const { code, out } = await palimpsest("remember", "My city is Rome.", "--data", data);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("added") });
    expect((await palimpsest("facts", "--data", data)).out).toContain("Rome");
  });
  it("reports that no service answers", async () => {
    const { code, error } = await palimpsest("facts", "--url", "http://127.0.0.1:9");
    expect(code).toBe(1);
    expect(error).toContain("cannot be reached");
  });
  it.each([
    [["fatcs"]],
    [["forget", "nothing"]],
    [["ask"]],
    [["facts", "--colour"]],
    [["changes"]],
    [["correct", "RmFjdDp4"]],
    [["forget", "fact"]],
    [["forget", "space", "RmFjdDp4"]],
    [["serve", "--port", "abc"]],
  ])("exits with 2 for an invalid command line: %j", async (words) => {
    const { code, out, error } = await palimpsest(...words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(error).toMatch(/^error: /u);
    expect(error).toContain("Usage: palimpsest");
  });
  it.skipIf(!existsSync("/proc/self/fd")).each([
    ["an address that is none", ["--url", "x"]],
    ["a service that does not answer", ["--url", "http://127.0.0.1:1/graphql"]],
  ])("closes the file to ingest, given %s", async (_case, words) => {
    const path = resolve("package.json");
    await palimpsest("ingest", path, ...words);
    await expect.poll(() => openPaths()).not.toContain(path);
  });
  it("suggests the intended command", async () => {
    expect((await palimpsest("fatcs")).error).toContain("Did you mean facts?");
  });
  it("prints help and version, and exits with 0", async () => {
    const { version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(await palimpsest("--version")).toEqual({ code: 0, out: `${version}\n`, error: "" });
    expect((await palimpsest("--help")).out).toContain("Exit codes");
  });
  it("says that a blank message or a dry run records nothing", async () => {
    const [blank, trial, message, factTrial] = await Promise.all([
      palimpsest("remember", " ", "--user", "blank"),
      palimpsest("remember", "Nice weather.", "--user", "blank", "--dry-run"),
      palimpsest("remember", "Nice weather.", "--user", "nice"),
      palimpsest("remember", "My dog is Rex.", "--user", "blank", "--dry-run"),
    ]);
    expect([blank.out, trial.out, message.out, factTrial.out]).toEqual([
      expect.stringContaining("Nothing was recorded: the message is blank"),
      "No fact was found in it. Nothing was recorded.\n",
      "Kept as a message; no fact was found in it.\n",
      "added    user's dog is Rex\nNothing was recorded.\n",
    ]);
    expect(await palimpsest("facts", "--user", "blank")).toEqual({
      code: 0,
      out: "",
      error: "No facts are known.\n",
    });
  });
  it("prints ids that the other commands accept", async () => {
    const target = ["--user", "ids"];
    const { out } = await palimpsest("remember", "My city is Mumbai.", ...target);
    const [id = ""] = /\S+$/u.exec(out.trim()) ?? [];
    const asked = await palimpsest("ask", "Which city do I live in?", ...target);
    expect(asked.out).toContain(`\n[1] fact ${id}\n`);
    const corrected = await palimpsest("correct", id, "--value", "Pune", ...target);
    expect(corrected.out).toContain("user's city is Pune");
    expect((await palimpsest("why", id, ...target)).out).toContain("My city is Mumbai.");
    const [decision = ""] = /\S+$/u.exec(corrected.out.trim()) ?? [];
    expect((await palimpsest("undo", decision, ...target)).out).toMatch(/Mumbai.*\nUndone\.\n$/u);
  });
  it("says so if it finds nothing", async () => {
    const nothing = ["--user", "nothing", "--url", service.url];
    const [changes, graph] = await Promise.all([
      palimpsest("changes", "--since", "2020", ...nothing),
      palimpsest("graph", "nobody", ...nothing),
    ]);
    expect(changes).toEqual({ code: 0, out: "", error: "Nothing was recorded since then.\n" });
    expect([graph.code, graph.error]).toEqual([0, "Nothing is known about that.\n"]);
    expect(JSON.parse(graph.out)["@graph"]).toEqual([]);
  });
  it("writes the graph as JSON-LD, and with --json as the client returns it", async () => {
    const target = ["--user", "graph"];
    await palimpsest("remember", "My sister is Ana.", ...target);
    const linked = await palimpsest("graph", ...target);
    const plain = await palimpsest("graph", "--json", ...target);
    expect([linked.code, plain.code, plain.error]).toEqual([0, 0, ""]);
    expect(Object.keys(JSON.parse(linked.out))).toContain("@graph");
    const { "@graph": none, entities, totalEntities } = JSON.parse(plain.out);
    expect(none).toBeUndefined();
    expect(totalEntities).toBe(entities.length);
    expect(entities.map(({ name }: { readonly name: string }) => name)).toContain("Ana");
  });
  it("prints an empty graph with --json, and nothing else", async () => {
    const nobody = ["graph", "nobody", "--json", "--user", "nothing"];
    const { code, out, error } = await palimpsest(...nobody, "--url", service.url);
    expect([code, error, JSON.parse(out).entities]).toEqual([0, "", []]);
  });
  it("shows the effect of a correction without offering to undo it", async () => {
    const target = ["--user", "trial"];
    await palimpsest("remember", "My city is Mumbai.", ...target);
    const { nodes } = JSON.parse((await palimpsest("facts", ...target, "--json")).out);
    const words = ["correct", nodes[0].id, "--text", "My city is Pune.", "--dry-run", ...target];
    const { code, out } = await palimpsest(...words);
    expect([code, out.includes("Nothing was changed."), out.includes("Undo")]).toEqual([
      0,
      true,
      false,
    ]);
  });
  it.each([
    [["remember", "x", "--at", "yesterdayish"], 2, "'--at <time>' argument 'yesterdayish'"],
    [["facts", "--known-at", "2026-13"], 2, 'It cannot be read: "2026-13"'],
    [["facts", "--valid-at", "tomorrow"], 2, "It cannot be read"],
    [["export", "x.jsonl", "--known-at", "soon"], 2, "It cannot be read"],
    [["changes", "--since", ""], 2, "'--since <time>'"],
    [
      ["facts", "--user", ""],
      2,
      "'--user <user>' argument '' is invalid. The value must not be blank.",
    ],
    [["facts", "--url", "http://a.b", "--data", "x"], 2, "cannot be used with option '--data"],
    [["facts", "--url", "http://a.b", "--tenant", "x"], 2, "cannot be used with option '--tenant"],
    [["facts", "--user", "shared:team"], 1, "Use --space to name a shared space."],
    [["facts", "--tenant", " "], 1, "The tenant must have"],
    [["import", "no-such-file.json", "--from", "mem0"], 1, "no such file or folder: /"],
    [["import", "package.json", "--from", "chatgpt"], 1, "no data in the export format of chatgpt"],
  ])("refuses %j with a sentence", async (words, code, sentence) => {
    const ended = await palimpsest(...words);
    expect([ended.code, ended.out]).toEqual([code, ""]);
    expect(ended.error).toContain(sentence);
  });
  it.each([
    ["claude-desktop", [], { mcpServers: { palimpsest: { command: "npx" } } }],
    ["cursor", ["--url", "http://a.b"], { mcpServers: { palimpsest: { url: "http://a.b/mcp" } } }],
    ["vscode", ["--url", "http://a.b/x"], { servers: { palimpsest: { url: "http://a.b/x" } } }],
  ])("prints the configuration for %s", async (agent, words, config) => {
    const { code, out } = await palimpsest("mcp", "config", "--for", agent, ...words);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject(config);
  });
  it.each(["claude-desktop", "claude-code", "cursor", "vscode"])(
    "gives %s the memory that the other commands use",
    async (agent) => {
      const configure = (environment: Readonly<Record<string, string>>, ...words: string[]) =>
        runHere({ DATA_DIR: directory.path, ...environment }, [
          "mcp",
          "config",
          "--for",
          agent,
          ...words,
        ]);
      const remote = { PALIMPSEST_URL: "http://a.b", PALIMPSEST_USER: "ana" };
      const [shared, folder, nowhere] = await Promise.all([
        configure(remote, "--space", "team"),
        configure(remote, "--data", "/somewhere"),
        configure({ PALIMPSEST_URL: "a.b" }),
      ]);
      expect([shared.out, folder.out]).toEqual([
        expect.stringMatching(/^(?=[^]*http:\/\/a\.b)(?=[^]*\bana\b)(?=[^]*\bteam\b)/u),
        expect.stringMatching(/^(?![^]*http:\/\/a\.b)(?=[^]*\/somewhere)/u),
      ]);
      expect(nowhere).toEqual({
        code: 1,
        out: "",
        error: 'Failed: "a.b" is not the address of a service, such as http://localhost:4000.\n',
      });
    },
  );
  it("prints the command that adds it to claude-code", async () => {
    const { out } = await palimpsest("mcp", "config", "--for", "claude-code", "--user", "it's me");
    expect(out).toMatch(
      /^claude mcp add palimpsest -- npx -y palimpsest mcp --data \/.*'it'\\''s me'$/mu,
    );
    expect((await palimpsest("mcp", "config", "--for", "nobody")).code).toBe(2);
    const remote = ["--url", "http://a.b", "--user", "$(it's me)"];
    const command = await palimpsest("mcp", "config", "--for", "claude-code", ...remote);
    expect(command.out).toContain("--header 'x-user-id: $(it'\\''s me)'");
  });
  it("prints no control characters from stored text", async () => {
    const user = ["--user", "terminal"];
    await palimpsest("remember", "My city is \u001b[31mRed\u0007town.", ...user);
    const { out } = await palimpsest("facts", ...user);
    expect(out).toContain("town");
    expect(out).not.toMatch(/\p{Cc}(?<!\n)/u);
  });
});

describe("an import of another program's file", () => {
  it("says which messages were imported before", async () => {
    const folder = await mkdtemp(join(tmpdir(), "palimpsest-foreign-"));
    const file = join(folder, "memory.jsonl");
    await writeFile(
      file,
      JSON.stringify({
        type: "entity",
        name: "Ana",
        entityType: "person",
        observations: ["sings"],
      }),
    );
    const importFile = (...words: string[]) =>
      palimpsest("import", file, "--from", "mcp", "--data", join(folder, "data"), ...words);
    expect((await importFile()).error).toContain("1 fact and 0 messages imported, of 1 record.");
    const again = await importFile("--json");
    expect(again.error).toContain(
      "0 facts and 0 messages imported, 1 imported before, of 1 record.",
    );
    expect(JSON.parse(again.out)).toMatchObject({ facts: 0, known: 1, records: 1, undated: 1 });
    await rm(folder, { recursive: true });
  });
});

describe("the evaluation", () => {
  let folder: string;
  const fileOf = async (name: string, ...rows: object[]): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    return file;
  };
  const MUMBAI = { message: "My city is Mumbai." };
  const where = (answer: string) => ({ question: "Which city do I live in?", answer });
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "palimpsest-evaluate-"))));
  afterAll(() => rm(folder, { recursive: true }));

  it("measures a file, and saves figures and a page at the given place", async () => {
    const file = await fileOf("talk.jsonl", MUMBAI, where("Mumbai"), where("Lisbon"));
    const { code, out, error } = await palimpsest("evaluate", file, "--out", join(folder, "out"));
    expect(code).toBe(0);
    expect(out).toContain("1 of 2");
    expect(out).toContain("talk.jsonl, row 3");
    expect(error).toMatch(/Saved: .*\.json, .*\.html\.\n$/u);
  });
  it("exits with 1 if fewer answers are right than required", async () => {
    const file = await fileOf("least.jsonl", MUMBAI, where("Mumbai"), where("Lisbon"));
    const [half, most] = await Promise.all([
      palimpsest("evaluate", file, "--least", "50"),
      palimpsest("evaluate", file, "--least", "51", "--json"),
    ]);
    expect([half.code, most.code]).toEqual([0, 1]);
    expect(JSON.parse(most.out).sections[0].figures.right).toBe(0.5);
    expect(most.error).toContain(
      "50.0 % of the questions were answered correctly, less than 51 %.",
    );
  });
  it.each([
    ["a part that there is not", ["--only", "project,memory"], 2, "Parts are project, generated"],
    [
      "LoCoMo without its file",
      ["--only", "locomo"],
      1,
      "Give the LoCoMo file with --locomo <path>",
    ],
    ["a file of another form", ["--locomo", "package.json"], 1, "is no file of LoCoMo"],
    ["a file that is missing", ["missing.jsonl"], 1, "no such file or folder: /"],
    ["a file without questions", ["package.json"], 1, "package.json, row 1: It is not JSON"],
    ["a share above all", ["--least", "101"], 2, "a whole number from 0 to 100"],
  ])("refuses %s with a sentence", async (_case, words, code, sentence) => {
    const ended = await palimpsest("evaluate", ...words);
    expect([ended.code, ended.out]).toEqual([code, ""]);
    expect(ended.error).toContain(sentence);
    expect(ended.error).not.toMatch(/^\s+at /mu);
  });
});

describe("the worker alone", () => {
  let own: Awaited<ReturnType<typeof dataDirectory>>;
  let without: Service;
  const settings = () => ({ DATA_DIR: own.path, RECONCILIATION_EVERY_N: "1" });
  const jobs = async () => {
    const { jobs } = await told(
      as(without.url)<{ readonly jobs: { readonly nodes: readonly object[] } }, object>(
        "{ jobs { nodes { kind status } } }",
      ),
    );
    return jobs.nodes;
  };
  beforeAll(async () => {
    own = await dataDirectory();
    without = await startService(own.path, { WORKER: "off" });
    await palimpsest("remember", "I live in Porto.", "--url", without.url);
  });
  afterAll(async () => {
    await without.stop();
    await own.remove();
  });

  it("runs all due jobs once, and ends", async () => {
    expect(await jobs()).toEqual([]);
    expect(await runBuilt(settings(), ["worker", "--once"])).toEqual({
      code: 0,
      out: "",
      error: "",
    });
    expect(await jobs()).toEqual([{ kind: "RECONCILIATION", status: "DONE" }]);
  });

  it("runs until it is stopped, one process at a time", async () => {
    const child = spawn(process.execPath, [PALIMPSEST, "worker"], {
      env: { PATH: process.env["PATH"] ?? "", ...settings() },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = once(child, "exit");
    await once(child.stderr, "data");
    expect(
      await runBuilt({ ...settings(), RECONCILIATION_EVERY_N: "0" }, ["worker", "--once"]),
    ).toMatchObject({ code: 0, error: expect.stringContaining("Another worker is running") });
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
  });
});
