import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const REPOSITORY = join(import.meta.dirname, "../..");
const { name, version, mcpName, dependencies } = createRequire(import.meta.url)(
  "../../package.json",
) as {
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
  readonly dependencies: Readonly<Record<string, string>>;
};
const [PALIMPSEST, CLIENT] = ["palimpsest", "@palimpsest/client"];
const ADAPTERS = { "@palimpsest/ai-sdk": "withMemory", "@palimpsest/langgraph": "PalimpsestStore" };
/** The peer dependencies of the adapters. */
const PEERS = ["ai", "@langchain/langgraph-checkpoint"];

/**
 * An empty folder with the packages in it as npm would unpack them, and only their dependencies
 * besides.
 */
describe("the packed packages in an empty folder", () => {
  let folder: string;
  const run = (command: string, ...words: string[]): string =>
    execFileSync(command, words, {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    });
  const unpack = (name: string, source: string): void => {
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], {
      cwd: source,
      env: { ...process.env, npm_config_loglevel: "error" },
    });
    const [file = ""] = readdirSync(folder).filter((entry) => entry.endsWith(".tgz"));
    const target = join(folder, "node_modules", name);
    mkdirSync(target, { recursive: true });
    run("tar", "xzf", file, "--strip-components=1", "-C", target);
    rmSync(join(folder, file));
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "palimpsest-package-"));
    unpack(PALIMPSEST, REPOSITORY);
    unpack(CLIENT, join(REPOSITORY, "packages/client"));
    for (const name of Object.keys(ADAPTERS))
      unpack(name, join(REPOSITORY, "packages", name.split("/")[1] ?? ""));
    for (const name of [...Object.keys(dependencies), ...PEERS]) {
      mkdirSync(join(folder, "node_modules", name, ".."), { recursive: true });
      symlinkSync(join(REPOSITORY, "node_modules", name), join(folder, "node_modules", name));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("have a command that remembers and answers", () => {
    const command = join(folder, "node_modules/palimpsest/dist/cli/palimpsest.js");
    expect(run(process.execPath, command, "remember", "My city is Mumbai.")).toContain("Mumbai");
    expect(readdirSync(folder).toSorted()).toEqual(["data", "node_modules"]);
  });
  it("have a command that measures a conversation, and the conversations of Palimpsest", () => {
    const command = join(folder, "node_modules/palimpsest/dist/cli/palimpsest.js");
    const rows = [
      { message: "My city is Mumbai." },
      { question: "Which city do I live in?", answer: "Mumbai" },
    ];
    writeFileSync(join(folder, "talk.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    const evaluate = (...words: string[]) =>
      JSON.parse(run(process.execPath, command, "evaluate", "--json", ...words)).sections;
    expect(evaluate("talk.jsonl", "--least", "100")[0].figures.right).toBe(1);
    rmSync(join(folder, "talk.jsonl"));
    expect(evaluate("--only", "precision")[0].title).toBe("Precision");
  });
  it("have a client without dependencies", () => {
    const script = `import("${CLIENT}").then(({ palimpsest }) => console.log(typeof palimpsest))`;
    expect(run(process.execPath, "-e", script)).toBe("function\n");
  });
  it.each(Object.entries(ADAPTERS))("have %s, which needs only its peers", (name, part) => {
    const script = `import("${name}").then((adapter) => console.log(typeof adapter.${part}))`;
    expect(run(process.execPath, "-e", script)).toBe("function\n");
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"),
    );
    expect(dependencies).toBeUndefined();
    expect([CLIENT, ...PEERS]).toEqual(expect.arrayContaining(Object.keys(peerDependencies)));
  });
  it("is described for registries of MCP by its own name and version", () => {
    const server = JSON.parse(readFileSync(join(REPOSITORY, "server.json"), "utf8"));
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect([server.name, server.version]).toEqual([mcpName, version]);
    expect(server.packages).toEqual([expect.objectContaining({ identifier: name, version })]);
  });
  it("have the same version and the same name in the MCP registry", () => {
    const copy = join(folder, "repository");
    const files = readdirSync(join(REPOSITORY, "packages")).map(
      (one) => `packages/${one}/package.json`,
    );
    for (const file of ["package.json", "server.json", ...files]) {
      mkdirSync(join(copy, file, ".."), { recursive: true });
      copyFileSync(join(REPOSITORY, file), join(copy, file));
    }
    const read = (file: string) => JSON.parse(readFileSync(join(copy, file), "utf8"));
    const stamp = (changes: object): void => {
      writeFileSync(
        join(copy, "package.json"),
        JSON.stringify({ ...read("package.json"), ...changes }),
      );
      execFileSync(process.execPath, [join(REPOSITORY, "scripts/stamp-release.mjs")], {
        cwd: copy,
      });
    };
    stamp({});
    for (const file of ["server.json", ...files])
      expect(read(file)).toEqual(JSON.parse(readFileSync(join(REPOSITORY, file), "utf8")));
    stamp({ version: "9.8.7", mcpName: "io.github.somebody/palimpsest" });
    expect(read("server.json")).toMatchObject({
      name: "io.github.somebody/palimpsest",
      version: "9.8.7",
      packages: [{ identifier: name, version: "9.8.7" }],
    });
    for (const file of files) expect(read(file).version).toBe("9.8.7");
    expect(read("packages/ai-sdk/package.json").peerDependencies).toEqual({
      [CLIENT]: "9.8.7",
      ai: "^6.0.0",
    });
    rmSync(copy, { recursive: true });
  });
  it("contain only built files", () => {
    const entries = readdirSync(join(folder, "node_modules/palimpsest")).toSorted();
    expect(entries).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  });
});
