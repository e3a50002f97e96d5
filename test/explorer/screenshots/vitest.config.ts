import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run screenshots`: the pictures of README and docs, taken from the built service. */
export default defineConfig({
  root: join(import.meta.dirname, "../../.."),
  test: { include: ["test/explorer/screenshots/take.ts"], testTimeout: 240_000 },
});
