import { byApiKey } from "./api-keys.ts";
import type { Log } from "../log.ts";
import type { AuthConfig } from "./auth-config.ts";
import { userOfHeader, type Authenticate } from "./caller.ts";
import { byJwt } from "./jwt.ts";

/** The tenant of callers without credentials. */
export const LOCAL_TENANT = "local";
const DEFAULT_USER = "local";

/** Whoever can reach the loopback interface chooses the local user. */
const withoutCredentials = (): Authenticate => async (credentials) => ({
  space: { tenant: LOCAL_TENANT, user: userOfHeader(credentials) ?? DEFAULT_USER },
  key: null,
  expiresAt: null,
});

/** Creates the way of authentication that is configured. */
export const authenticateBy = (
  config: AuthConfig,
  log: Pick<Log, "info" | "error">,
): Authenticate => {
  switch (config.way) {
    case "none":
      return withoutCredentials();
    case "keys":
      return byApiKey(config, log);
    case "jwt":
      return byJwt(config);
  }
};
