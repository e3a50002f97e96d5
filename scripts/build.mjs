import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { build } from "rolldown";
import { parse } from "yaml";
import { packedTokens } from "./packed-tokens.mjs";
import { unpackedTagger } from "./unpacked-tagger.mjs";

const ENTRIES = [
  "cli/palimpsest",
  "src/main",
  "scripts/emit-schema",
  "scripts/read-needed-words",
  "src/models/offline/thread",
  "src/store/sqlite/threads/thread",
];
/**
 * Packages that are not bundled: native code, threads with files of their own, and a package that
 * type-graphql would load if it were installed. Those that exist are the dependencies of
 * package.json: an installation of Palimpsest brings no other package.
 */
const EXTERNAL = /^(?:@photostructure\/sqlite|tinypool|class-validator)(?:$|\/)/u;
/** Runs before all other modules, so it needs a file of its own. */
const FIRST = /\/src\/production\.ts$/u;
/** Modules that most bundles import. They would otherwise lie in one of those below, with SQLite. */
const SHARED = /\/(?:src\/memory\/(?:problem|time)\.ts|node_modules\/lru-cache\/.*)$/u;
/** Modules that find their data files relative to themselves. */
const BESIDE_FILES = [
  {
    name: "tables",
    folder: "src/models/offline/data",
    test: /\/src\/models\/offline\/data\/load\.ts$/u,
  },
  { name: "prompt-files", folder: "src/prompts", test: /\/src\/prompts\/prompt-files\.ts$/u },
  {
    name: "announced-changes",
    folder: "src/language",
    test: /\/src\/language\/announced-changes\.ts$/u,
  },
  { name: "load", folder: "src/vocabulary", test: /\/src\/vocabulary\/load\.ts$/u },
  {
    name: "thread-file",
    folder: "src/models/offline",
    test: /\/src\/models\/offline\/thread-file\.ts$/u,
  },
  {
    name: "file-thread",
    folder: "src/store/sqlite/threads",
    test: /\/src\/store\/sqlite\/threads\/file-thread\.ts$/u,
  },
  {
    name: "explorer-page",
    folder: "src/server/http",
    test: /\/src\/server\/http\/explorer-page\.ts$/u,
  },
];

/** Code by which a bundle loads modules, relative to itself. */
const CODE_CACHE = "code-cache.cjs";
/** Whether a bundle imports a package, and not another bundle. */
const isPackage = (id) => extname(id) !== ".cjs";
/**
 * Lets the loader import packages that are not bundled. A script from V8's cache cannot do that by
 * itself.
 */
const importsByLoader = {
  name: "imports-by-loader",
  renderChunk: (code, { fileName, dynamicImports }) => {
    const loader = relative(dirname(fileName), CODE_CACHE);
    const newCode = dynamicImports.filter(isPackage).reduce((text, id) => {
      const name = JSON.stringify(id);
      const parts = text.split(`import(${name})`);
      if (parts.length === 1) throw new Error(`${fileName} imports ${id} in an unknown form.`);
      return parts.join(`require("${loader}").importPackage(${name})`);
    }, code);
    return newCode === code ? null : { code: newCode, map: null };
  },
};

await rm("dist/chunks", { recursive: true, force: true });
/**
 * Bundles each command into a few files, because finding and compiling 1,300 modules one by one
 * takes most of the start of Node. Names are kept, because type-graphql names the types of the
 * schema after their classes.
 */
const { output } = await build({
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, `${entry}.ts`])),
  platform: "node",
  tsconfig: "tsconfig.json",
  external: EXTERNAL,
  plugins: [packedTokens, unpackedTagger, importsByLoader],
  output: {
    dir: "dist",
    // Scripts whose compiled code can be cached. Node 20 caches no modules.
    format: "cjs",
    entryFileNames: "chunks/[name]-[hash].cjs",
    chunkFileNames: ({ moduleIds }) => {
      const beside = BESIDE_FILES.find(({ test }) => moduleIds.some((id) => test.test(id)));
      return `${beside?.folder ?? "chunks"}/[name]-[hash].cjs`;
    },
    codeSplitting: {
      groups: [
        { name: "production", test: FIRST },
        { name: "shared", test: SHARED },
        ...BESIDE_FILES.map(({ name, test }) => ({ name, test })),
      ],
    },
    keepNames: true,
    // The code that Node compiles at every start. Names are kept, and source maps contain the
    // lines.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});

/** The bundle of an entry, and its replacement: a module for a command, a script for a thread. */
const entries = new Map(
  output.filter(({ isEntry }) => isEntry).map((chunk) => [chunk.name, chunk]),
);
const bundleOf = (entry) => resolve("dist", entries.get(entry).fileName);
await cp(join("scripts", CODE_CACHE), join("dist", CODE_CACHE));
for (const [entry, { fileName, exports }] of entries) {
  const pathTo = (file) => JSON.stringify(`./${relative(dirname(entry), file)}`);
  const load = `require(${pathTo(CODE_CACHE)}).load(require.resolve(${pathTo(fileName)}))`;
  await mkdir(join("dist", dirname(entry)), { recursive: true });
  if (entry.endsWith("/thread"))
    await writeFile(
      join("dist", `${entry}.cjs`),
      `const bundle = ${load};\n${exports.map((name) => `exports.${name} = bundle.${name};\n`).join("")}`,
    );
  else
    await writeFile(
      join("dist", `${entry}.js`),
      `#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n${load};\n`,
    );
}

/** Converts the YAML tables in a folder to JSON, which loads ten times as fast. */
const compileTables = async (folder) => {
  for (const file of await readdir(folder, { recursive: true })) {
    if (extname(file) !== ".yaml") continue;
    const table = join(folder, file);
    const json = JSON.stringify(parse(await readFile(table, "utf8")));
    await writeFile(table.replace(/\.yaml$/u, ".json"), json);
    await rm(table);
  }
};

for (const { folder } of BESIDE_FILES) {
  const builtText = join("dist", folder);
  await cp(folder, builtText, { recursive: true, filter: (path) => extname(path) !== ".ts" });
  await compileTables(builtText);
}

/**
 * Reads once which words the expressions of the offline model need. Otherwise every process would,
 * which takes a tenth of its first extraction.
 */
const NEEDED_WORDS = "dist/src/models/offline/data/needed-words.json";
await rm(NEEDED_WORDS, { force: true });
await writeFile(
  NEEDED_WORDS,
  // Without a limit: the table has reached 1 MB, the default.
  execFileSync(process.execPath, ["dist/scripts/read-needed-words.js"], { maxBuffer: Infinity }),
);

/**
 * Operations that are sent to a service so that it loads what it loads late: the schema of stores,
 * the tokens.
 */
const OPERATIONS = [
  `mutation { assertFact(input: { entity: { name: "Ana", type: "person" }, text: "Ana sings" }) { success } }`,
  `mutation { write(input: { message: "My city is Rome." }) { success factsAdded { fact { text } } } }`,
  `{ recall(question: "What does Ana do?") { text tokens } }`,
];
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "build", version: "1" },
  },
};
const post = (url, body) =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(body),
  });

/**
 * A message that is read in the build: of statements of several kinds, so that most of the code is
 * compiled that reads the first messages of a thread.
 */
const MESSAGE = [
  "My city is Lisbon and I work at Vertix.",
  "My sister Bea moved to Rome in May 2024.",
  "Ana Lima no longer lives in Oslo; she left in 2021 and got married last week.",
  "I am allergic to peanuts, and my birthday is 3 May 1990.",
  "Actually, my budget is $60,000, not $50,000.",
  "I broke my wrist yesterday and quit my job at Acme.",
].join(" ");

/** Runs a bundle, which fills the caches of the modules that it loads. */
const FILL = ["scripts/fill-code-cache.cjs"];
const fillCodeCache = async () => {
  const data = await mkdtemp(join(tmpdir(), "palimpsest-build-"));
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: data, LOG_LEVEL: "silent" };
  const run = (entry, words, more = {}) =>
    spawn(process.execPath, [...FILL, bundleOf(entry), ...words], {
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "ignore"],
    });
  await once(run("cli/palimpsest", ["remember", MESSAGE]), "exit");
  // Refuses connections at once. Without an answer, they would be retried.
  const refusing = createServer((_request, response) => response.writeHead(403).end("{}"));
  await once(refusing.listen(0, "127.0.0.1"), "listening");
  const nowhere = `http://127.0.0.1:${refusing.address().port}/`;
  const store = { COSMOS_ENDPOINT: nowhere, COSMOS_KEY: "bm9uZQ==" };
  await once(run("src/main", [], store), "exit");
  const service = run("src/main", [], { OPENAI_BASE_URL: nowhere });
  const exit = once(service, "exit");
  for await (const line of createInterface({ input: service.stdout })) {
    const [url] = /http:\S+\/graphql/u.exec(line) ?? [];
    if (url === undefined) continue;
    for (const query of OPERATIONS) await post(url, { query });
    await post(new URL("/mcp", url), INITIALIZE);
    service.kill("SIGTERM");
  }
  await exit;
  refusing.close();
  await rm(data, { recursive: true });
};
await fillCodeCache();
