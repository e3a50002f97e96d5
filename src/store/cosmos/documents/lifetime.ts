import { epochMillis, OPEN, type Instant } from "../../../memory/time.ts";

/** Until when a document is shown: readers go by `expiresAt`, the service removes it some time later by `ttl`. */
export interface Lifetime {
  readonly expiresAt: Instant;
  /** Seconds from the last write on; left out where it stays. */
  readonly ttl?: number;
}

/** The service counts from the beginning of the second of the write, and takes at least 1 and at most 2^31 - 1. */
const ROUNDED_SECONDS = 1;
const LONGEST_SECONDS = 2 ** 31 - 1;

/** `now`: of the write, in milliseconds since 1970. */
export const lifetime = (expiresAt: Instant | null, now: number): Lifetime => {
  if (expiresAt === null) return { expiresAt: OPEN };
  const seconds = Math.ceil((epochMillis(expiresAt) - now) / 1000) + ROUNDED_SECONDS;
  return { expiresAt, ttl: Math.min(LONGEST_SECONDS, Math.max(1, seconds)) };
};

/** Null where it stays. */
export const expiryOf = ({ expiresAt }: Lifetime): Instant | null =>
  expiresAt === OPEN ? null : expiresAt;
