/** How callers say who they are: exactly one of three ways (DESIGN.md §10). */
export type AuthConfig = NoCredentials | ApiKeys | Jwt;

/** Nobody proves anything: on loopback only. */
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
  /** Signature algorithms that are accepted, and no other: `RS256`. */
  readonly algorithms: readonly string[];
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly tenantClaim: string;
  readonly userClaim: string;
  readonly clockToleranceSeconds: number;
}

export type JwtKey =
  | { readonly kind: "jwks"; readonly url: string }
  /** A public key, or an X.509 certificate, in PEM. */
  | { readonly kind: "public"; readonly pem: string }
  | { readonly kind: "secret"; readonly secret: string };
