import type { IncomingMessage, ServerResponse } from "node:http";
import { isAllowedOrigin } from "../auth/origin.ts";
import type { ServerConfig } from "../server-config.ts";

const REQUEST_HEADERS =
  "content-type, authorization, x-api-key, x-user-id, x-palimpsest-cost, apollo-require-preflight, x-apollo-operation-name";
/** How long a browser may remember the answer to a preflight. */
const PREFLIGHT_SECONDS = 600;

/** Lets pages of allowed origins read the answer. Without an allowed origin, browsers keep it from them. */
export const tellOrigin = (
  req: IncomingMessage,
  res: ServerResponse,
  config: Pick<ServerConfig, "allowedOrigins">,
): void => {
  if (config.allowedOrigins.length === 0) return;
  res.setHeader("vary", "origin");
  const { origin } = req.headers;
  if (origin !== undefined && isAllowedOrigin(origin, config))
    res.setHeader("access-control-allow-origin", origin);
};

/** Answers a browser that asks whether it may send the request at all. */
export const answerPreflight = (res: ServerResponse): void => {
  res.writeHead(204, {
    allow: "GET, POST, OPTIONS",
    ...(res.hasHeader("access-control-allow-origin")
      ? {
          "access-control-allow-methods": "GET, POST",
          "access-control-allow-headers": REQUEST_HEADERS,
          "access-control-max-age": String(PREFLIGHT_SECONDS),
        }
      : {}),
  });
  res.end();
};
