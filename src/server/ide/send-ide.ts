import type { IncomingMessage, ServerResponse } from "node:http";
import { IDE_CONTENT_POLICY, type IdePage } from "./ide-page.ts";

/** Whether a request is a browser's, that wants a page and not data. */
export const wantsPage = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");

export const sendIde = async (
  req: IncomingMessage,
  res: ServerResponse,
  page: IdePage,
): Promise<void> => {
  const zipped = /\bgzip\b/.test(String(req.headers["accept-encoding"] ?? ""));
  const body = zipped ? page.gzipped : await page.html();
  res.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": body.length,
    ...(zipped ? { "content-encoding": "gzip" } : {}),
    vary: "accept, accept-encoding",
    "content-security-policy": IDE_CONTENT_POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  res.end(req.method === "HEAD" ? undefined : body);
};
