import type { IncomingHttpHeaders } from "node:http";
import type { ServerConfig } from "../server-config.ts";
import { isLoopback } from "./loopback.ts";

const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

/** Whether the page that sent a request is one whose origin the operator allows. */
export const isAllowedOrigin = (
  origin: string,
  config: Pick<ServerConfig, "allowedOrigins">,
): boolean => config.allowedOrigins.includes(origin);

/**
 * Why a request must not be served, or undefined. Without credentials, anything that a browser on this machine runs could ask: so the host
 * must be called by a loopback name, or a foreign name that resolves to 127.0.0.1 would do (DNS rebinding), and a page must be
 * of the service's own origin or an allowed one. With credentials a page must have them, and no check is needed.
 */
export const originRefusal = (
  headers: IncomingHttpHeaders,
  config: Pick<ServerConfig, "auth" | "allowedOrigins">,
): string | undefined => {
  if (config.auth.way !== "none") return undefined;
  const host = parsed(`http://${headers.host ?? ""}`);
  if (!host || !isLoopback(host.hostname))
    return "Without credentials the service answers to localhost only.";
  const { origin } = headers;
  if (origin === undefined || isAllowedOrigin(origin, config) || parsed(origin)?.host === host.host)
    return undefined;
  return "Pages of other origins may not call the service without credentials: name them in ALLOWED_ORIGINS.";
};
