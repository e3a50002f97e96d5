import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { connect } from "../../../src/store/cosmos/connection/connection.ts";
import { ACCOUNT, dropAccount, provisionAccount } from "./account.ts";
import { probe, type Feature } from "./probe.ts";

/** The suites that need a feature which an emulator may lack. Without full text or native ranking, searches take a simpler way. */
const NEEDED: readonly (readonly [feature: Feature, suites: readonly string[]])[] = [
  [
    "vector search",
    [
      "test/contract/search.test.ts",
      "test/contract/subject-facts.test.ts",
      "test/contract/spaces.test.ts",
      "test/contract/vectors.test.ts",
      "test/resolvers/**",
      "test/property/**",
    ],
  ],
  [
    "conditions in batches",
    [
      "test/contract/notes.test.ts",
      "test/contract/sessions.test.ts",
      "test/contract/turns.test.ts",
      "test/resolvers/**",
    ],
  ],
];
const SUITES = [
  "test/contract/**/*.test.ts",
  "test/property/**/*.test.ts",
  "test/resolvers/**/*.test.ts",
  "test/store/cosmos/account-cost.test.ts",
];
const TIMEOUT_MS = 120_000;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

/** Probes the account, and prints which suites are left out. */
const skipped = async (endpoint: string, key: string | undefined): Promise<string[]> => {
  const options = {
    endpoint,
    key,
    database: `palimpsest-probe-${randomUUID()}`,
    embedder: { id: "probe", dimensions: 2 },
  };
  await provisionAccount(options);
  const connection = await connect(options);
  const lacking = await probe(connection);
  await connection.close();
  await dropAccount(options);
  for (const [feature, reason] of lacking) tell(`LACKING ${feature}: ${reason}`);
  const left = NEEDED.filter(([feature]) => lacking.has(feature));
  for (const [feature, suites] of left)
    tell(`SKIPPED for want of ${feature}: ${suites.join(", ")}`);
  if (lacking.size === 0) tell("The account has all that is needed; nothing is skipped.");
  return left.flatMap(([, suites]) => [...suites]);
};

/** `npm run test:cosmos`: the suites of the stores on a real account, or on the vendor's emulator. */
export default defineConfig(async () => {
  const { COSMOS_ENDPOINT: endpoint, COSMOS_KEY: key } = process.env;
  if (!endpoint) tell("COSMOS_ENDPOINT is not set: there is nothing to test on.");
  process.env["COSMOS_TEST_DATABASE"] ??= `palimpsest-test-${randomUUID()}`;
  return {
    root: join(import.meta.dirname, "../../.."),
    resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
    test: {
      include: endpoint ? SUITES : [],
      exclude: endpoint ? await skipped(endpoint, key) : [],
      passWithNoTests: true,
      globalSetup: endpoint ? ["test/store/cosmos/account-setup.ts"] : [],
      testNamePattern: new RegExp(ACCOUNT.replaceAll(/[()]/gu, String.raw`\$&`), "u"),
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      fileParallelism: false,
    },
  };
});
