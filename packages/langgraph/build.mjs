import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** One file; what it needs is a peer. */
await build({
  input: here("src/index.ts"),
  platform: "neutral",
  external: /^[^./]/u,
  output: { file: here("dist/index.js") },
});
