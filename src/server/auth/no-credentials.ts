import { userOfHeader, type Authenticate } from "./caller.ts";

const TENANT = "local";
const DEFAULT_USER = "local";

/** Whoever reaches the loopback interface may say which local user it is. */
export const withoutCredentials = (): Authenticate => async (credentials) => ({
  space: { tenant: TENANT, user: userOfHeader(credentials) ?? DEFAULT_USER },
  expiresAt: null,
});
