import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isLoopback } from "../auth/public-address.ts";
import { SPACE_HEADER } from "../auth/shared-spaces.ts";
import { SESSION_HEADER, STRATEGY_HEADER } from "../completions/completion-request.ts";
import { COST_HEADER } from "../cost-extension.ts";
import { REQUEST_ID_HEADER } from "../current-request.ts";
import { AT_LEAST_HEADER } from "../read-your-writes.ts";
import type { ServerConfig } from "../server-config.ts";

/** Headers of a request that a page of an allowed origin may send. */
const ALLOWED_HEADERS = [
  "content-type",
  "authorization",
  "x-api-key",
  "x-user-id",
  SPACE_HEADER,
  COST_HEADER,
  AT_LEAST_HEADER,
  SESSION_HEADER,
  STRATEGY_HEADER,
  REQUEST_ID_HEADER,
  "traceparent",
  "tracestate",
  "apollo-require-preflight",
  "x-apollo-operation-name",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "last-event-id",
].join(", ");
/** How long a browser may cache the answer to a preflight. */
const PREFLIGHT_SECONDS = 600;

const parseUrl = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

/** Whether the operator allows pages of an origin. */
const isAllowedOrigin = (
  origin: string,
  { allowedOrigins }: Pick<ServerConfig, "allowedOrigins">,
): boolean => allowedOrigins.includes(origin);

/** The reason to refuse a request with a foreign host name; undefined if there is none. */
export const hostRefusal = (
  headers: IncomingHttpHeaders,
  config: Pick<ServerConfig, "auth">,
): string | undefined => {
  if (config.auth.way !== "none") return undefined;
  const host = parseUrl(`http://${headers.host ?? ""}`);
  return !host || !isLoopback(host.hostname)
    ? "Without credentials the service answers requests to localhost only."
    : undefined;
};

/**
 * The reason to refuse a request; undefined if there is none. Without credentials, any page in a
 * browser on this machine could send requests. The host must therefore be a loopback name, because
 * a foreign name could resolve to 127.0.0.1 (DNS rebinding), and a page must have the service's own
 * origin or an allowed one. With credentials, a page must have them, so no check is needed.
 */
export const originRefusal = (
  headers: IncomingHttpHeaders,
  config: Pick<ServerConfig, "auth" | "allowedOrigins">,
): string | undefined => {
  if (config.auth.way !== "none") return undefined;
  const refusal = hostRefusal(headers, config);
  if (refusal !== undefined) return refusal;
  const { origin, host } = headers;
  const isOwnOrigin =
    origin !== undefined && parseUrl(origin)?.host === parseUrl(`http://${host ?? ""}`)?.host;
  if (origin === undefined || isOwnOrigin || isAllowedOrigin(origin, config)) return undefined;
  return "Without credentials, pages of other origins may not call the service. Add the origin to ALLOWED_ORIGINS.";
};

/** Lets pages of allowed origins read the answer; browsers withhold it from others. */
export const allowOrigin = (
  req: IncomingMessage,
  res: ServerResponse,
  config: Pick<ServerConfig, "allowedOrigins">,
): void => {
  if (config.allowedOrigins.length === 0) return;
  res.setHeader("vary", "origin");
  const { origin } = req.headers;
  if (origin !== undefined && isAllowedOrigin(origin, config)) {
    res.setHeader("access-control-allow-origin", origin);
    res.setHeader(
      "access-control-expose-headers",
      `${AT_LEAST_HEADER}, ${REQUEST_ID_HEADER}, mcp-session-id`,
    );
  }
};

/** Answers the preflight request of a browser. */
export const answerPreflight = (res: ServerResponse): void => {
  res.writeHead(204, {
    allow: "GET, POST, DELETE, OPTIONS",
    ...(res.hasHeader("access-control-allow-origin")
      ? {
          "access-control-allow-methods": "GET, POST, DELETE",
          "access-control-allow-headers": ALLOWED_HEADERS,
          "access-control-max-age": String(PREFLIGHT_SECONDS),
        }
      : {}),
  });
  res.end();
};
