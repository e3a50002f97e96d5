import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Models } from "../src/models/port.ts";
import { evaluateChanges } from "./changes/changes.ts";
import { evaluateGenerated } from "./generated/generated.ts";
import { evaluateLocomo } from "./locomo/locomo.ts";
import { openMemory } from "./memory.ts";
import { evaluatePrecision } from "./precision/precision.ts";
import { evaluateProject } from "./project/project.ts";
import { reportPage } from "./report/page.ts";
import type { Progress, Report, Section } from "./report/report.ts";
import { reportText } from "./report/text.ts";

export const PARTS = ["project", "generated", "precision", "changes", "locomo"] as const;
export type PartName = (typeof PARTS)[number];

export interface EvaluationRequest {
  readonly models: Models;
  readonly parts: readonly PartName[];
  /** Path of a LoCoMo file, for the part of that name. */
  readonly locomo: string | null;
  /** Number of its conversations to use. Default: all. */
  readonly conversations?: number | undefined;
  /** Turns of the generated conversation. */
  readonly turns: number;
  /** Folder of the results. */
  readonly out: string;
}

const runPart = async (
  part: PartName,
  { models, locomo, conversations, turns }: EvaluationRequest,
  progress: Progress,
): Promise<Section[]> => {
  if (part === "locomo")
    return locomo === null ? [] : [await evaluateLocomo(models, locomo, conversations, progress)];
  const memory = await openMemory(models);
  try {
    if (part === "changes") return [await evaluateChanges(memory, progress)];
    if (part === "precision") return [await evaluatePrecision(memory, progress)];
    return [
      part === "project"
        ? await evaluateProject(memory, progress)
        : await evaluateGenerated(memory, turns, progress),
    ];
  } finally {
    await memory.close();
  }
};

/** Runs the parts, saves the report as JSON and as a page, and gives its text. */
export const evaluate = async (
  request: EvaluationRequest,
  progress: Progress,
): Promise<{
  readonly text: string;
  readonly files: readonly string[];
  readonly report: Report;
}> => {
  const sections: Section[] = [];
  for (const part of request.parts) sections.push(...(await runPart(part, request, progress)));
  const {
    models: { extractor, replier },
    out,
  } = request;
  const report: Report = {
    at: new Date().toISOString(),
    model: replier === extractor ? extractor : `${extractor} and ${replier}`,
    machine: `Node ${process.versions.node}, ${cpus().length} cores`,
    sections,
  };
  mkdirSync(out, { recursive: true });
  const name = join(out, report.at.replace(/[:.]/gu, "-"));
  const [json, page] = [`${name}.json`, `${name}.html`] as const;
  writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(page, reportPage(report));
  return { text: reportText(report), files: [json, page], report };
};
