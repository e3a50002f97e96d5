import { epochMillis, OPEN, type Instant } from "../../../memory/time.ts";

/**
 * The lifetime of a document. Readers use `expiresAt`; Cosmos DB deletes it some time later by
 * `ttl`.
 */
export interface Lifetime {
  readonly expiresAt: Instant;
  /** Seconds after the last write; absent if the document does not expire. */
  readonly ttl?: number;
}

/** Cosmos DB counts from the start of the second of the write and accepts 1 to 2^31 - 1. */
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
