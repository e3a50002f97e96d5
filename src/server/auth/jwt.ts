import { errors, jwtVerify, type JWTPayload } from "jose";
import { Problem } from "../../memory/problem.ts";
import type { Jwt } from "./auth-config.ts";
import { isPartyId, type Authenticate } from "./caller.ts";
import { bearerToken } from "./credentials.ts";
import { keyFinder } from "./jwt-key.ts";

const MILLIS = 1000;

/** Whether the server that holds the keys failed: it was away, was too slow, or gave something else. */
const isFetchFailure = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code;

/** What a client is told of a token that is not accepted: why, only where it can do something about it. */
const refusal = (cause: unknown): Problem =>
  new Problem(
    "UNAUTHENTICATED",
    cause instanceof errors.JWTExpired ? "The token has expired." : "The token is not valid here.",
    { cause },
  );

const claim = (payload: JWTPayload, name: string): string => {
  const value = payload[name];
  if (!isPartyId(value))
    throw new Problem(
      "UNAUTHENTICATED",
      `The token must name one in its claim ${name}: 1 to 256 characters, none of them a control character.`,
    );
  return value;
};

/** Tenant and user are claims of a signed token that has not expired; `Authorization: Bearer <token>`. */
export const byJwt = (config: Jwt): Authenticate => {
  const findKey = keyFinder(config.key);
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
      throw new Problem("UNAUTHENTICATED", "Send a token, as Authorization: Bearer <token>.");
    const { payload } = await jwtVerify(token, findKey, options).catch((error: unknown) => {
      throw config.key.kind === "jwks" && isFetchFailure(error) ? error : refusal(error);
    });
    return {
      space: { tenant: claim(payload, config.tenantClaim), user: claim(payload, config.userClaim) },
      expiresAt: ((payload.exp ?? 0) + config.clockToleranceSeconds) * MILLIS,
    };
  };
};
