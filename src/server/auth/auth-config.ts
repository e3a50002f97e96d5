/** How callers identify themselves: exactly one of three ways. */
export type AuthConfig = NoCredentials | ApiKeys | Jwt;

/** No credentials: on loopback only. */
export interface NoCredentials {
  readonly way: "none";
}

export interface ApiKeys {
  readonly way: "keys";
  readonly keys: readonly ApiKey[];
}

export interface ApiKey {
  readonly key: string;
  readonly tenant: string;
}

export interface Jwt {
  readonly way: "jwt";
  readonly key: JwtKey;
  /** The signature algorithms that are accepted, such as `RS256`. */
  readonly algorithms: readonly string[];
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly tenantClaim: string;
  readonly userClaim: string;
  readonly clockToleranceSeconds: number;
}

export type JwtKey =
  | { readonly kind: "jwks"; readonly url: string }
  /** A public key or an X.509 certificate, in PEM. */
  | { readonly kind: "public"; readonly pem: string }
  | { readonly kind: "secret"; readonly secret: string };
