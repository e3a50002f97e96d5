import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ProblemCode } from "../../memory/problem.ts";

/** Answers on a bare connection, where there is no request to answer to, and ends it. */
export const refuseOnSocket = (
  socket: Duplex,
  status: number,
  code: ProblemCode,
  message: string,
): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const BAD_HTTP: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too long."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
};

/** What arrived is not HTTP, or not in time. */
export const refuseBadHttp = (error: Error & { readonly code?: string }, socket: Duplex): void => {
  const [status, message] = BAD_HTTP[error.code ?? ""] ?? [400, "This is not an HTTP request."];
  refuseOnSocket(socket, status, "BAD_REQUEST", message);
};
