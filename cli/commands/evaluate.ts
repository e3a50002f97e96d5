import { readFile } from "node:fs/promises";
import { contextsText } from "../../evaluate/changes/changes.ts";
import { evaluate, type Evaluation, saveReport } from "../../evaluate/evaluate.ts";
import { openMemory } from "../../evaluate/memory.ts";
import { readConversations } from "../../evaluate/locomo/conversation.ts";
import type { PartName } from "../../evaluate/parts.ts";
import type { Progress } from "../../evaluate/report/report.ts";
import { reportText } from "../../evaluate/report/render.ts";
import { readTranscripts, type Transcript } from "../../evaluate/transcripts/transcript.ts";
import { loadConfig } from "../../src/config/config.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { Models } from "../../src/models/port.ts";
import { openModels } from "../../src/assembly/open-models.ts";
import { createLog } from "../../src/server/log.ts";
import { isSystemError, oncePerSecond, pathOf, report, runCommand } from "../run.ts";
import { print, printJson, safe } from "../show.ts";

export interface EvaluateOptions {
  readonly tokens: number;
  /** Minimum percentage of the questions of the files with a right answer. */
  readonly least?: number | undefined;
  readonly only?: readonly PartName[] | undefined;
  readonly locomo?: string | undefined;
  readonly conversations?: number | undefined;
  readonly turns: number;
  readonly contexts?: boolean | undefined;
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Parts that need no file. */
const SHIPPED_PARTS: readonly PartName[] = ["project", "generated", "precision", "changes"];

/** Files and LoCoMo are measured alone, unless other parts are named. */
const partsOf = (files: readonly string[], { only, locomo }: EvaluateOptions): PartName[] => {
  const parts = only ?? (files.length > 0 ? [] : SHIPPED_PARTS);
  if (parts.includes("locomo") && locomo === undefined)
    throw new Problem(
      "BAD_USER_INPUT",
      "Give the LoCoMo file with --locomo <path>. Palimpsest does not include it.",
    );
  return [
    ...new Set([
      ...parts,
      ...(locomo !== undefined && only === undefined ? ["locomo" as const] : []),
    ]),
  ];
};

const readFiles = async (files: readonly string[]): Promise<Transcript[]> => {
  const transcripts: Transcript[] = [];
  for (const file of files)
    transcripts.push(...readTranscripts(file, await readFile(pathOf(file), "utf8")));
  return transcripts;
};

/** Reports each step with the seconds since the start. Throws the reason of the signal. */
const stepReporter = (stopSignal: AbortSignal): Progress => {
  const startMillis = Date.now();
  return (step) => {
    stopSignal.throwIfAborted();
    const seconds = String(Math.round((Date.now() - startMillis) / 1000)).padStart(5);
    report(`${seconds} s  ${safe(step)} …`);
  };
};

/** Prints three whole contexts of each strategy. */
const printContexts = async (models: Models, progress: Progress): Promise<void> => {
  const memory = await openMemory(models);
  try {
    print(await contextsText(memory, progress));
  } finally {
    await memory.close();
  }
};

const show = ({ report: result }: Evaluation, { out, json }: EvaluateOptions): void => {
  const savedFiles = out === undefined ? [] : saveReport(result, pathOf(out));
  if (json) printJson(result);
  else print(reportText(result));
  if (savedFiles.length > 0) report(`Saved: ${savedFiles.join(", ")}.`);
};

/** Returns whether enough answers are right. */
const run = async (
  files: readonly string[],
  options: EvaluateOptions,
  stopSignal: AbortSignal,
): Promise<boolean> => {
  const parts = partsOf(files, options);
  const transcripts = await readFiles(files);
  const config = loadConfig(process.env);
  const models = await openModels(config, createLog("error"));
  const progress = stepReporter(stopSignal);
  if (options.contexts) {
    await printContexts(models, progress);
    return true;
  }
  const throttle = oncePerSecond();
  const { locomo, conversations, turns, tokens: tokenBudget, least } = options;
  const evaluation = await evaluate(
    {
      models,
      transcripts,
      tokenBudget,
      parts,
      locomo: locomo === undefined ? [] : readConversations(pathOf(locomo)).slice(0, conversations),
      turns,
    },
    progress,
    (step) => {
      stopSignal.throwIfAborted();
      throttle(() => progress(step));
    },
  );
  show(evaluation, options);
  const { right } = evaluation;
  if (least === undefined || right === null || 100 * right >= least) return true;
  report(
    `${(100 * right).toFixed(1)} % of the questions were answered correctly, less than ${least} %.`,
  );
  return false;
};

/**
 * Measures recall and search on conversations and questions from files, or on those of Palimpsest,
 * in temporary memories.
 */
export const evaluateFiles = (files: readonly string[], options: EvaluateOptions): Promise<void> =>
  runCommand({
    run: async (stopSignal) => {
      try {
        return await run(files, options, stopSignal);
      } catch (fault) {
        if (!stopSignal.aborted) throw fault;
        report("Stopped before the end. Nothing was saved.");
        return false;
      }
    },
    failure: "Not everything was measured.",
    isResumable: false,
    isExplained: isSystemError,
  });
