import { createHash, timingSafeEqual } from "node:crypto";
import { Problem } from "../../memory/problem.ts";
import type { ApiKeys } from "./auth-config.ts";
import { bearerToken, userOfHeader, type Authenticate } from "./caller.ts";

const digestOf = (key: string): Buffer => createHash("sha256").update(key, "utf8").digest();

/**
 * Authenticates by API key, in `Authorization: Bearer <key>` or `x-api-key`. The key determines the
 * tenant; `x-user-id` names the user that the tenant's back end speaks for. Keys are stored and
 * compared as digests, each against every one, so that the time taken reveals nothing.
 */
export const byApiKey = ({ keys }: ApiKeys): Authenticate => {
  const tenants = keys.map(({ key, tenant }) => ({ digest: digestOf(key), tenant }));
  const tenantOf = (key: string): string | undefined => {
    const digest = digestOf(key);
    let match: string | undefined;
    for (const candidate of tenants)
      if (timingSafeEqual(candidate.digest, digest)) match = candidate.tenant;
    return match;
  };
  return async (credentials) => {
    const key = bearerToken(credentials) ?? credentials("x-api-key");
    if (key === undefined)
      throw new Problem(
        "UNAUTHENTICATED",
        "Credentials are missing. Send an API key as Authorization: Bearer <key> or as x-api-key.",
      );
    const tenant = tenantOf(key);
    if (tenant === undefined)
      throw new Problem("UNAUTHENTICATED", "The API key is unknown. Send a valid key.");
    const user = userOfHeader(credentials);
    if (user === undefined)
      throw new Problem("UNAUTHENTICATED", "The user is missing. Name the user in x-user-id.");
    return { space: { tenant, user }, expiresAt: null };
  };
};
