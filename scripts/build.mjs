import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { build } from "rolldown";
import { parse } from "yaml";
import { unpackedTagger } from "./unpacked-tagger.mjs";

const ENTRIES = [
  "cli/palimpsest",
  "src/main",
  "scripts/emit-schema",
  "src/models/offline/thread",
  "src/store/sqlite/checks/thread",
];
/** Packages that are not bundled: native code, packages that few services load, and one that type-graphql would load if it were installed. Those that exist are the dependencies of package.json. */
const EXTERNAL =
  /^(?:@photostructure\/sqlite|@azure\/identity|@graphql-yoga\/render-graphiql|tinypool|class-validator)(?:$|\/)/u;
/** Runs before all other modules, so it needs a file of its own. */
const FIRST = /\/src\/production\.ts$/u;
/** Modules that find their data files from where they are. */
const BESIDE_FILES = [
  {
    name: "tables",
    folder: "src/models/offline/data",
    test: /\/src\/models\/offline\/data\/load\.ts$/u,
  },
  { name: "prompt-files", folder: "src/prompts", test: /\/src\/prompts\/prompt-files\.ts$/u },
  { name: "load", folder: "src/vocabulary", test: /\/src\/vocabulary\/load\.ts$/u },
  {
    name: "thread-file",
    folder: "src/models/offline",
    test: /\/src\/models\/offline\/thread-file\.ts$/u,
  },
  {
    name: "check-thread",
    folder: "src/store/sqlite/checks",
    test: /\/src\/store\/sqlite\/checks\/check-thread\.ts$/u,
  },
  {
    name: "explorer-page",
    folder: "src/server/http",
    test: /\/src\/server\/http\/explorer-page\.ts$/u,
  },
];

/**
 * Bundles each command into a few files: finding and compiling 1,300 modules one by one takes Node most of a start. Names
 * are kept, since type-graphql names the types of the schema after their classes.
 */
await build({
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, `${entry}.ts`])),
  platform: "node",
  tsconfig: "tsconfig.json",
  external: EXTERNAL,
  plugins: [unpackedTagger],
  output: {
    dir: "dist",
    chunkFileNames: ({ moduleIds }) => {
      const beside = BESIDE_FILES.find(({ test }) => moduleIds.some((id) => test.test(id)));
      return `${beside?.folder ?? "chunks"}/[name]-[hash].js`;
    },
    codeSplitting: {
      groups: [
        { name: "production", test: FIRST },
        ...BESIDE_FILES.map(({ name, test }) => ({ name, test })),
      ],
    },
    keepNames: true,
    // What Node compiles at every start. Nothing is renamed, and source maps tell the lines.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
/** Turns the YAML tables in a folder into JSON, which a start reads ten times as fast. */
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
  const built = join("dist", folder);
  await cp(folder, built, { recursive: true, filter: (path) => extname(path) !== ".ts" });
  await compileTables(built);
}
