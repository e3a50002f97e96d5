import { createHash, timingSafeEqual } from "node:crypto";
import { Problem } from "../../memory/problem.ts";
import type { ApiKeys } from "./auth-config.ts";
import { userOfHeader, type Authenticate } from "./caller.ts";
import { bearerToken } from "./credentials.ts";

const digest = (key: string): Buffer => createHash("sha256").update(key, "utf8").digest();

/**
 * The tenant is that of the key, in `Authorization: Bearer <key>` or `x-api-key`; its back end says which user it speaks for by `x-user-id`.
 * Keys are kept and compared as digests, each against every one, so that the time taken tells nothing.
 */
export const byApiKey = ({ keys }: ApiKeys): Authenticate => {
  const known = keys.map(({ key, tenant }) => ({ digest: digest(key), tenant }));
  const tenantOf = (key: string): string | undefined => {
    const given = digest(key);
    let found: string | undefined;
    for (const { digest, tenant } of known) if (timingSafeEqual(digest, given)) found = tenant;
    return found;
  };
  return async (credentials) => {
    const key = bearerToken(credentials) ?? credentials("x-api-key");
    if (key === undefined)
      throw new Problem(
        "UNAUTHENTICATED",
        "Send an API key, as Authorization: Bearer <key> or as x-api-key.",
      );
    const tenant = tenantOf(key);
    if (tenant === undefined) throw new Problem("UNAUTHENTICATED", "The API key is not known.");
    const user = userOfHeader(credentials);
    if (user === undefined)
      throw new Problem("UNAUTHENTICATED", "Say whose memory it is, in x-user-id.");
    return { space: { tenant, user }, expiresAt: null };
  };
};
