import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run install:check`: packs what a release publishes, and installs it from the registry. */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: { include: ["test/install/install.ts"], testTimeout: 120_000, hookTimeout: 600_000 },
});
