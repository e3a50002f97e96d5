import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Config, loadConfig } from "../../src/config/config.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { Models } from "../../src/models/port.ts";
import { openModels } from "../../src/assembly/open-models.ts";
import { writeServicesOf } from "../../src/assembly/open-services.ts";
import { openStore } from "../../src/assembly/open-store.ts";
import { openVocabulary } from "../../src/assembly/open-vocabulary.ts";
import {
  FOREIGN_READERS,
  importForeign,
  type ForeignProgress,
} from "../../src/portable/foreign/import-foreign.ts";
import type { ForeignProgram } from "../../src/portable/foreign/foreign-memory.ts";
import { checkExport } from "../../src/portable/check-export.ts";
import { importMemory, type ImportProgress } from "../../src/portable/import-memory.ts";
import { createLog, type Log } from "../../src/server/log.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import type { Vocabulary } from "../../src/vocabulary/vocabulary.ts";
import { environmentWith } from "../target.ts";
import { isSystemError, oncePerSecond, pathOf, report, RESUME_HINT, runCommand } from "../run.ts";
import { printJson } from "../show.ts";

export interface ImportOptions {
  readonly tenant: string;
  readonly user: string;
  /** A folder of memories instead of the configured store. */
  readonly data?: string | undefined;
  readonly json?: boolean | undefined;
  /** Whether commits may be recorded ahead of the clock. Default: no. */
  readonly timesAhead?: boolean | undefined;
  /** Program whose export it is; undefined for an export of Palimpsest. */
  readonly from?: ForeignProgram | undefined;
}
interface OpenedParts {
  readonly config: Config;
  readonly log: Log;
  readonly models: Models;
  readonly vocabulary: Vocabulary;
}

const countOf = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;

/** Opens the memory that the command names, and closes the store afterwards. */
const withSpace = async <T>(
  values: ImportOptions,
  use: (space: SpaceStore, services: OpenedParts) => Promise<T>,
): Promise<T> => {
  const config = loadConfig(environmentWith(values.data));
  const log = createLog(config.logLevel);
  const vocabulary = await openVocabulary(config);
  const models = await openModels(config, log, vocabulary);
  const store = await openStore(config, models.embedder, log);
  try {
    const space = await store.space({ tenant: values.tenant, user: values.user });
    return await use(space, { config, log, models, vocabulary });
  } finally {
    await store.close();
  }
};

/** Imports the file of another program. Returns whether everything is imported. */
const runForeign = async (
  file: string,
  program: ForeignProgram,
  values: ImportOptions,
  stopSignal: AbortSignal,
): Promise<boolean> => {
  const memory = FOREIGN_READERS[program](await readFile(pathOf(file), "utf8"));
  let progress: ForeignProgress = {
    facts: 0,
    messages: 0,
    known: 0,
    pending: 0,
    omitted: memory.omittedItems,
  };
  const throttle = oncePerSecond();
  let lastLine = "";
  const reportProgress = (): void => {
    const { facts, messages, known } = progress;
    const count = memory.records.length;
    const before = known > 0 ? `, ${known} imported before` : "";
    const line = `${countOf(facts, "fact")} and ${countOf(messages, "message")} imported${before}, of ${countOf(count, "record")}.`;
    if (line !== lastLine) report(line);
    lastLine = line;
  };
  await withSpace(values, async (space, { config, models, vocabulary, log }) => {
    const services = {
      ...writeServicesOf(config, { models, vocabulary }, log),
      onPending: () => {},
    };
    try {
      for await (progress of importForeign(services, space, memory)) {
        if (stopSignal.aborted) break;
        throttle(reportProgress);
      }
    } finally {
      reportProgress();
    }
  });
  for (const { what, reason } of progress.omitted) report(`Not imported: ${what} (${reason})`);
  const undatedCount = memory.records.filter(({ occurredAt }) => occurredAt === null).length;
  if (undatedCount > 0)
    report(`The file gives no time for ${countOf(undatedCount, "record")}, counted as said now.`);
  const isForeign = memory.records.length > 0;
  if (progress.pending > 0)
    report(
      `The model could not process ${countOf(progress.pending, "message")}. A service that opens this memory tries again.`,
    );
  if (values.json)
    printJson({ ...progress, records: memory.records.length, undated: undatedCount });
  if (!isForeign) report(`The file contains no data in the export format of ${program}.`);
  if (stopSignal.aborted) report(RESUME_HINT);
  return isForeign && !stopSignal.aborted;
};

/** On SQLite a stopped import leaves nothing; on Cosmos DB the next one continues. */
const REPEAT_HINT = "Stopped before the end. Import the same file again.";

/**
 * Reads the whole export before anything is written. Throws BAD_USER_INPUT if it is invalid, or if
 * it has a commit ahead of `now`.
 */
const checkWhole = async (path: string, now: number, stopSignal: AbortSignal): Promise<void> => {
  const rows = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const _ of checkExport(rows, now)) if (stopSignal.aborted) return;
};

/** Imports an export. Returns whether everything is imported. */
const runExport = async (
  file: string,
  values: ImportOptions,
  stopSignal: AbortSignal,
): Promise<boolean> => {
  const path = pathOf(file);
  const { size } = await stat(path);
  await checkWhole(path, values.timesAhead ? Infinity : Date.now(), stopSignal);
  const source = createReadStream(path);
  const startMillis = Date.now();
  const throttle = oncePerSecond();
  let progress: Omit<ImportProgress, "notes"> = {
    commits: 0,
    skipped: 0,
    facts: 0,
    sessions: 0,
    turns: 0,
  };
  const reportProgress = (): void => {
    const { commits, skipped, facts, sessions, turns } = progress;
    const percent = Math.floor((source.bytesRead * 100) / Math.max(1, size));
    const seconds = Math.round((Date.now() - startMillis) / 1000);
    report(
      `${commits} commits (${skipped} imported before), ${facts} versions of facts, ${sessions} sessions, ${turns} turns; ${percent} % of the file in ${seconds} s.`,
    );
  };
  const isDone = await withSpace(values, async (space, { models: { embedder } }) => {
    // Created only now, because rows that arrive before the iteration begins are lost.
    const rows = createInterface({ input: source, crlfDelay: Infinity });
    try {
      for await (progress of importMemory({ embedder }, space, rows)) {
        if (stopSignal.aborted) return false;
        throttle(reportProgress);
      }
      return true;
    } finally {
      reportProgress();
    }
  });
  if (values.json) printJson({ ...progress, complete: isDone });
  if (!isDone) report(REPEAT_HINT);
  return isDone;
};

/** Imports an export into an empty memory, or adds the export of another program to a memory. */
export const importFromFile = (file: string, options: ImportOptions): Promise<void> =>
  runCommand({
    run: (stopSignal) =>
      options.from === undefined
        ? runExport(file, options, stopSignal)
        : runForeign(file, options.from, options, stopSignal),
    failure: "Not everything was imported.",
    isResumable: false,
    isExplained: (fault) => fault instanceof Problem || isSystemError(fault),
  });
