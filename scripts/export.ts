import { parseArgs } from "node:util";
import { v7 } from "uuid";
import { loadConfig } from "../src/config.ts";
import { Problem } from "../src/memory/problem.ts";
import { openModels } from "../src/open-models.ts";
import { openStore } from "../src/open-store.ts";
import { exportFile, type ExportProgress } from "../src/portable/export-file.ts";
import { createLog } from "../src/server/log.ts";
import { isOfSystem, nowAndThen, pathOf, runOnFile, say } from "./command-line.ts";

const USAGE = `npm run export <file.jsonl> [-- --tenant <tenant>] [--user <user>] [--embeddings]

Writes the memory of one user, with all its past, into a file. docs/export.md tells the format.
  --tenant, --user   whose memory; by default local and local
  --embeddings       with the vectors, so that an import with the same embedding model calls none
A file that holds the beginning of an export, or an older one, is gone on with.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tenant: { type: "string", default: "local" },
    user: { type: "string", default: "local" },
    embeddings: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  },
});

/** Gives whether the file is whole. */
const run = async (file: string, stopping: AbortSignal): Promise<boolean> => {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const { embedder } = await openModels(config, log);
  const store = await openStore(config, embedder, log);
  const started = Date.now();
  const sometimes = nowAndThen();
  let last: ExportProgress = { commits: 0, lines: 0, bytes: 0 };
  const tell = (end: string): void =>
    say(
      `${last.commits} commits, ${last.lines} lines written, ${(last.bytes / 1_000_000).toFixed(1)} MB, ${Math.round((Date.now() - started) / 1000)} s${end}`,
    );
  try {
    const space = await store.space({ tenant: values.tenant, user: values.user });
    for await (last of exportFile(
      { embedder, now: Date.now, newId: v7 },
      space,
      pathOf(file),
      values.embeddings,
    )) {
      if (stopping.aborted) break;
      sometimes(() => tell(""));
    }
  } finally {
    await store.close();
  }
  tell(
    stopping.aborted ? ": stopped before the end. Run it again, and it goes on from here." : ".",
  );
  return !stopping.aborted;
};

await runOnFile({
  usage: USAGE,
  help: values.help,
  positionals,
  run,
  failure: "Not all could be exported.",
  resumable: true,
  explained: (fault) => fault instanceof Problem || isOfSystem(fault),
});
