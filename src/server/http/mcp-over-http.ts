import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpSessions } from "../../../mcp/sessions.ts";
import { palimpsest, type Memory } from "../../../packages/client/src/index.ts";
import { onBehalfOf } from "../../fairness/acting-space.ts";
import { credentialsOfRequest, type Authenticate, type Caller } from "../auth/caller.ts";
import { LocalTransport, type LocalExecution } from "../local-transport.ts";
import type { Admission } from "../limits/admission.ts";
import { describeError, type Log } from "../log.ts";
import { witnessingCommits } from "../../store/witnessed-commits.ts";
import { spaceKey } from "../../store/port.ts";
import { AT_LEAST_HEADER, setRecordTime, type AwaitSeen } from "../read-your-writes.ts";
import { readJson } from "./read-json.ts";
import type { Handle } from "./responses.ts";

export const MCP_PATH = "/mcp";

export interface McpOverHttp {
  readonly authenticate: Authenticate;
  readonly admission: Admission;
  readonly awaitSeen: AwaitSeen;
  /** Executes the operations of a caller. */
  readonly executionOf: (caller: Caller) => LocalExecution;
  readonly bodyBytes: number;
  /** Aborts when the service begins to stop: streams that wait for changes end. */
  readonly stopSignal: AbortSignal;
  readonly log: Log;
  readonly now: () => number;
}

/** Aborts when reading must end: the client has disconnected, or its credentials have expired. */
const signalOfEnd = (res: ServerResponse, { expiresAt }: Caller, now: () => number) => {
  const end = new AbortController();
  res.once("close", () => end.abort());
  if (expiresAt !== null) {
    // A timer cannot wait longer than 24 days.
    const expiry = setTimeout(() => end.abort(), Math.min(expiresAt - now(), 2 ** 31 - 1));
    expiry.unref();
    res.once("close", () => clearTimeout(expiry));
  }
  return end.signal;
};

const requestOf = (req: IncomingMessage, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, String(value));
  headers.delete("content-length");
  return new Request(`http://localhost${MCP_PATH}`, {
    method: req.method ?? "GET",
    headers,
    signal,
  });
};

/** Whether a request waits for events instead of an answer. */
const isWaiting = ({ method }: IncomingMessage, body: unknown): boolean =>
  method === "GET" ||
  (typeof body === "object" &&
    body !== null &&
    "method" in body &&
    body.method === "subscriptions/listen");

/**
 * Sends a response of the MCP server part by part, as its parts arrive, until the signal aborts.
 */
const sendResponse = async (
  res: ServerResponse,
  response: Response,
  signal: AbortSignal,
): Promise<void> => {
  for (const [name, value] of response.headers) res.setHeader(name, value);
  res.setHeader("cache-control", "no-store");
  res.setHeader("x-content-type-options", "nosniff");
  res.statusCode = response.status;
  const reader = response.body?.getReader();
  // Sends the headers at once, because a client waits for them before it reads the events.
  res.flushHeaders();
  const stop = (): void => void reader?.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    if (!res.write(part.value)) await once(res, "drain", { signal }).catch(() => undefined);
  signal.removeEventListener("abort", stop);
  res.end();
};

/**
 * Answers MCP over Streamable HTTP, for the caller's own memory. Rejects with a Problem if the
 * caller or the body is not accepted.
 */
export const mcpOverHttp = ({
  authenticate,
  admission,
  awaitSeen,
  executionOf,
  bodyBytes,
  stopSignal,
  log,
  now,
}: McpOverHttp): Handle => {
  const onFault = (error: unknown): void =>
    log.error({ fault: describeError(error, log) }, "An MCP tool failed.");
  let sessions: Promise<McpSessions> | undefined;
  // Created on first use, because most services never need it.
  const open = async (): Promise<McpSessions> => {
    const { McpSessions } = await import("../../../mcp/sessions.ts");
    return new McpSessions({ onFault, now });
  };
  const memoryOf = (caller: Caller): Memory =>
    palimpsest({ transport: new LocalTransport(executionOf(caller)) });
  return async (req, res) => {
    const header = credentialsOfRequest(req.headers);
    const caller = await authenticate(header);
    await admission.count(caller);
    const body = req.method === "POST" ? await readJson(req, bodyBytes) : undefined;
    const endSignal = signalOfEnd(res, caller, now);
    const waits = isWaiting(req, body);
    const signal = waits ? AbortSignal.any([endSignal, stopSignal]) : endSignal;
    sessions ??= open();
    const { space } = caller;
    const askedMemory = { owner: spaceKey(space), memory: memoryOf(caller) };
    const answer = (await sessions).answer.bind(await sessions);
    const act = async () => {
      await awaitSeen(caller, header(AT_LEAST_HEADER), signal);
      return answer(requestOf(req, signal), body, askedMemory);
    };
    await witnessingCommits(async () => {
      const response = await (waits ? onBehalfOf(space, act) : admission.run(space, act));
      setRecordTime(res);
      await sendResponse(res, response, signal);
    });
  };
};
