import { cp } from "node:fs/promises";
import { extname } from "node:path";
import { build } from "rolldown";

const COMMANDS = [
  "src/main",
  "scripts/export",
  "scripts/import",
  "scripts/ingest",
  "scripts/provision",
  "scripts/reembed",
  "scripts/emit-schema",
];
/** Native code, what few services load (and then much of it), and what type-graphql would load if it were installed. */
const LEFT_OUT =
  /^(?:better-sqlite3|@azure\/identity|@graphql-yoga\/render-graphiql|class-validator)(?:$|\/)/u;
/** Runs before all others, and so stands in a file of its own. */
const FIRST = /\/src\/production\.ts$/u;
/** Tells where the prompts are, and so stands beside them. */
const PROMPTS = /\/src\/prompts\/directory\.ts$/u;

/**
 * The commands with what they load, in a few files: Node takes most of a start for finding and compiling 1,300 modules one by one. Names are kept,
 * since those of the schema's types come from their classes.
 */
await build({
  input: Object.fromEntries(COMMANDS.map((command) => [command, `${command}.ts`])),
  platform: "node",
  tsconfig: "tsconfig.json",
  external: LEFT_OUT,
  output: {
    dir: "dist",
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => PROMPTS.test(id))
        ? "src/prompts/[name]-[hash].js"
        : "chunks/[name]-[hash].js",
    codeSplitting: {
      groups: [
        { name: "production", test: FIRST },
        { name: "directory", test: PROMPTS },
      ],
    },
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
await cp("src/prompts", "dist/src/prompts", {
  recursive: true,
  filter: (path) => extname(path) !== ".ts",
});
