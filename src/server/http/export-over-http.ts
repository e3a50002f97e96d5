import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "../../memory/problem.ts";
import { parseInstant, type Instant } from "../../memory/time.ts";
import {
  exportMemory,
  type ExportRequest,
  type ExportServices,
} from "../../portable/export-memory.ts";
import type { Store } from "../../store/port.ts";
import type { Admission } from "../limits/admission.ts";
import { type Authenticate, credentialsOfRequest } from "../auth/caller.ts";
import { AT_LEAST_HEADER, type AwaitSeen } from "../read-your-writes.ts";
import { signalOfDisconnect } from "./responses.ts";

export const EXPORT_PATH = "/export";

export interface ExportOverHttp {
  readonly authenticate: Authenticate;
  readonly admission: Admission;
  readonly awaitSeen: AwaitSeen;
  readonly store: Pick<Store, "space">;
  readonly services: ExportServices;
}

const PARAMETERS: readonly string[] = ["embeddings", "after", "knownAt"];

/** The instant of a parameter; undefined if it is omitted. */
const instantIn = (query: URLSearchParams, name: string, what: string): Instant | undefined => {
  const text = query.get(name);
  if (text === null) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined)
    throw new Problem(
      "INVALID_INSTANT",
      `\`${name}\` must be ${what}, such as 2026-11-21T08:00:00.000Z.`,
    );
  return instant;
};

const requestOf = (target: string): ExportRequest => {
  const query = new URLSearchParams(target.includes("?") ? target.slice(target.indexOf("?")) : "");
  for (const name of query.keys())
    if (!PARAMETERS.includes(name))
      throw new Problem(
        "BAD_USER_INPUT",
        `An export has no parameter \`${name}\`, only \`embeddings\`, \`after\` and \`knownAt\`.`,
      );
  const embeddings = query.get("embeddings") ?? "false";
  if (embeddings !== "true" && embeddings !== "false")
    throw new Problem("BAD_USER_INPUT", "`embeddings` must be true or false.");
  return {
    embeddings: embeddings === "true",
    after: instantIn(query, "after", "the recordedAt of a commit"),
    knownAt: instantIn(query, "knownAt", "an instant"),
  };
};

/** Streams the records, no faster than the client reads them. */
const send = async (
  req: IncomingMessage,
  res: ServerResponse,
  memory: ReturnType<typeof exportMemory>,
): Promise<void> => {
  const records = memory[Symbol.asyncIterator]();
  // The header record is made without the store: the next one shows whether the memory can be read.
  const header = await records.next();
  const first = await records.next();
  res.writeHead(200, {
    "content-type": "application/jsonl; charset=utf-8",
    "content-disposition": 'attachment; filename="memory.jsonl"',
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const disconnect = new AbortController();
  res.once("close", () => disconnect.abort());
  const sendRecord = async (record: IteratorResult<unknown>): Promise<void> => {
    if (!record.done && !res.write(`${JSON.stringify(record.value)}\n`))
      await once(res, "drain", { signal: disconnect.signal }).catch(() => undefined);
  };
  try {
    if (req.method !== "HEAD") await sendRecord(header);
    let next = first;
    while (req.method !== "HEAD" && !next.done && !disconnect.signal.aborted) {
      await sendRecord(next);
      next = await records.next();
    }
  } finally {
    await records.return();
  }
  res.end();
};

/**
 * Streams the caller's own memory as JSON Lines, as fast as it is read. A failure closes the
 * connection. The last record marks the end, so that a truncated export is recognised. Rejects with
 * the Problem of an unaccepted caller or parameter.
 */
export const exportOverHttp =
  ({ authenticate, admission, awaitSeen, store, services }: ExportOverHttp) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const header = credentialsOfRequest(req.headers);
    const caller = await authenticate(header);
    const { space } = caller;
    await admission.count(caller);
    const request = requestOf(req.url ?? "");
    const disconnectSignal = signalOfDisconnect(res);
    await admission.run(space, async () => {
      await awaitSeen(caller, header(AT_LEAST_HEADER), disconnectSignal);
      await send(req, res, exportMemory(services, await store.space(space), request));
    });
  };
