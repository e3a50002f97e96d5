import { readFileSync } from "node:fs";
import { z } from "zod";
import type { ApiKey, AuthConfig, JwtKey } from "../server/auth/auth-config.ts";
import { isPartyId } from "../server/auth/caller.ts";
import { StartRefused } from "../server/start-refused.ts";
import type { Settings } from "./read-settings.ts";

const keyFile = z.record(z.string().min(1), z.string());

const keysOfFile = (path: string): ApiKey[] => {
  try {
    return Object.entries(keyFile.parse(JSON.parse(readFileSync(path, "utf8")))).map(
      ([key, tenant]) => ({ key, tenant }),
    );
  } catch (cause) {
    throw new StartRefused(
      `API_KEYS_FILE must be the path of a JSON file of the form {"key": "tenant"}: ${path} cannot be read as one.`,
      { cause },
    );
  }
};

const checkKeys = (keys: readonly ApiKey[]): readonly ApiKey[] => {
  if (keys.length === 0) throw new StartRefused("API_KEYS_FILE holds no key.");
  if (new Set(keys.map(({ key }) => key)).size < keys.length)
    throw new StartRefused("API_KEYS names a key twice: each belongs to one tenant.");
  const bad = keys.find(({ tenant }) => !isPartyId(tenant));
  if (bad)
    throw new StartRefused(
      "API_KEYS: a tenant has 1 to 256 characters, no control characters and no blanks around it.",
    );
  return keys;
};

const jwtKeys = (settings: Settings): JwtKey[] => [
  ...(settings.JWT_JWKS_URL === undefined
    ? []
    : [{ kind: "jwks", url: settings.JWT_JWKS_URL } as const]),
  ...(settings.JWT_PUBLIC_KEY === undefined
    ? []
    : [{ kind: "public", pem: settings.JWT_PUBLIC_KEY.replaceAll("\\n", "\n") } as const]),
  ...(settings.JWT_SECRET === undefined
    ? []
    : [{ kind: "secret", secret: settings.JWT_SECRET } as const]),
];

const ASYMMETRIC = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/** A secret signs with HMAC, a public key with anything else: a token may never choose between the two. */
const algorithmsFor = ({ kind }: JwtKey, chosen: Settings["JWT_ALGORITHMS"]): readonly string[] => {
  const algorithms = chosen ?? (kind === "secret" ? ["HS256"] : ASYMMETRIC);
  if (algorithms.every((name) => name.startsWith("HS") === (kind === "secret"))) return algorithms;
  throw new StartRefused(
    `JWT_ALGORITHMS must be ${kind === "secret" ? "HS256, HS384 or HS512 with JWT_SECRET" : "RS, PS, ES or EdDSA with a public key"}.`,
  );
};

const jwt = (key: JwtKey, settings: Settings): AuthConfig => {
  if (
    key.kind === "jwks" &&
    (settings.JWT_ISSUER === undefined || settings.JWT_AUDIENCE === undefined)
  )
    throw new StartRefused(
      "JWT_JWKS_URL needs JWT_ISSUER and JWT_AUDIENCE: without them the tokens of any other application with the same keys would do.",
    );
  return {
    way: "jwt",
    key,
    algorithms: algorithmsFor(key, settings.JWT_ALGORITHMS),
    issuer: settings.JWT_ISSUER,
    audience: settings.JWT_AUDIENCE,
    tenantClaim: settings.JWT_TENANT_CLAIM,
    userClaim: settings.JWT_USER_CLAIM,
    clockToleranceSeconds: settings.JWT_CLOCK_TOLERANCE_SECONDS,
  };
};

/** The one way in that is configured. Throws StartRefused where there are two, or where it is incomplete. */
export const authConfig = (settings: Settings): AuthConfig => {
  const [key, ...more] = jwtKeys(settings);
  if (more.length > 0)
    throw new StartRefused("Set one of JWT_JWKS_URL, JWT_PUBLIC_KEY and JWT_SECRET.");
  const keys = settings.API_KEYS !== undefined || settings.API_KEYS_FILE !== undefined;
  if (key && keys)
    throw new StartRefused(
      "Set API keys (API_KEYS, API_KEYS_FILE) or JWT (JWT_JWKS_URL, JWT_PUBLIC_KEY, JWT_SECRET), not both.",
    );
  if (key) return jwt(key, settings);
  if (!keys) return { way: "none" };
  return {
    way: "keys",
    keys: checkKeys([
      ...(settings.API_KEYS ?? []),
      ...(settings.API_KEYS_FILE === undefined ? [] : keysOfFile(settings.API_KEYS_FILE)),
    ]),
  };
};
