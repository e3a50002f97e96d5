import { byApiKey } from "./api-keys.ts";
import type { AuthConfig } from "./auth-config.ts";
import type { Authenticate } from "./caller.ts";
import { byJwt } from "./jwt.ts";
import { withoutCredentials } from "./no-credentials.ts";

/** The one way in that is configured. */
export const authenticateBy = (config: AuthConfig): Authenticate => {
  switch (config.way) {
    case "none":
      return withoutCredentials();
    case "keys":
      return byApiKey(config);
    case "jwt":
      return byJwt(config);
  }
};
