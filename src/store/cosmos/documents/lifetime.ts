import { epochMillis, OPEN, type Instant } from "../../../memory/time.ts";

/**
 * How long a document lives. Readers go by `expiresAt`; the service removes it some time later by
 * `ttl`.
 */
export interface Lifetime {
  readonly expiresAt: Instant;
  /** Seconds after the last write; absent where the document does not expire. */
  readonly ttl?: number;
}

/** The service counts from the start of the second of the write and takes 1 to 2^31 - 1. */
const ROUNDED_SECONDS = 1;
const LONGEST_SECONDS = 2 ** 31 - 1;

/** `now`: time of the write, in milliseconds since 1970. */
export const lifetime = (expiresAt: Instant | null, now: number): Lifetime => {
  if (expiresAt === null) return { expiresAt: OPEN };
  const seconds = Math.ceil((epochMillis(expiresAt) - now) / 1000) + ROUNDED_SECONDS;
  return { expiresAt, ttl: Math.min(LONGEST_SECONDS, Math.max(1, seconds)) };
};

/** Null if the document does not expire. */
export const expiryOf = ({ expiresAt }: Lifetime): Instant | null =>
  expiresAt === OPEN ? null : expiresAt;
