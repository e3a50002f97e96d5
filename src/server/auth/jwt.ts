import { createPublicKey, X509Certificate, type KeyObject } from "node:crypto";
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { Problem } from "../../memory/problem.ts";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import { StartupError } from "../startup-error.ts";
import type { Jwt, JwtKey } from "./auth-config.ts";
import { bearerToken, isPartyId, SHARED_SPACE_PREFIX, type Authenticate } from "./caller.ts";

/** The time limit for fetching the key set, in milliseconds. */
const FETCH_MILLIS = 5_000;

const publicKeyOf = (pem: string): KeyObject => {
  try {
    return pem.includes("CERTIFICATE") ? new X509Certificate(pem).publicKey : createPublicKey(pem);
  } catch (cause) {
    throw new StartupError("JWT_PUBLIC_KEY must be a public key or a certificate in PEM.", {
      cause,
    });
  }
};

/**
 * Creates the lookup of the key that signed a token. Throws a StartupError if the configured key is
 * invalid.
 */
const keyLookup = (key: JwtKey): JWTVerifyGetKey => {
  switch (key.kind) {
    case "jwks":
      return createRemoteJWKSet(new URL(key.url), { timeoutDuration: FETCH_MILLIS });
    case "public": {
      const publicKey = publicKeyOf(key.pem);
      return async () => publicKey;
    }
    case "secret": {
      const secret = new TextEncoder().encode(key.secret);
      return async () => secret;
    }
  }
};

/**
 * Whether the server of the key set failed: it was unreachable, too slow, or sent something else.
 */
const isFetchFailure = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code;

/** Returns the reason to a client only if the client can act on it. */
const invalidToken = (cause: unknown): Problem =>
  new Problem(
    "UNAUTHENTICATED",
    cause instanceof errors.JWTExpired
      ? "The token has expired. Get a new one."
      : "The token is not valid for this service.",
    { cause },
  );

const partyIn = (payload: JWTPayload, claim: string): string => {
  const value = payload[claim];
  if (!isPartyId(value))
    throw new Problem(
      "UNAUTHENTICATED",
      `The claim ${claim} of the token must have 1 to 256 characters, none of them a control character, and not begin with ${SHARED_SPACE_PREFIX}.`,
    );
  return value;
};

/** Names of shared spaces: a list, or a text separated by blanks, as for scopes. */
const sharedSpacesIn = (payload: JWTPayload, claim: string): readonly string[] => {
  const value = payload[claim] ?? [];
  const names: unknown = typeof value === "string" ? value.split(/\s+/u).filter(Boolean) : value;
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  throw new Problem(
    "UNAUTHENTICATED",
    `The claim ${claim} of the token must be a list of names, or names separated by spaces.`,
  );
};

/**
 * Authenticates by a signed token that has not expired, in `Authorization: Bearer <token>`. Tenant
 * and user are claims of the token.
 */
export const byJwt = (config: Jwt): Authenticate => {
  const lookUpKey = keyLookup(config.key);
  const options = {
    algorithms: [...config.algorithms],
    clockTolerance: config.clockToleranceSeconds,
    requiredClaims: ["exp"],
    ...(config.issuer === undefined ? {} : { issuer: config.issuer }),
    ...(config.audience === undefined ? {} : { audience: config.audience }),
  };
  return async (credentials) => {
    const token = bearerToken(credentials);
    if (token === undefined)
      throw new Problem(
        "UNAUTHENTICATED",
        "Credentials are missing. Send a token as Authorization: Bearer <token>.",
      );
    const { payload } = await jwtVerify(token, lookUpKey, options).catch((error: unknown) => {
      throw config.key.kind === "jwks" && isFetchFailure(error) ? error : invalidToken(error);
    });
    const tenant = partyIn(payload, config.tenantClaim);
    const user = partyIn(payload, config.userClaim);
    return {
      space: { tenant, user },
      user,
      sharedSpaces: sharedSpacesIn(payload, config.spacesClaim),
      key: `tenant ${tenant}`,
      expiresAt: ((payload.exp ?? 0) + config.clockToleranceSeconds) * MILLIS_PER_SECOND,
    };
  };
};
