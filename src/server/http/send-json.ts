import type { ServerResponse } from "node:http";
import { PROBLEMS, type ProblemCode } from "../../memory/problem.ts";

export type Headers = Readonly<Record<string, string>>;

/** Answers with one JSON document, once. */
export const sendJson = (
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Headers = {},
): void => {
  if (res.headersSent) return;
  const text = JSON.stringify(body);
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  res.end(res.req.method === "HEAD" ? undefined : text);
};

/** Answers a request that never became a GraphQL request, in the shape of a GraphQL response. */
export const sendProblem = (
  res: ServerResponse,
  code: ProblemCode,
  message: string,
  status: number = PROBLEMS[code],
  headers: Headers = {},
): void => sendJson(res, status, { errors: [{ message, extensions: { code } }] }, headers);
