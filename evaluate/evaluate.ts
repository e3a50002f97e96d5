import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Models } from "../src/models/port.ts";
import { evaluateGenerated } from "./generated/generated.ts";
import { evaluateLocomo } from "./locomo/locomo.ts";
import { openMemory } from "./memory.ts";
import { evaluateProject } from "./project/project.ts";
import { reportPage } from "./report/page.ts";
import type { Progress, Report, Section } from "./report/report.ts";
import { reportText } from "./report/text.ts";

export const PARTS = ["project", "generated", "locomo"] as const;
export type PartName = (typeof PARTS)[number];

/** What is to be evaluated. */
export interface Wanted {
  readonly models: Models;
  readonly parts: readonly PartName[];
  /** The path of a file of LoCoMo, for the part of that name. */
  readonly locomo: string | null;
  /** At most so many of its conversations. */
  readonly conversations?: number | undefined;
  /** How long the generated conversation is. */
  readonly turns: number;
  /** The folder that the results go into. */
  readonly out: string;
}

const runPart = async (
  part: PartName,
  { models, locomo, conversations, turns }: Wanted,
  progress: Progress,
): Promise<Section[]> => {
  if (part === "locomo")
    return locomo === null ? [] : [await evaluateLocomo(models, locomo, conversations, progress)];
  const memory = await openMemory(models);
  try {
    return [
      part === "project"
        ? await evaluateProject(memory, progress)
        : await evaluateGenerated(memory, turns, progress),
    ];
  } finally {
    await memory.close();
  }
};

/** Runs what is wanted, saves it as JSON and as a page, and gives what is to be printed. */
export const evaluate = async (
  wanted: Wanted,
  progress: Progress,
): Promise<{
  readonly text: string;
  readonly files: readonly string[];
  readonly report: Report;
}> => {
  const sections: Section[] = [];
  for (const part of wanted.parts) sections.push(...(await runPart(part, wanted, progress)));
  const {
    models: { extractor, replier },
    out,
  } = wanted;
  const report: Report = {
    at: new Date().toISOString(),
    model: replier === extractor ? extractor : `${extractor} and ${replier}`,
    machine: `Node ${process.versions.node}, ${cpus().length} cores`,
    sections,
  };
  mkdirSync(out, { recursive: true });
  const name = join(out, report.at.replace(/[:.]/gu, "-"));
  const files = [`${name}.json`, `${name}.html`];
  writeFileSync(files[0]!, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(files[1]!, reportPage(report));
  return { text: reportText(report), files, report };
};
