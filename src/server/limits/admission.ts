import { onBehalfOf } from "../../fairness/acting-space.ts";
import { FairQueue, TooManyWaiting } from "../../fairness/fair-queue.ts";
import { loopQueue } from "../../fairness/loop-queue.ts";
import { Problem } from "../../memory/problem.ts";
import { spaceKey, type SpaceId } from "../../store/port.ts";
import { NO_METRICS, type Metrics } from "../metrics/metrics.ts";
import type { Caller } from "../auth/caller.ts";
import { RateLimits, type RequestsPerMinute } from "./rate-limits.ts";

/** Limits on requests and operations. */
export interface AdmissionLimits extends RequestsPerMinute {
  /** Maximum number of operations that run at a time. */
  readonly running: number;
  /** Maximum for one user. */
  readonly runningPerUser: number;
  /** Maximum number of operations that wait for their turn. */
  readonly waiting: number;
  /** Maximum for one user. */
  readonly waitingPerUser: number;
}

/** Seconds after which a refused client should try again. */
const RETRY_SECONDS = 1;

const overloadProblem = ({ ofOneParty }: TooManyWaiting): Problem =>
  new Problem(
    "OVERLOADED",
    ofOneParty
      ? "Too many requests from this user are already waiting. Send fewer at a time."
      : "The service is overloaded. Try again later.",
    { retryAfterSeconds: RETRY_SECONDS },
  );

/** Decides who may send how many requests, and whose turn it is. */
export class Admission {
  readonly #turns: FairQueue;
  readonly #rateLimits: RateLimits;

  constructor(
    limits: AdmissionLimits,
    metrics: Pick<Metrics, "gauge"> = NO_METRICS,
    isOneOfSeveral = false,
  ) {
    this.#turns = new FairQueue({
      running: limits.running,
      runningPerParty: limits.runningPerUser,
      waiting: limits.waiting,
      waitingPerParty: limits.waitingPerUser,
    });
    metrics.gauge("runningOperations", () => this.#turns.running);
    metrics.gauge("waitingOperations", () => this.#turns.waiting);
    this.#rateLimits = new RateLimits(limits, isOneOfSeveral);
  }

  /** Counts a request. Rejects with RATE_LIMITED if the caller has sent too many. */
  count(caller: Caller): Promise<void> {
    return this.#rateLimits.count(caller);
  }

  /**
   * Runs an operation of a space at its turn, for that space. One operation begins in each
   * iteration of the event loop, and the spaces take turns. Rejects with OVERLOADED if too many
   * wait.
   */
  async run<T>(space: SpaceId, operation: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.run(spaceKey(space), () =>
        onBehalfOf(space, async () => {
          await loopQueue.next();
          return operation();
        }),
      );
    } catch (error) {
      throw error instanceof TooManyWaiting ? overloadProblem(error) : error;
    }
  }
}
