import { runCommand } from "../run.ts";
import { createInterface } from "node:readline/promises";
import { loadConfig } from "../../src/config/config.ts";
import { openModels } from "../../src/open-models.ts";
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
}

const isConfirmed = async (values: ProvisionOptions): Promise<boolean> => {
  if (values.yes) return true;
  if (values.plan || !process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Apply this plan? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/iu.test(answer.trim());
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
    console.log(
      `Database ${database} at ${endpoint}, vectors of ${embedder.id} (${embedder.dimensions} dimensions):`,
    );
    for (const step of steps) console.log(`  ${describeStep(step)}`);
    if (steps.every(({ kind }) => kind === "KEEP" || kind === "CONFLICT"))
      console.log("Nothing is missing.");
    else if (await isConfirmed(values)) {
      await applyProvision(connection, steps);
      console.log("Done.");
    } else console.log("Nothing was changed. Run `palimpsest provision --yes` to apply the plan.");
    return steps;
  } finally {
    await connection.close();
  }
};

/** Creates what is missing in Azure Cosmos DB: shows the plan first and asks. Fails if something exists that does not fit. */
export const provisionCosmos = (options: ProvisionOptions): Promise<void> =>
  runCommand({
    run: async () => {
      const steps = await provision(options);
      return !steps.some(({ kind }) => kind === "CONFLICT");
    },
    failure: "Not everything was provisioned.",
    isResumable: false,
  });
