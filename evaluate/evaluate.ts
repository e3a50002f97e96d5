import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { evaluateLocomo } from "./locomo/locomo.ts";
import { reportPage } from "./report/page.ts";
import type { Progress, Report, Section } from "./report/report.ts";
import { reportText } from "./report/text.ts";

/** What is to be evaluated. */
export interface Wanted {
  /** The path of a file of LoCoMo. */
  readonly locomo?: string | undefined;
  /** At most so many of its conversations. */
  readonly conversations?: number | undefined;
  /** The folder that the results go into. */
  readonly out: string;
}

/** Runs what is wanted, saves it as JSON and as a page, and gives what is to be printed. */
export const evaluate = async ({ locomo, conversations, out }: Wanted, progress: Progress): Promise<{ readonly text: string; readonly files: readonly string[]; readonly report: Report }> => {
  const sections: Section[] = [];
  if (locomo !== undefined) sections.push(await evaluateLocomo(locomo, conversations, progress));
  const report: Report = { at: new Date().toISOString(), model: "offline", machine: `Node ${process.versions.node}, ${cpus().length} cores`, sections };
  mkdirSync(out, { recursive: true });
  const name = join(out, report.at.replace(/[:.]/gu, "-"));
  const files = [`${name}.json`, `${name}.html`];
  writeFileSync(files[0]!, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(files[1]!, reportPage(report));
  return { text: reportText(report), files, report };
};
