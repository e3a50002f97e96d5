import { v7 } from "uuid";
import { instantOf as instantAt } from "../../packages/client/src/time-point.ts";
import { loadConfig } from "../../src/config/config.ts";
import { Problem } from "../../src/memory/problem.ts";
import { parseInstant, type Instant } from "../../src/memory/time.ts";
import { openModels } from "../../src/assembly/open-models.ts";
import { openStore, requireStore } from "../../src/assembly/open-store.ts";
import { exportFile, type ExportProgress } from "../../src/portable/export-file.ts";
import { createLog } from "../../src/server/log.ts";
import { environmentWith } from "../target.ts";
import { isSystemError, oncePerSecond, pathOf, report, RESUME_HINT, runCommand } from "../run.ts";
import { printJson } from "../show.ts";

export interface ExportOptions {
  readonly tenant: string;
  readonly user: string;
  /** A folder of memories instead of the configured store. */
  readonly data?: string | undefined;
  readonly json?: boolean | undefined;
  readonly embeddings: boolean;
  /** The record time of the export: a date, or a time. */
  readonly knownAt?: string | undefined;
}

/** The end of the time that an option names, as elsewhere in the command. */
const recordTimeOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : parseInstant(instantAt(text, "--known-at", "end"));

/** Returns whether the export is complete. */
const run = async (
  file: string,
  values: ExportOptions,
  stopSignal: AbortSignal,
): Promise<boolean> => {
  const config = loadConfig(environmentWith(values.data));
  await requireStore(config);
  const log = createLog(config.logLevel);
  const { embedder } = await openModels(config, log);
  const store = await openStore(config, embedder, log);
  const startMillis = Date.now();
  const throttle = oncePerSecond();
  let progress: ExportProgress = { commits: 0, records: 0, bytes: 0 };
  const reportProgress = (): void =>
    report(
      `${progress.commits} commits, ${progress.records} records, ${(progress.bytes / 1_000_000).toFixed(1)} MB written in ${Math.round((Date.now() - startMillis) / 1000)} s.`,
    );
  try {
    const space = await store.space({ tenant: values.tenant, user: values.user });
    const services = { embedder, now: Date.now, newId: v7 };
    const request = { embeddings: values.embeddings, knownAt: recordTimeOf(values.knownAt) };
    for await (progress of exportFile(services, space, pathOf(file), request)) {
      if (stopSignal.aborted) break;
      throttle(reportProgress);
    }
  } finally {
    await store.close();
  }
  reportProgress();
  if (values.json) printJson({ ...progress, complete: !stopSignal.aborted });
  if (stopSignal.aborted) report(RESUME_HINT);
  return !stopSignal.aborted;
};

/** Exports the memory of one user, with all its history, to a file. Continues an earlier run. */
export const exportToFile = (file: string, options: ExportOptions): Promise<void> =>
  runCommand({
    run: (stopSignal) => run(file, options, stopSignal),
    failure: "Not everything was exported.",
    isResumable: true,
    isExplained: (fault) => fault instanceof Problem || isSystemError(fault),
  });
