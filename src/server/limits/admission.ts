import { setImmediate as others } from "node:timers/promises";
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import { onBehalfOf, spaceKey } from "../../fairness/acting-space.ts";
import { FairTurns, TooManyWaiting } from "../../fairness/fair-turns.ts";
import { Problem } from "../../memory/problem.ts";
import type { SpaceId } from "../../store/port.ts";
import { NO_METRICS, type Metrics } from "../metrics/metrics.ts";
import type { Caller } from "../auth/caller.ts";

/** How much is asked of the service at a time. */
export interface AdmissionLimits {
  /** The most operations that run at a time. */
  readonly running: number;
  /** The same of one user. */
  readonly runningPerUser: number;
  /** The most operations that wait for their turn. */
  readonly waiting: number;
  /** The same of one user. */
  readonly waitingPerUser: number;
  /** The most requests of one user in a minute; 0 for any number. Callers without credentials have none. */
  readonly perMinuteAndUser: number;
  /** The same with one key, or of one tenant where tokens identify callers. */
  readonly perMinuteAndKey: number;
}

const MINUTE_SECONDS = 60;
const MILLIS = 1_000;
/** Seconds after which a client that was turned away should ask again. */
const RETRY_SECONDS = 1;

const overloadProblem = ({ ofOneParty }: TooManyWaiting): Problem =>
  new Problem(
    "OVERLOADED",
    ofOneParty
      ? "Too many requests of this user are already waiting. Send fewer at a time."
      : "The service is overloaded. Try again later.",
    { retryAfterSeconds: RETRY_SECONDS },
  );

/** `isShared`: the primary of the cluster counts for all of its processes. */
const rateLimiter = (
  keyPrefix: string,
  points: number,
  isShared: boolean,
): RateLimiterAbstract | null => {
  if (points === 0) return null;
  const Limiter = isShared ? RateLimiterCluster : RateLimiterMemory;
  return new Limiter({ keyPrefix, points, duration: MINUTE_SECONDS });
};

const consume = async (
  limiter: RateLimiterAbstract | null,
  key: string,
  whose: string,
): Promise<void> => {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new Problem("RATE_LIMITED", `Too many requests ${whose} in a minute. Send fewer.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / MILLIS)),
    });
  }
};

/** Who may ask how much, and whose turn it is. */
export class Admission {
  readonly #turns: FairTurns;
  readonly #perUser: RateLimiterAbstract | null;
  readonly #perKey: RateLimiterAbstract | null;

  /**
   * Where this is one of several processes of a cluster, each of them serves users of its own, but a
   * key has users in all of them.
   */
  constructor(
    limits: AdmissionLimits,
    metrics: Pick<Metrics, "gauge"> = NO_METRICS,
    isOneOfSeveral = false,
  ) {
    this.#turns = new FairTurns({
      running: limits.running,
      runningPerParty: limits.runningPerUser,
      waiting: limits.waiting,
      waitingPerParty: limits.waitingPerUser,
    });
    metrics.gauge("runningOperations", () => this.#turns.running);
    metrics.gauge("waitingOperations", () => this.#turns.waiting);
    this.#perUser = rateLimiter("user", limits.perMinuteAndUser, false);
    this.#perKey = rateLimiter("key", limits.perMinuteAndKey, isOneOfSeveral);
  }

  /** Counts a request. Rejects with RATE_LIMITED if the caller has sent too many. */
  async count({ space, key }: Caller): Promise<void> {
    if (key === null) return;
    await consume(this.#perUser, spaceKey(space), "of this user");
    await consume(this.#perKey, key, "with these credentials");
  }

  /**
   * Runs an operation of a space at its turn, and on its behalf. Between two operations the event
   * loop serves others. Rejects with OVERLOADED where too many wait.
   */
  async run<T>(space: SpaceId, operation: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.run(spaceKey(space), async () => {
        await others();
        return onBehalfOf(space, operation);
      });
    } catch (error) {
      throw error instanceof TooManyWaiting ? overloadProblem(error) : error;
    }
  }
}
