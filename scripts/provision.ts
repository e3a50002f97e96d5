import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { loadConfig } from "../src/config.ts";
import { openModels } from "../src/open-models.ts";
import { createLog } from "../src/server/log.ts";
import { StartRefused } from "../src/server/start-refused.ts";
import { connect } from "../src/store/cosmos/connection.ts";
import { VECTOR_INDEXES, type VectorIndexName } from "../src/store/cosmos/containers.ts";
import {
  applyProvision,
  describeStep,
  planProvision,
  type Step,
} from "../src/store/cosmos/provision.ts";
import { StoreUnavailable } from "../src/store/port.ts";

/**
 * Makes what is missing of the database and its containers (`npm run provision`). Shows first what it would do and asks; `-- --yes` does it
 * unasked, `-- --plan` shows it and ends. It may be run as often as one likes. Ends with 1 where something is there that does not fit.
 */
const { values } = parseArgs({
  options: {
    yes: { type: "boolean", default: false },
    plan: { type: "boolean", default: false },
    "vector-index": { type: "string", default: "quantizedFlat" },
  },
});

const vectorIndex = (name: string): VectorIndexName => {
  const known = VECTOR_INDEXES.find((index) => index === name);
  if (!known) throw new StartRefused(`--vector-index is one of ${VECTOR_INDEXES.join(", ")}.`);
  return known;
};

const agreed = async (): Promise<boolean> => {
  if (values.yes) return true;
  if (values.plan || !process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Do this? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/iu.test(answer.trim());
};

const provision = async (): Promise<readonly Step[]> => {
  const config = loadConfig(process.env);
  if (!config.cosmos)
    throw new StartRefused(
      "Set COSMOS_ENDPOINT, and COSMOS_KEY unless an Entra identity is to be used.",
    );
  const { endpoint, key, database, autoscaleMaxRu } = config.cosmos;
  const { embedder } = await openModels(config, createLog(config.logLevel));
  const connection = await connect({ endpoint, key, database, embedder });
  try {
    const steps = await planProvision(connection, {
      autoscaleMaxRu,
      vectorIndex: vectorIndex(values["vector-index"]),
    });
    console.log(
      `Database ${database} at ${endpoint}, vectors of ${embedder.id} (${embedder.dimensions} dimensions):`,
    );
    for (const step of steps) console.log(`  ${describeStep(step)}`);
    if (!steps.some(({ kind }) => kind.startsWith("CREATE")))
      console.log("There is nothing to make.");
    else if (await agreed()) {
      await applyProvision(connection, steps);
      console.log("Done.");
    } else console.log("Nothing was changed. `npm run provision -- --yes` does it unasked.");
    return steps;
  } finally {
    await connection.close();
  }
};

try {
  const steps = await provision();
  if (steps.some(({ kind }) => kind === "CONFLICT")) process.exitCode = 1;
} catch (fault) {
  if (!(fault instanceof StartRefused || fault instanceof StoreUnavailable)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
