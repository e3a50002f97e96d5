import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kind, parse, type OperationDefinitionNode } from "graphql";
import { createClient } from "graphql-ws";
import { transformWithOxc } from "vite";
import { expect } from "vitest";
import WebSocket from "ws";
import { CosmosDouble } from "../cosmos-double/cosmos-double.ts";
import type { Block } from "./blocks.ts";
import { withBuiltPackages } from "./built-packages.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

/** The placeholder on a page for omitted content. It matches any text, number or list. */
const ELLIPSIS = "…";

/** The folder in which the code of a page finds the packages and the command. */
export interface Installation {
  /** The folder in which programs lie. */
  readonly folder: string;
  /** The code of a program in a folder of its own there, with imports that lead to the packages. */
  readonly linked: (code: string, folder: string) => string;
  /** The path of the command. */
  readonly command: string;
}

/** The packages and the command as `npm run build` made them in this repository. */
const BUILT_HERE: Installation = {
  folder: join(REPOSITORY, "node_modules/.cache"),
  linked: (code, folder) => {
    installFunctions(folder);
    return withBuiltPackages(code);
  },
  command: join(REPOSITORY, "dist/cli/palimpsest.js"),
};

/** The service against which the code of a page runs. */
export interface PageSurroundings {
  /** The address of the service. */
  readonly url: string;
  readonly dataDirectory: string;
  /** The endpoint of the model that programs ask themselves. */
  readonly modelUrl: string;
  /** Default: what is built here. */
  readonly installation?: Installation | undefined;
}

/**
 * Runs the blocks of one page from top to bottom against a service, as one user of its own:
 *
 * - `graphql`: every operation of the block is sent. Directive `variables`: JSON; a text "@a.b.0.c"
 *   stands for what the latest answer has at that path.
 *   Directive `setup`: an operation that is sent before. Directive `run`: the names of the operations
 *   to send, where not all can be.
 * - `json` with the directive `file`: is what the file of that name holds for the page's `sh` blocks.
 * - `json` after `graphql`: the answer must be this. A text "…" stands for anything.
 * - `ts`: is compiled and run by Node. With the directive `model: scripted` it has the settings of a
 *   model.
 * - `sh`: is run by bash. `palimpsest` is the built command, and `npm start` starts the
 *   built service until it is ready. With the directive `store: cosmos` it has the settings of an
 *   account, the page's own, that is empty at first.
 * - `text` after `ts` or `sh`: the output must be this.
 * - A block without a language (a picture in text), or with the directive `show: only`, is not run.
 */
export class PageRunner {
  readonly #url: string;
  readonly #dataDirectory: string;
  readonly #modelUrl: string;
  readonly #installation: Installation;
  readonly #user: string;
  readonly #answers: unknown[] = [];
  readonly #files = new Map<string, string>();
  #folder: string | null = null;
  #account: CosmosDouble | null = null;
  #output = "";

  constructor(
    { url, dataDirectory, modelUrl, installation = BUILT_HERE }: PageSurroundings,
    user: string,
    blocks: readonly Block[],
  ) {
    for (const { code, directives } of blocks) {
      const file = directives.get("file");
      if (file !== undefined) this.#files.set(file, `${code}\n`);
    }
    this.#url = url;
    this.#dataDirectory = dataDirectory;
    this.#modelUrl = modelUrl;
    this.#installation = installation;
    this.#user = user;
  }

  async run(block: Block): Promise<void> {
    if (block.language === "" || block.directives.get("show") === "only") return;
    if (block.language === "graphql") return this.#ask(block);
    if (block.directives.has("file")) return;
    if (block.language === "json") return this.#compareAnswer(block);
    if (block.language === "ts") return this.#runTypeScript(block);
    if (block.language === "sh") return this.#runShell(block);
    if (block.language === "text") return this.#compareOutput(block);
    throw new Error(`Line ${block.line}: nothing can run a block of "${block.language}".`);
  }

  async #ask(block: Block): Promise<void> {
    const setup = block.directives.get("setup");
    if (setup !== undefined) this.#answers.unshift(await this.#post({ query: setup }));
    const variables = this.#variablesOf(block);
    const operations = parse(block.code).definitions.filter(
      (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
    );
    const chosen = block.directives.get("run")?.split(" ");
    for (const { operation, name, variableDefinitions = [] } of operations) {
      if (chosen && !chosen.includes(name?.value ?? "")) continue;
      const declared = new Set(variableDefinitions.map(({ variable }) => variable.name.value));
      const request = {
        query: block.code,
        operationName: name?.value,
        variables: Object.fromEntries(
          Object.entries(variables).filter(([variable]) => declared.has(variable)),
        ),
      };
      const answer =
        operation === "subscription" ? await this.#subscribe(request) : await this.#post(request);
      expect(answer, `line ${block.line}`).not.toHaveProperty("errors");
      this.#answers.unshift(answer);
    }
  }

  async #post(request: object): Promise<unknown> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-user-id": this.#user },
      body: JSON.stringify(request),
    });
    return response.json();
  }

  async #subscribe(request: { readonly query: string }): Promise<unknown> {
    const client = createClient({
      url: this.#url.replace("http", "ws"),
      webSocketImpl: WebSocket,
      connectionParams: { "x-user-id": this.#user },
    });
    let last: unknown = null;
    for await (const answer of client.iterate(request)) last = answer;
    await client.dispose();
    return last;
  }

  #variablesOf(block: Block): Record<string, unknown> {
    const template: unknown = JSON.parse(block.directives.get("variables") ?? "{}");
    return this.#fill(template) as Record<string, unknown>;
  }

  #fill(template: unknown): unknown {
    if (typeof template === "string" && template.startsWith("@"))
      return this.#latest(template.slice(1));
    if (Array.isArray(template)) return template.map((item) => this.#fill(item));
    if (template === null || typeof template !== "object") return template;
    return Object.fromEntries(
      Object.entries(template).map(([name, value]) => [name, this.#fill(value)]),
    );
  }

  #latest(path: string): unknown {
    for (const answer of this.#answers) {
      const value = path
        .split(".")
        .reduce<unknown>(
          (at, key) =>
            at !== null && typeof at === "object"
              ? (at as Record<string, unknown>)[key]
              : undefined,
          (answer as { readonly data?: unknown }).data,
        );
      if (value !== undefined) return value;
    }
    throw new Error(`No answer so far has ${path}.`);
  }

  #compareAnswer(block: Block): void {
    const shown: unknown = JSON.parse(block.code);
    expect(elided(this.#answers[0], shown), `line ${block.line}`).toEqual(shown);
  }

  async #runTypeScript(block: Block): Promise<void> {
    mkdirSync(this.#installation.folder, { recursive: true });
    const folder = mkdtempSync(join(this.#installation.folder, "docs-"));
    const file = join(folder, "block.mjs");
    const { code } = await transformWithOxc(this.#localised(block.code), "block.ts");
    writeFileSync(file, this.#installation.linked(code, folder));
    try {
      const environment = { ...this.#modelOf(block), ...(await this.#storeOf(block)) };
      this.#output = await output(process.execPath, [file], environment, block);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async #runShell(block: Block): Promise<void> {
    const folder = await this.#workingDirectory();
    const environment = {
      PATH: `${folder}:${process.env["PATH"] ?? ""}`,
      REPOSITORY,
      COMMAND: this.#installation.command,
      DATA_DIR: this.#dataDirectory,
      PALIMPSEST_URL: this.#url,
      KEY: "key",
      // npm says so where a command was called from; these are called from the page's folder.
      INIT_CWD: folder,
      ...(await this.#storeOf(block)),
    };
    const script = ["-euo", "pipefail", "-c", this.#localised(block.code)];
    this.#output = await output("bash", script, environment, block, folder);
  }

  #modelOf({ directives }: Block): Record<string, string> {
    if (directives.get("model") !== "scripted") return {};
    return { OPENAI_BASE_URL: this.#modelUrl, OPENAI_API_KEY: "of the scripted model" };
  }

  async #storeOf({ directives }: Block): Promise<Record<string, string>> {
    if (directives.get("store") !== "cosmos") return {};
    this.#account ??= await CosmosDouble.start();
    return { COSMOS_ENDPOINT: this.#account.endpoint, COSMOS_KEY: this.#account.key };
  }

  /** The page's own folder, with its files, the command and a stand-in for npm. */
  async #workingDirectory(): Promise<string> {
    if (this.#folder === null) {
      this.#folder = mkdtempSync(join(tmpdir(), "palimpsest-docs-"));
      for (const [name, content] of this.#files) await writeFile(join(this.#folder, name), content);
      for (const [name, script] of Object.entries({ npm: NPM, palimpsest: PALIMPSEST })) {
        await writeFile(join(this.#folder, name), script);
        await chmod(join(this.#folder, name), 0o755);
      }
    }
    return this.#folder;
  }

  /** Removes what the page's blocks have written. */
  async close(): Promise<void> {
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true });
    await this.#account?.stop();
  }

  #compareOutput(block: Block): void {
    const pattern = block.code.split(ELLIPSIS).map(escaped);
    expect(this.#output.trim(), `line ${block.line}`).toMatch(
      new RegExp(`^${pattern.join("[^]*")}$`, "u"),
    );
  }

  /** The code with the address of this service, and the page's user, in place of those shown. */
  #localised(code: string): string {
    const { host } = new URL(this.#url);
    return code
      .replaceAll("localhost:4000", host)
      .replaceAll("https://memory.example.com", `http://${host}`)
      .replaceAll(/(?<="|--user |x-user-id: )ana(?=["\s]|$)/gmu, this.#user);
  }
}

/**
 * Puts this package, and a replacement for the host of Azure Functions that calls a timer once,
 * where a block finds them.
 */
const installFunctions = (folder: string): void => {
  const modules = join(folder, "node_modules");
  const host = join(modules, "@azure/functions");
  mkdirSync(host, { recursive: true });
  symlinkSync(REPOSITORY, join(modules, "palimpsest"));
  writeFileSync(join(host, "package.json"), '{ "type": "module", "main": "index.js" }');
  writeFileSync(join(host, "index.js"), FUNCTIONS);
};
const FUNCTIONS = `
export const app = {
  timer: (name, { schedule, handler }) => handler({ schedule }, { log: (text) => console.log(name, text) }),
};`;

const PALIMPSEST = `#!/usr/bin/env bash
exec node "$COMMAND" "$@"
`;

/** `npm ci` has been done. */
const NPM = `#!/usr/bin/env bash
case "$1" in
  ci|test) exit 0 ;;
  start)
    export DATA_DIR=$(mktemp -d) PORT=0
    node "$REPOSITORY/dist/src/main.js" >"$DATA_DIR/log" 2>&1 & service=$!
    trap 'kill $service; rm -r "$DATA_DIR"' EXIT
    for _ in $(seq 100); do
      if grep -q http:// "$DATA_DIR/log"; then exit 0; fi
      kill -0 $service || break
      sleep 0.1
    done
    cat "$DATA_DIR/log" >&2
    exit 1 ;;
  *) echo "npm $*: not known here" >&2; exit 2 ;;
esac
`;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);

/** The answer, with "…" wherever the page shows "…". */
const elided = (answer: unknown, shown: unknown): unknown => {
  if (shown === ELLIPSIS) return answer === undefined ? undefined : ELLIPSIS;
  if (Array.isArray(answer) && Array.isArray(shown))
    return answer.map((item, i) => elided(item, shown[i]));
  if (isRecord(answer) && isRecord(shown))
    return Object.fromEntries(
      Object.entries(answer).map(([name, value]) => [name, elided(value, shown[name])]),
    );
  return answer;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The output of a program. Rejects with the output if the program fails. */
const output = (
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  block: Block,
  cwd?: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`Line ${block.line} ended with ${code}.\n${stdout}\n${stderr}`));
    });
  });
