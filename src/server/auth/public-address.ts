import { isIP } from "node:net";
import type { ServerConfig } from "../server-config.ts";
import { StartupError } from "../startup-error.ts";

/** Whether a host in a URL or a setting is a loopback name or address. */
export const isLoopback = (host: string): boolean => {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost");
};

/**
 * Throws a StartupError for a public address without credentials, because everybody could read
 * everything.
 */
export const refusePublicWithoutCredentials = ({
  host,
  auth,
}: Pick<ServerConfig, "host" | "auth">): void => {
  if (auth.way !== "none" || isLoopback(host)) return;
  throw new StartupError(
    `HOST=${host} can be reached from other machines, but no credentials are configured. Set API_KEYS or JWT_JWKS_URL (or another JWT_ key), or keep HOST at 127.0.0.1.`,
  );
};
