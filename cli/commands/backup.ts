import { loadConfig } from "../../src/config/config.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { SpaceId } from "../../src/store/port.ts";
import { backUp, type BackupProgress } from "../../src/store/sqlite/backup/backup.ts";
import { restore, type RestoreProgress } from "../../src/store/sqlite/backup/restore.ts";
import { isSystemError, oncePerSecond, pathOf, report, RESUME_HINT, runCommand } from "../run.ts";
import { printJson } from "../show.ts";

interface FolderOptions {
  readonly data?: string | undefined;
  readonly json?: boolean | undefined;
}
export interface BackupOptions extends FolderOptions {
  readonly prune: boolean;
}
export interface RestoreOptions extends FolderOptions {
  readonly user?: string | undefined;
  readonly tenant: string;
  readonly dryRun: boolean;
}

const MEGABYTE = 1_000_000;

/** The data folder that an option or the environment names. */
const dataFolder = (data: string | undefined): string => {
  const { cosmos, dataDirectory } = loadConfig(process.env);
  if (data !== undefined) return pathOf(data);
  if (cosmos)
    throw new Problem(
      "BAD_USER_INPUT",
      "Memories are in Azure Cosmos DB, which makes backups itself (docs/reference/cosmos.md). This command copies data folders: name one with --data.",
    );
  return dataDirectory;
};

/**
 * Reports progress once a second and at the end, and each failure once. Returns the last progress.
 */
const follow = async <P extends BackupProgress | RestoreProgress>(
  progress: AsyncIterable<P>,
  stopSignal: AbortSignal,
  lineOf: (progress: P) => string,
): Promise<P | null> => {
  const throttle = oncePerSecond();
  let last: P | null = null;
  let reportedCount = 0;
  for await (last of progress) {
    for (const { file, cause } of last.failed.slice(reportedCount))
      report(`Failed: ${file}: ${cause}`);
    reportedCount = last.failed.length;
    const line = lineOf(last);
    throttle(() => report(line));
    if (stopSignal.aborted) break;
  }
  if (last !== null) report(lineOf(last));
  if (stopSignal.aborted) report(RESUME_HINT);
  return last;
};

/** Copies the memories of a data folder to a backup. A service may use the folder meanwhile. */
export const backUpFolder = (folder: string, options: BackupOptions): Promise<void> =>
  runCommand({
    run: async (stopSignal) => {
      const data = dataFolder(options.data);
      const backup = pathOf(folder);
      const last = await follow(
        backUp({ data, backup, prune: options.prune, now: Date.now }),
        stopSignal,
        ({ copied, unchanged, bytes, gone, failed }) =>
          `${copied} memories copied (${(bytes / MEGABYTE).toFixed(1)} MB), ${unchanged} unchanged, ${gone} ${options.prune ? "removed" : "gone"}, ${failed.length} failed.`,
      );
      if (last !== null && last.gone > 0 && !options.prune)
        report("Run it with --prune to remove the copies of memories that are gone.");
      if (options.json) printJson(last);
      return !stopSignal.aborted && last?.failed.length === 0;
    },
    failure: "Not everything was copied.",
    isResumable: true,
    isExplained: isSystemError,
  });

/** Restores a backup, or one memory of it, to a data folder. */
export const restoreFolder = (folder: string, options: RestoreOptions): Promise<void> =>
  runCommand({
    run: async (stopSignal) => {
      const data = dataFolder(options.data);
      const { user, tenant, dryRun } = options;
      const of: SpaceId | null = user === undefined ? null : { tenant, user };
      const last = await follow(
        restore({ backup: pathOf(folder), data, of, dryRun }),
        stopSignal,
        ({ checked, restored, failed, total }) =>
          `${checked} of ${total} memories checked, ${restored} restored to ${data}, ${failed.length} failed.`,
      );
      if (options.json) printJson(last);
      return !stopSignal.aborted && (last === null || last.failed.length === 0);
    },
    failure: "Not everything was restored.",
    isResumable: false,
    isExplained: isSystemError,
  });
