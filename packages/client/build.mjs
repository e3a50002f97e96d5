import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Operations in as few characters as they need. Fragments that others contain are left out. */
const shortOperations = {
  name: "short-operations",
  transform: {
    filter: { id: /\/operations\.ts$/u },
    handler: (code) =>
      code.replace(
        /new TypedDocumentString\(`([^`]*)`/gu,
        (_, text) =>
          `/* @__PURE__ */ new TypedDocumentString(\`${text.replace(/\s+/gu, " ").trim()}\``,
      ),
  },
};

/** One file without dependencies. */
await build({
  input: here("src/index.ts"),
  platform: "neutral",
  // Only where a platform has no WebSocket.
  external: ["ws"],
  plugins: [shortOperations],
  resolve: { mainFields: ["module", "main"] },
  output: { file: here("dist/index.js"), minify: true },
});
