import { createHash, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { Problem } from "../../memory/problem.ts";
import type { Log } from "../log.ts";
import type { ApiKey, ApiKeys } from "./auth-config.ts";
import { bearerToken, userOfHeader, type Authenticate } from "./caller.ts";

/** Milliseconds between two checks of the file of keys. */
const LOOK_MILLIS = 1_000;
/** A key that is configured by its digest: `sha256=` and 64 hexadecimal digits. */
const HASHED = /^sha256=([0-9a-f]{64})$/;

const digestOf = (key: string): Buffer => createHash("sha256").update(key, "utf8").digest();

interface KnownKey extends ApiKey {
  readonly digest: Buffer;
}

const withDigest = (key: ApiKey): KnownKey => {
  const hash = HASHED.exec(key.key)?.[1];
  return { ...key, digest: hash === undefined ? digestOf(key.key) : Buffer.from(hash, "hex") };
};

/** Identifies the state of a file, to detect changes; null if it cannot be read. */
const signatureOf = (path: string): string | null => {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    return null;
  }
};

/** The accepted keys. Those of a file are read again when it changes, without a restart. */
class KeyRing {
  readonly #config: ApiKeys;
  readonly #log: Pick<Log, "info" | "error">;
  #keys: readonly KnownKey[];
  #signature: string | null;
  #lookedAt = performance.now();

  constructor(config: ApiKeys, log: Pick<Log, "info" | "error">) {
    this.#config = config;
    this.#log = log;
    this.#keys = config.keys.map(withDigest);
    this.#signature = config.file ? signatureOf(config.file.path) : null;
  }

  /** Compares with every key, so that the time taken reveals nothing. */
  find(key: string): ApiKey | undefined {
    this.#look();
    const digest = digestOf(key);
    let match: ApiKey | undefined;
    for (const candidate of this.#keys)
      if (timingSafeEqual(candidate.digest, digest)) match = candidate;
    return match;
  }

  /** An invalid file does not change the keys. */
  #look(): void {
    const { file } = this.#config;
    if (file === null || performance.now() - this.#lookedAt < LOOK_MILLIS) return;
    this.#lookedAt = performance.now();
    const signature = signatureOf(file.path);
    if (signature === this.#signature) return;
    this.#signature = signature;
    try {
      this.#keys = file.read().map(withDigest);
      this.#log.info({ file: file.path, keys: this.#keys.length }, "The API keys were reloaded.");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.error(
        { file: file.path, reason },
        "The API keys cannot be read. The previous ones remain valid.",
      );
    }
  }
}

/** The user of a caller with this key: the one to whom the key is bound, if any. */
const userWith = (key: ApiKey, namedUser: string | undefined): string => {
  const user = key.user ?? namedUser;
  if (user === undefined)
    throw new Problem("UNAUTHENTICATED", "The user is missing. Name the user in x-user-id.");
  if (namedUser !== undefined && namedUser !== user)
    throw new Problem("UNAUTHENTICATED", "The API key belongs to another user.");
  return user;
};

/**
 * Authenticates by API key, in `Authorization: Bearer <key>` or `x-api-key`. The key determines the
 * tenant, and the user if it is bound to one; otherwise `x-user-id` names the user for whom the
 * back end of the tenant acts.
 */
export const byApiKey = (config: ApiKeys, log: Pick<Log, "info" | "error">): Authenticate => {
  const ring = new KeyRing(config, log);
  return async (credentials) => {
    const sentKey = bearerToken(credentials) ?? credentials("x-api-key");
    if (sentKey === undefined)
      throw new Problem(
        "UNAUTHENTICATED",
        "Credentials are missing. Send an API key as Authorization: Bearer <key> or as x-api-key.",
      );
    const key = ring.find(sentKey);
    if (key === undefined)
      throw new Problem("UNAUTHENTICATED", "The API key is unknown. Send a valid key.");
    const { tenant, name, spaces } = key;
    const user = userWith(key, userOfHeader(credentials));
    return {
      space: { tenant, user },
      user,
      sharedSpaces: spaces,
      key: `key ${name} of ${tenant}`,
      expiresAt: null,
    };
  };
};
