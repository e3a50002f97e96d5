import { readFileSync } from "node:fs";
import { z } from "zod";
import type { ApiKey, AuthConfig, JwtKey } from "../server/auth/auth-config.ts";
import { isPartyId } from "../server/auth/caller.ts";
import { isSharedSpaceName } from "../server/auth/shared-spaces.ts";
import { StartupError } from "../server/startup-error.ts";
import type { Settings } from "./settings.ts";

const keyFields = z.strictObject({
  name: z.string().min(1).max(100),
  tenant: z.string(),
  user: z.string().nullish(),
  spaces: z.array(z.string()).max(100).nullish(),
});
const keyFileSchema = z.union([
  z.record(z.string().min(1), z.string()),
  z.array(
    z.union([
      keyFields.extend({ key: z.string().min(1) }),
      keyFields.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    ]),
  ),
]);

/**
 * The keys of a file in either format: a list of keys with their callers, or an object of the
 * tenants by key. Keys of the second kind are named by their position.
 */
const keysIn = (file: z.infer<typeof keyFileSchema>): ApiKey[] =>
  Array.isArray(file)
    ? file.map(({ name, tenant, user = null, spaces, ...secret }) => ({
        key: "key" in secret ? secret.key : `sha256=${secret.sha256}`,
        tenant,
        name,
        user,
        spaces: spaces ?? [],
      }))
    : Object.entries(file).map(([key, tenant], index) => ({
        key,
        tenant,
        name: `${index + 1} of the file`,
        user: null,
        spaces: [],
      }));

const readKeyFile = (path: string): ApiKey[] => {
  try {
    return keysIn(keyFileSchema.parse(JSON.parse(readFileSync(path, "utf8"))));
  } catch (cause) {
    throw new StartupError(
      `API_KEYS_FILE: ${path} cannot be read. It must be a JSON list of keys, each with a name, a tenant, and \`key\` or \`sha256\`.`,
      { cause },
    );
  }
};

/** Minimum number of characters of a key. Nobody can guess 16 random ones. */
const MIN_KEY_LENGTH = 16;

/**
 * Throws a StartupError for keys that could be guessed, are given twice, or name invalid owners.
 */
const checkKeys = (keys: readonly ApiKey[]): readonly ApiKey[] => {
  if (keys.length === 0) throw new StartupError("API_KEYS_FILE contains no key. Add at least one.");
  if (new Set(keys.map(({ key }) => key)).size < keys.length)
    throw new StartupError("API_KEYS contains a key twice. Each key must belong to one tenant.");
  if (!keys.every(({ key }) => key.length >= MIN_KEY_LENGTH))
    throw new StartupError(
      `API_KEYS contains a key of fewer than ${MIN_KEY_LENGTH} characters, which could be guessed. Use a longer one, for example from \`openssl rand -hex 32\`.`,
    );
  if (!keys.every(({ user }) => user === null || isPartyId(user)))
    throw new StartupError("API_KEYS_FILE: a user must have 1 to 256 characters.");
  if (!keys.every(({ spaces }) => spaces.every(isSharedSpaceName)))
    throw new StartupError(
      "API_KEYS_FILE: the name of a shared space must have 1 to 64 letters, digits, dots, dashes and underscores.",
    );
  if (!keys.every(({ tenant }) => isPartyId(tenant)))
    throw new StartupError(
      "API_KEYS: a tenant must have 1 to 256 characters, without control characters and without spaces at either end.",
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

/**
 * The algorithms for a key: HMAC for a secret, the others for a public key. A token must never be
 * able to choose between the two.
 */
const algorithmsFor = (
  { kind }: JwtKey,
  chosenAlgorithms: Settings["JWT_ALGORITHMS"],
): readonly string[] => {
  const algorithms = chosenAlgorithms ?? (kind === "secret" ? ["HS256"] : ASYMMETRIC);
  if (algorithms.every((name) => name.startsWith("HS") === (kind === "secret"))) return algorithms;
  throw new StartupError(
    `JWT_ALGORITHMS must be ${kind === "secret" ? "HS256, HS384 or HS512 with JWT_SECRET" : "RS, PS, ES or EdDSA with a public key"}.`,
  );
};

/** Authentication by tokens. Throws a StartupError if it would accept tokens of others. */
const jwtConfig = (key: JwtKey, settings: Settings): AuthConfig => {
  if (
    key.kind === "jwks" &&
    (settings.JWT_ISSUER === undefined || settings.JWT_AUDIENCE === undefined)
  )
    throw new StartupError(
      "JWT_JWKS_URL requires JWT_ISSUER and JWT_AUDIENCE. Without them, tokens of any other application with the same keys would be accepted.",
    );
  return {
    way: "jwt",
    key,
    algorithms: algorithmsFor(key, settings.JWT_ALGORITHMS),
    issuer: settings.JWT_ISSUER,
    audience: settings.JWT_AUDIENCE,
    tenantClaim: settings.JWT_TENANT_CLAIM,
    userClaim: settings.JWT_USER_CLAIM,
    spacesClaim: settings.JWT_SPACES_CLAIM,
    clockToleranceSeconds: settings.JWT_CLOCK_TOLERANCE_SECONDS,
  };
};

const keyConfig = ({ API_KEYS: pairs = [], API_KEYS_FILE: path }: Settings): AuthConfig => {
  const ofEnvironment = pairs.map((pair, index) => ({
    ...pair,
    name: `${index + 1} of API_KEYS`,
    user: null,
    spaces: [],
  }));
  const read = (): readonly ApiKey[] =>
    checkKeys([...ofEnvironment, ...(path === undefined ? [] : readKeyFile(path))]);
  return { way: "keys", keys: read(), file: path === undefined ? null : { path, read } };
};

/**
 * The configured authentication. Throws a StartupError if there are two, or if it is incomplete.
 */
export const authConfig = (settings: Settings): AuthConfig => {
  const [key, ...more] = jwtKeys(settings);
  if (more.length > 0)
    throw new StartupError("Set only one of JWT_JWKS_URL, JWT_PUBLIC_KEY and JWT_SECRET.");
  const keys = settings.API_KEYS !== undefined || settings.API_KEYS_FILE !== undefined;
  if (key && keys)
    throw new StartupError(
      "Set API keys (API_KEYS, API_KEYS_FILE) or JWT (JWT_JWKS_URL, JWT_PUBLIC_KEY, JWT_SECRET), not both.",
    );
  if (key) return jwtConfig(key, settings);
  if (!keys) return { way: "none" };
  return keyConfig(settings);
};
