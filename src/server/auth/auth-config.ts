/** How callers identify themselves: exactly one of three ways. */
export type AuthConfig = NoCredentials | ApiKeys | Jwt;

/** No credentials. Allowed only on loopback. */
export interface NoCredentials {
  readonly way: "none";
}

export interface ApiKeys {
  readonly way: "keys";
  readonly keys: readonly ApiKey[];
  /** The file with the keys, which is read again when it changes; null for none. */
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
  /** Name of the key for operators. */
  readonly name: string;
  /** The only user to whom it gives access; null for all users of the tenant. */
  readonly user: string | null;
  /** Names of the shared spaces of the tenant to which it gives access. */
  readonly spaces: readonly string[];
}

export interface Jwt {
  readonly way: "jwt";
  readonly key: JwtKey;
  /** The accepted signature algorithms, such as `RS256`. */
  readonly algorithms: readonly string[];
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly tenantClaim: string;
  readonly userClaim: string;
  /** The claim that names the shared spaces of the tenant to which a token gives access. */
  readonly spacesClaim: string;
  readonly clockToleranceSeconds: number;
}

export type JwtKey =
  | { readonly kind: "jwks"; readonly url: string }
  /** A public key or an X.509 certificate, in PEM. */
  | { readonly kind: "public"; readonly pem: string }
  | { readonly kind: "secret"; readonly secret: string };
