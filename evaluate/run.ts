import "../src/production.ts";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadConfig } from "../src/config/config.ts";
import { openModels } from "../src/open-models.ts";
import { createLog } from "../src/server/log.ts";
import { contextsText } from "./changes/contexts.ts";
import { openMemory } from "./memory.ts";
import { evaluate, PARTS, type PartName } from "./evaluate.ts";

const USAGE = `npm run evaluate -- [--only ${PARTS.join(",")}] [--locomo <path>] [--conversations <n>] [--turns <n>] [--contexts] [--out <folder>]`;
const DEFAULT_TURNS = 1_000;

const stop = (problem: string): never => {
  console.error(`${problem}\n${USAGE}`);
  process.exit(1);
};

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    locomo: { type: "string" },
    conversations: { type: "string" },
    turns: { type: "string" },
    contexts: { type: "boolean", default: false },
    out: { type: "string", default: join("evaluate", "results") },
  },
});

const count = (name: "conversations" | "turns"): number | undefined => {
  const written = values[name];
  if (written !== undefined && !/^[1-9]\d*$/u.test(written))
    stop(`--${name} must be a whole number, 1 or more.`);
  return written === undefined ? undefined : Number(written);
};

const isPart = (name: string): name is PartName => PARTS.some((part) => part === name);
const partNames =
  values.only?.split(",") ??
  (values.locomo === undefined ? ["project", "generated", "precision", "changes"] : PARTS);
const parts = partNames.map((name) => (isPart(name) ? name : stop(`There is no part ${name}.`)));
if (parts.includes("locomo") && values.locomo === undefined)
  stop("--locomo <path> names the file of LoCoMo, which does not come with the project.");

const startedAt = Date.now();
const progress = (step: string): void =>
  console.error(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${step} …`);
const config = loadConfig(process.env);
const models = await openModels(config, createLog("error"));

/** Prints three whole contexts of each strategy. */
const printContexts = async (): Promise<void> => {
  const memory = await openMemory(models);
  try {
    console.log(await contextsText(memory, progress));
  } finally {
    await memory.close();
  }
};

const printEvaluation = async (): Promise<void> => {
  const { text, files } = await evaluate(
    {
      models,
      parts,
      locomo: values.locomo ?? null,
      conversations: count("conversations"),
      turns: count("turns") ?? DEFAULT_TURNS,
      out: values.out,
    },
    progress,
  );
  console.log(`\n${text}\n`);
  console.log(`Saved: ${files.join(", ")}.`);
};

await (values.contexts ? printContexts() : printEvaluation());
