/** How callers identify themselves: exactly one of three ways. */
export type AuthConfig = NoCredentials | ApiKeys | Jwt;

/** No credentials: on loopback only. */
export interface NoCredentials {
  readonly way: "none";
}

export interface ApiKeys {
  readonly way: "keys";
  readonly keys: readonly ApiKey[];
  /** The file that keys come from, which is read again when it changes; null for none. */
  readonly file: {
    readonly path: string;
    /** Returns all keys, as `keys`. Throws a StartupError. */
    readonly read: () => readonly ApiKey[];
  } | null;
}

export interface ApiKey {
  /** The key itself, or `sha256=` and its digest in hexadecimal digits. */
  readonly key: string;
  readonly tenant: string;
  /** What operators call it. */
  readonly name: string;
  /** The only user whom it gives access to; null for all of the tenant. */
  readonly user: string | null;
  /** Names of the shared spaces of the tenant that it gives access to. */
  readonly spaces: readonly string[];
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
  /** The claim that names the shared spaces of the tenant that a token gives access to. */
  readonly spacesClaim: string;
  readonly clockToleranceSeconds: number;
}

export type JwtKey =
  | { readonly kind: "jwks"; readonly url: string }
  /** A public key or an X.509 certificate, in PEM. */
  | { readonly kind: "public"; readonly pem: string }
  | { readonly kind: "secret"; readonly secret: string };
