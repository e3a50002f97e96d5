import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { ingest, noProgress, type Progress } from "../src/ingest/ingest.ts";
import { Refused, ServiceAway, ServiceClient } from "../src/ingest/service-client.ts";
import { isOfSystem, nowAndThen, pathOf, runOnFile, say } from "./command-line.ts";

const USAGE = `npm run ingest <file.jsonl> [-- --url <url>] [--user <user>]

Sends the messages of a file (or of standard input: -) to a running service. docs/ingest.md tells the format.
  --url    where GraphQL is; by default PALIMPSEST_URL, else http://localhost:4000/graphql
  --user   whose memory lines without a user are for; by default PALIMPSEST_USER, else whom the credentials name
An API key or a token is taken from PALIMPSEST_TOKEN.`;

const SECOND = 1_000;

const counted = ({ lines, written, repeated, pending, empty, failed }: Progress): string =>
  [
    `${lines} lines: ${written} written`,
    ...(repeated > 0 ? [`${repeated} on record before`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
    ...(empty > 0 ? [`${empty} empty`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(", ");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string" },
    user: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});

/** Gives whether every line is on record. */
const run = async (file: string, stopping: AbortSignal): Promise<boolean> => {
  const path = pathOf(file);
  const source = file === "-" ? process.stdin : createReadStream(path);
  const size = file === "-" ? null : (await stat(path)).size;
  const client = new ServiceClient(
    {
      url: values.url ?? process.env["PALIMPSEST_URL"] ?? "http://localhost:4000/graphql",
      token: process.env["PALIMPSEST_TOKEN"] ?? null,
    },
    stopping,
  );
  const started = Date.now();
  const sometimes = nowAndThen();
  const speed = ({ lines }: Progress): string =>
    `${Math.round((lines * SECOND) / Math.max(1, Date.now() - started))} a second`;
  const part = (): string =>
    size === null || !("bytesRead" in source)
      ? ""
      : ` (${Math.floor((source.bytesRead * 100) / Math.max(1, size))} % of the file read)`;
  let progress = noProgress();
  const tell = (now: Progress): void => {
    progress = now;
    sometimes(() => say(`${counted(now)}; ${speed(now)}${part()}`));
  };
  const finish = (): void => say(`${counted(progress)}; ${speed(progress)}.`);
  try {
    progress = await ingest(createInterface({ input: source, crlfDelay: Infinity }), {
      client,
      user: values.user ?? process.env["PALIMPSEST_USER"] ?? null,
      onFailure: (line, code, reason) => say(`Line ${line}: ${code}: ${reason}`),
      onProgress: tell,
      now: () => performance.now(),
      stopping,
    });
  } finally {
    finish();
  }
  if (stopping.aborted) say("Stopped before the end. Run it again, and it goes on from here.");
  return !stopping.aborted && progress.failed === 0;
};

await runOnFile({
  usage: USAGE,
  help: values.help,
  positionals,
  run,
  failure: "Not all could be sent.",
  resumable: true,
  explained: (fault) =>
    fault instanceof Refused || fault instanceof ServiceAway || isOfSystem(fault),
});
