import { createPublicKey, X509Certificate, type KeyObject } from "node:crypto";
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { StartRefused } from "../start-refused.ts";
import type { JwtKey } from "./auth-config.ts";

/** How long a fetch of the key set may take, in milliseconds. */
const FETCH_MILLIS = 5_000;

const publicKey = (pem: string): KeyObject => {
  try {
    return pem.includes("CERTIFICATE") ? new X509Certificate(pem).publicKey : createPublicKey(pem);
  } catch (cause) {
    throw new StartRefused("JWT_PUBLIC_KEY must be a public key or a certificate in PEM.", {
      cause,
    });
  }
};

/** What finds the key that a token must be signed with. Throws StartRefused where the configured key is none. */
export const keyFinder = (key: JwtKey): JWTVerifyGetKey => {
  switch (key.kind) {
    case "jwks":
      return createRemoteJWKSet(new URL(key.url), { timeoutDuration: FETCH_MILLIS });
    case "public": {
      const found = publicKey(key.pem);
      return async () => found;
    }
    case "secret": {
      const found = new TextEncoder().encode(key.secret);
      return async () => found;
    }
  }
};
