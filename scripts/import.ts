import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { v7 } from "uuid";
import { loadConfig } from "../src/config.ts";
import { Problem } from "../src/memory/problem.ts";
import { openModels } from "../src/open-models.ts";
import { openStore } from "../src/open-store.ts";
import {
  FOREIGN_MEMORIES,
  importForeign,
  type ForeignProgress,
} from "../src/portable/foreign/import-foreign.ts";
import { importMemory, type Imported } from "../src/portable/import-memory.ts";
import { createLog } from "../src/server/log.ts";
import { DEFAULT_WRITE_SETTINGS } from "../src/write/settings.ts";
import { isOfSystem, nowAndThen, pathOf, runOnFile, say } from "./command-line.ts";

const USAGE = `npm run import <file.jsonl> [-- --tenant <tenant>] [--user <user>] [--from <program>]

Puts an export of a memory on record, with all its past, in the empty memory of a user. docs/export.md tells the format.
  --tenant, --user   whose memory; by default local and local
  --from             the file is another program's (${Object.keys(FOREIGN_MEMORIES).join(", ")}): what it holds is added, as of now
Cut short, it goes on where it was when the same file is imported again.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tenant: { type: "string", default: "local" },
    user: { type: "string", default: "local" },
    from: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});

/** Of a file of another program. Gives whether all of it is on record. */
const runForeign = async (file: string, from: string, stopping: AbortSignal): Promise<boolean> => {
  const read = FOREIGN_MEMORIES[from];
  if (!read)
    throw new Problem(
      "BAD_USER_INPUT",
      `--from takes one of ${Object.keys(FOREIGN_MEMORIES).join(", ")}.`,
    );
  const memory = read(await readFile(pathOf(file), "utf8"));
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const models = await openModels(config, log);
  const store = await openStore(config, models.embedder, log);
  const services = {
    models,
    now: Date.now,
    newId: v7,
    settings: DEFAULT_WRITE_SETTINGS,
    log,
    onPending: () => {},
  };
  let last: ForeignProgress = { facts: 0, messages: 0, leftOut: memory.leftOut };
  const sometimes = nowAndThen();
  const tell = (): void =>
    say(
      `${last.facts} facts and ${last.messages} messages of ${memory.records.length} records are on record`,
    );
  try {
    for await (last of importForeign(
      services,
      await store.space({ tenant: values.tenant, user: values.user }),
      memory,
    )) {
      if (stopping.aborted) break;
      sometimes(tell);
    }
  } finally {
    tell();
    await store.close();
  }
  for (const { what, reason } of last.leftOut) say(`Left out: ${what} (${reason})`);
  if (stopping.aborted) say("Stopped before the end. Run it again, and it goes on from here.");
  return !stopping.aborted;
};

/** Gives whether all of it is on record. */
const run = async (file: string, stopping: AbortSignal): Promise<boolean> => {
  const path = pathOf(file);
  const { size } = await stat(path);
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const { embedder } = await openModels(config, log);
  const store = await openStore(config, embedder, log);
  const source = createReadStream(path);
  const started = Date.now();
  const sometimes = nowAndThen();
  let last: Imported | null = null;
  const tell = (end: string): void => {
    const { commits, skipped, facts, sessions, turns } = last ?? {
      commits: 0,
      skipped: 0,
      facts: 0,
      sessions: 0,
      turns: 0,
    };
    say(
      `${commits} commits (${skipped} on record before), ${facts} versions of facts, ${sessions} sessions, ${turns} turns; ${Math.floor((source.bytesRead * 100) / Math.max(1, size))} % of the file, ${Math.round((Date.now() - started) / 1000)} s${end}`,
    );
  };
  try {
    const space = await store.space({ tenant: values.tenant, user: values.user });
    for await (last of importMemory(
      { embedder },
      space,
      createInterface({ input: source, crlfDelay: Infinity }),
    )) {
      if (stopping.aborted) break;
      sometimes(() => tell(""));
    }
  } finally {
    tell("");
    await store.close();
  }
  if (stopping.aborted) say("Stopped before the end. Run it again, and it goes on from here.");
  return !stopping.aborted;
};

await runOnFile({
  usage: USAGE,
  help: values.help,
  positionals,
  run: (file, stopping) =>
    values.from === undefined ? run(file, stopping) : runForeign(file, values.from, stopping),
  failure: "Not all could be imported.",
  resumable: false,
  explained: (fault) => fault instanceof Problem || isOfSystem(fault),
});
