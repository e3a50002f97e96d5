import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** One file without dependencies. */
await build({
  input: here("src/index.ts"),
  platform: "neutral",
  // Only where a platform has no WebSocket.
  external: ["ws"],
  resolve: { mainFields: ["module", "main"] },
  output: { file: here("dist/index.js"), minify: true },
});
