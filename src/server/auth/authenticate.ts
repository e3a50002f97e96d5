import { byApiKey } from "./api-keys.ts";
import type { Log } from "../log.ts";
import type { AuthConfig } from "./auth-config.ts";
import { userOfHeader, type Authenticate } from "./caller.ts";
import { byJwt } from "./jwt.ts";
import { callerInSpace, SPACE_HEADER } from "./shared-spaces.ts";

/** The tenant of callers without credentials. */
export const LOCAL_TENANT = "local";
const DEFAULT_USER = "local";

/** Anybody who can reach the loopback interface selects the local user. */
const withoutCredentials = (): Authenticate => async (credentials) => {
  const user = userOfHeader(credentials) ?? DEFAULT_USER;
  return {
    space: { tenant: LOCAL_TENANT, user },
    user,
    sharedSpaces: null,
    key: null,
    expiresAt: null,
  };
};

const configuredWay = (config: AuthConfig, log: Pick<Log, "info" | "error">): Authenticate => {
  switch (config.way) {
    case "none":
      return withoutCredentials();
    case "keys":
      return byApiKey(config, log);
    case "jwt":
      return byJwt(config);
  }
};

/**
 * Creates the configured authentication. A caller is in the user's own space, or in the shared
 * space that `x-palimpsest-space` names.
 */
export const authenticateBy = (
  config: AuthConfig,
  log: Pick<Log, "info" | "error">,
): Authenticate => {
  const authenticate = configuredWay(config, log);
  return async (credentials) => {
    const caller = await authenticate(credentials);
    const sharedSpace = credentials(SPACE_HEADER);
    return sharedSpace === undefined ? caller : callerInSpace(caller, sharedSpace);
  };
};
