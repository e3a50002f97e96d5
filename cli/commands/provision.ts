import { report, runCommand } from "../run.ts";
import { print, printJson } from "../show.ts";
import { createInterface } from "node:readline/promises";
import { loadConfig } from "../../src/config/config.ts";
import { openModels } from "../../src/assembly/open-models.ts";
import { createLog } from "../../src/server/log.ts";
import { StartupError } from "../../src/server/startup-error.ts";
import { connect } from "../../src/store/cosmos/connection/connection.ts";
import type {
  ThroughputSettings,
  VectorIndexName,
} from "../../src/store/cosmos/provisioning/choices.ts";
import {
  applyProvision,
  describeStep,
  planProvision,
  type ProvisionStep,
} from "../../src/store/cosmos/provisioning/provision.ts";

export interface ProvisionOptions {
  readonly plan: boolean;
  readonly yes: boolean;
  readonly vectorIndex: VectorIndexName;
  readonly quantizationBytes?: number;
  readonly searchListSize?: number;
  readonly throughput?: ThroughputSettings;
  readonly json?: boolean;
}

const isConfirmed = async (values: ProvisionOptions): Promise<boolean> => {
  if (values.yes) return true;
  if (values.plan || !process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question("Apply this plan? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/iu.test(answer.trim());
};

const outcomeText = (isComplete: boolean, isApplied: boolean): string => {
  if (isComplete) return "Nothing is missing.";
  return isApplied
    ? "Done."
    : "Nothing was changed. Run `palimpsest provision --yes` to apply the plan.";
};

const provision = async (values: ProvisionOptions): Promise<readonly ProvisionStep[]> => {
  const config = loadConfig(process.env);
  if (!config.cosmos)
    throw new StartupError(
      "Set COSMOS_ENDPOINT, and COSMOS_KEY unless you use a Microsoft Entra identity.",
    );
  const { endpoint, key, database, autoscaleMaxRu } = config.cosmos;
  const { embedder } = await openModels(config, createLog(config.logLevel));
  const connection = await connect({ endpoint, key, database, embedder });
  try {
    const steps = await planProvision(connection, {
      autoscaleMaxRu,
      throughput: values.throughput,
      vectorIndex: {
        kind: values.vectorIndex,
        quantizationBytes: values.quantizationBytes,
        searchListSize: values.searchListSize,
      },
    });
    const say = values.json ? report : print;
    say(
      `Database ${database} at ${endpoint}, vectors of ${embedder.id} (${embedder.dimensions} dimensions):`,
    );
    for (const step of steps) say(`  ${describeStep(step)}`);
    const isComplete = steps.every(({ kind }) => kind === "KEEP" || kind === "CONFLICT");
    const isApplied = !isComplete && (await isConfirmed(values));
    if (isApplied) await applyProvision(connection, steps);
    say(outcomeText(isComplete, isApplied));
    if (values.json)
      printJson({
        endpoint,
        database,
        embedder: embedder.id,
        steps: steps.map((step) => ({ kind: step.kind, description: describeStep(step) })),
        applied: isApplied,
      });
    return steps;
  } finally {
    await connection.close();
  }
};

/**
 * Creates what is missing in Azure Cosmos DB: shows the plan first and asks. Fails if something
 * exists that does not fit.
 */
export const provisionCosmos = (options: ProvisionOptions): Promise<void> =>
  runCommand({
    run: async () => {
      const steps = await provision(options);
      return !steps.some(({ kind }) => kind === "CONFLICT");
    },
    failure: "Not everything was provisioned.",
    isResumable: false,
  });
