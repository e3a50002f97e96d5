import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { graphqlUrl } from "../../packages/client/src/http-transport.ts";
import { ingest, noProgress, type IngestProgress } from "../../src/ingest/ingest.ts";
import {
  RequestRefused,
  ServiceClient,
  ServiceUnavailable,
} from "../../src/ingest/service-client.ts";
import { isSystemError, oncePerSecond, pathOf, report, RESUME_HINT, runCommand } from "../run.ts";
import { printJson } from "../show.ts";

export interface IngestOptions {
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly json?: boolean | undefined;
}

const DEFAULT_URL = "http://localhost:4000/graphql";
/** Number of milliseconds in a second. */
const SECOND = 1_000;

const countsOf = ({ rows, written, repeated, pending, empty, failed }: IngestProgress): string =>
  [
    `${rows} ${rows === 1 ? "row" : "rows"}: ${written} written`,
    ...(repeated > 0 ? [`${repeated} written before`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
    ...(empty > 0 ? [`${empty} empty`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(", ");

/** The rows to send, a text that says how much of a file is read, and what closes the file. */
const openSource = async (file: string) => {
  if (file === "-") return { input: process.stdin, partRead: () => "", close: () => {} };
  const handle = await open(pathOf(file));
  const { size } = await handle.stat();
  const input = handle.createReadStream();
  const partRead = (): string =>
    `, ${Math.floor((input.bytesRead * 100) / Math.max(1, size))} % of the file read`;
  return { input, partRead, close: () => void input.destroy() };
};

/** The lines of a stream. Throws if it cannot be read, unlike an interface over it. */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string, void> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  let fault: Error | undefined;
  input.once("error", (error: Error) => {
    fault = error;
    lines.close();
  });
  yield* lines;
  if (fault !== undefined) throw fault;
}

/** Returns whether every row is written. */
const run = async (
  file: string,
  values: IngestOptions,
  stopSignal: AbortSignal,
): Promise<boolean> => {
  const url = graphqlUrl(values.url ?? process.env["PALIMPSEST_URL"] ?? DEFAULT_URL);
  const { input, partRead, close } = await openSource(file);
  const client = new ServiceClient(
    { url, token: process.env["PALIMPSEST_TOKEN"] ?? null },
    stopSignal,
  );
  const startMillis = Date.now();
  const throttle = oncePerSecond();
  let progress = noProgress();
  const reportProgress = (part: string): void => {
    const perSecond = Math.round((progress.rows * SECOND) / Math.max(1, Date.now() - startMillis));
    report(`${countsOf(progress)}; ${perSecond} a second${part}.`);
  };
  try {
    progress = await ingest(linesOf(input), {
      client,
      user: values.user ?? process.env["PALIMPSEST_USER"] ?? null,
      onFailure: (row, code, reason) => report(`Row ${row}: ${code}: ${reason}`),
      onProgress: (latest) => {
        progress = latest;
        throttle(() => reportProgress(partRead()));
      },
      now: () => performance.now(),
      stopSignal,
    });
  } finally {
    close();
    reportProgress("");
  }
  if (values.json) printJson({ ...progress, complete: !stopSignal.aborted });
  if (stopSignal.aborted) report(RESUME_HINT);
  return !stopSignal.aborted && progress.failed === 0;
};

/** Sends the messages of a file, or of standard input, to a running service. */
export const ingestFile = (file: string, options: IngestOptions): Promise<void> =>
  runCommand({
    run: (stopSignal) => run(file, options, stopSignal),
    failure: "Not everything was sent.",
    isResumable: true,
    isExplained: (fault) =>
      fault instanceof RequestRefused ||
      fault instanceof ServiceUnavailable ||
      isSystemError(fault),
  });
