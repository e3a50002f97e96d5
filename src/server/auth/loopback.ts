import { isIP } from "node:net";
import type { ServerConfig } from "../server-config.ts";
import { StartRefused } from "../start-refused.ts";

/** Whether a host, as in a URL or a setting, is this machine and no other can reach it. */
export const isLoopback = (host: string): boolean => {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost");
};

/** DESIGN.md §10: without credentials, loopback only. Throws StartRefused. */
export const refusePublicWithoutCredentials = ({
  host,
  auth,
}: Pick<ServerConfig, "host" | "auth">): void => {
  if (auth.way !== "none" || isLoopback(host)) return;
  throw new StartRefused(
    `HOST=${host} can be reached from other machines, and no credentials are asked for. Set API_KEYS, or JWT_JWKS_URL (or another JWT_ key), or leave HOST at 127.0.0.1.`,
  );
};
