import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import { Problem } from "../../memory/problem.ts";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";

const MINUTE_SECONDS = 60;

/** `isShared` says that the primary of the cluster counts for all of its processes. */
export const rateLimiter = (
  keyPrefix: string,
  points: number,
  isShared: boolean,
): RateLimiterAbstract | null => {
  if (points === 0) return null;
  const Limiter = isShared ? RateLimiterCluster : RateLimiterMemory;
  return new Limiter({ keyPrefix, points, duration: MINUTE_SECONDS });
};

export const consume = async (
  limiter: RateLimiterAbstract | null,
  key: string,
  whose: string,
): Promise<void> => {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new Problem("RATE_LIMITED", `Too many requests ${whose} in a minute. Send fewer.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / MILLIS_PER_SECOND)),
    });
  }
};
