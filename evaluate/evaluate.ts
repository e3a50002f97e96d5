import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Models } from "../src/models/port.ts";
import { evaluateChanges } from "./changes/changes.ts";
import { evaluateGenerated } from "./generated/generated.ts";
import type { Conversation } from "./locomo/conversation.ts";
import { evaluateLocomo } from "./locomo/locomo.ts";
import { openMemory } from "./memory.ts";
import type { PartName } from "./parts.ts";
import { evaluatePrecision } from "./precision/precision.ts";
import { evaluateProject } from "./project/project.ts";
import { reportPage } from "./report/render.ts";
import type { Progress, Report, Section } from "./report/report.ts";
import { evaluateTranscripts } from "./transcripts/transcripts.ts";
import type { Transcript } from "./transcripts/transcript.ts";

export interface EvaluationRequest {
  readonly models: Models;
  /** The user's own conversations. */
  readonly transcripts: readonly Transcript[];
  /** Token budget of a block of recall, for the questions of transcripts. */
  readonly tokenBudget: number;
  readonly parts: readonly PartName[];
  /** Number of conversations of LoCoMo, for the part of that name. */
  readonly locomo: readonly Conversation[];
  /** Number of turns of the generated conversation. */
  readonly turns: number;
}

export interface Evaluation {
  readonly report: Report;
  /** Share of the questions of transcripts with a right answer; null if none is judged. */
  readonly right: number | null;
}

const runPart = async (
  part: PartName,
  { models, locomo, turns }: EvaluationRequest,
  progress: Progress,
): Promise<Section> => {
  if (part === "locomo") return evaluateLocomo(models, locomo, progress);
  const memory = await openMemory(models);
  try {
    if (part === "changes") return await evaluateChanges(memory, progress);
    if (part === "precision") return await evaluatePrecision(memory, progress);
    return part === "project"
      ? await evaluateProject(memory, progress)
      : await evaluateGenerated(memory, turns, progress);
  } finally {
    await memory.close();
  }
};

/** Runs the transcripts and the parts. `rowProgress` is called for each row of a transcript. */
export const evaluate = async (
  request: EvaluationRequest,
  progress: Progress,
  rowProgress: Progress = progress,
): Promise<Evaluation> => {
  const { models, transcripts, tokenBudget } = request;
  const own =
    transcripts.length === 0
      ? null
      : await evaluateTranscripts(models, transcripts, tokenBudget, rowProgress);
  const sections: Section[] = own === null ? [] : [own.section];
  for (const part of request.parts) sections.push(await runPart(part, request, progress));
  const { extractor, replier } = models;
  const report: Report = {
    at: new Date().toISOString(),
    model: replier === extractor ? extractor : `${extractor} and ${replier}`,
    machine: `Node ${process.versions.node}, ${cpus().length} cores`,
    sections,
  };
  return { report, right: own?.right ?? null };
};

/** Saves a report in a folder, as JSON and as a page. Returns both paths. */
export const saveReport = (report: Report, folder: string): readonly string[] => {
  mkdirSync(folder, { recursive: true });
  const name = join(folder, report.at.replace(/[:.]/gu, "-"));
  const [json, page] = [`${name}.json`, `${name}.html`] as const;
  writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(page, reportPage(report));
  return [json, page];
};
