import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type ProblemCode } from "../../memory/problem.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** Answers a request. */
export type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const bodyOfProblem = (code: ProblemCode, message: string): object => ({
  errors: [{ message, extensions: { code } }],
});

/** Sends a JSON document, unless an answer has been started already. */
export const sendJson = (res: ServerResponse, status: number, body: unknown): void => {
  if (res.headersSent) return;
  const text = JSON.stringify(body);
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  res.end(res.req.method === "HEAD" ? undefined : text);
};

/** Aborts when the client disconnects before its answer has been sent. */
export const signalOfDisconnect = (res: ServerResponse): AbortSignal => {
  const disconnect = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) disconnect.abort();
  });
  return disconnect.signal;
};

/** Sends the metrics in the text format of Prometheus. */
export const sendMetrics = async (
  res: ServerResponse,
  metrics: Pick<Metrics, "exposition">,
): Promise<void> => {
  const { contentType, text } = await metrics.exposition();
  res.writeHead(200, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  res.end(res.req.method === "HEAD" ? undefined : text);
};

/** Milliseconds for which a client may read its refusal before its connection is dropped. */
const LINGER_MS = 2_000;

/**
 * Answers on a bare connection without a request, and closes it, even if the client never reads the
 * answer or never closes its own side.
 */
export const refuseOnConnection = (
  connection: Duplex,
  status: number,
  code: ProblemCode,
  message: string,
): void => {
  if (!connection.writable) {
    connection.destroy();
    return;
  }
  const body = JSON.stringify(bodyOfProblem(code, message));
  const timer = setTimeout(() => connection.destroy(), LINGER_MS).unref();
  connection.once("close", () => clearTimeout(timer));
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const PROTOCOL_ERRORS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too long. Send fewer or shorter ones."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time. Send it again."],
};

/** Answers data that is not HTTP or did not arrive in time. */
export const refuseInvalidHttp = (
  error: Error & { readonly code?: string },
  connection: Duplex,
): void => {
  const [status, message] = PROTOCOL_ERRORS[error.code ?? ""] ?? [
    400,
    "This is not an HTTP request.",
  ];
  refuseOnConnection(connection, status, "BAD_REQUEST", message);
};
