import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import { Problem } from "../../memory/problem.ts";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import { spaceKey } from "../../store/port.ts";
import type { Caller } from "../auth/caller.ts";

/** Maximum numbers of requests per minute; 0 for no limit. */
export interface RequestsPerMinute {
  /** Maximum for one user. Callers without credentials have no limit. */
  readonly perMinuteAndUser: number;
  /** Maximum for one key, or for one tenant if tokens identify callers. */
  readonly perMinuteAndKey: number;
}

const MINUTE_SECONDS = 60;

/** `isShared` says that the primary of the cluster counts for all of its processes. */
const rateLimiter = (
  keyPrefix: string,
  points: number,
  isShared: boolean,
): RateLimiterAbstract | null => {
  if (points === 0) return null;
  const Limiter = isShared ? RateLimiterCluster : RateLimiterMemory;
  return new Limiter({ keyPrefix, points, duration: MINUTE_SECONDS });
};

/** Counts a request. Rejects with RATE_LIMITED if there were too many in this minute. */
const consume = async (
  limiter: RateLimiterAbstract | null,
  key: string,
  whose: string,
): Promise<void> => {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new Problem("RATE_LIMITED", `Too many requests ${whose} in one minute. Send fewer.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / MILLIS_PER_SECOND)),
    });
  }
};

/** Counts the requests of each user and of each key. */
export class RateLimits {
  readonly #perUser: RateLimiterAbstract | null;
  readonly #perKey: RateLimiterAbstract | null;

  /** In a cluster, each process serves users of its own, but a key has users in all of them. */
  constructor({ perMinuteAndUser, perMinuteAndKey }: RequestsPerMinute, isOneOfSeveral: boolean) {
    this.#perUser = rateLimiter("user", perMinuteAndUser, false);
    this.#perKey = rateLimiter("key", perMinuteAndKey, isOneOfSeveral);
  }

  /**
   * Counts a request. Rejects with RATE_LIMITED if the caller has sent too many. A request that is
   * refused because of other users of the key does not count for its own user.
   */
  async count({ space, key }: Caller): Promise<void> {
    if (key === null) return;
    const user = spaceKey(space);
    await consume(this.#perUser, user, "from this user");
    try {
      await consume(this.#perKey, key, "with these credentials");
    } catch (refusal) {
      await this.#perUser?.reward(user);
      throw refusal;
    }
  }
}
