import type OpenAI from "openai";
import type { EndpointConfig, OpenAiSettings } from "../config.ts";
import { openClient } from "./client.ts";
import type { Clock } from "./clock.ts";
import type { Deadline } from "./deadline.ts";
import {
  FeatureSupport,
  refusedFeatureOf,
  type Feature,
  type RefusedFeatures,
} from "./feature-support.ts";
import { failureOf, type ModelFailure } from "./model-failure.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";
import type { UsageTally } from "./usage-tally.ts";

/** A request to a model, which can be sent without the features that the endpoint refuses. */
export interface ModelRequest<T> {
  readonly model: string;
  /** The features that the request uses when some are refused. */
  readonly features: (refusedFeatures: RefusedFeatures) => readonly Feature[];
  readonly post: (
    client: OpenAI,
    refusedFeatures: RefusedFeatures,
    signal: AbortSignal,
  ) => PromiseLike<T>;
}

/** The conditions of a request. */
export interface RequestTerms {
  readonly deadline: Deadline;
  readonly usage: UsageTally;
  /**
   * Whether another model can be asked instead. The request then has less time, and is not retried
   * after a failure that may be the model's own.
   */
  readonly hasAlternative: boolean;
}

/**
 * A response that may still be streaming. It holds its permit at the endpoint until it is closed.
 */
export interface OpenResponse<T> {
  readonly value: T;
  readonly deadline: Deadline;
  readonly close: () => void;
}

/** Share of the remaining time that one request may take while another model can be asked. */
const SHARE_OF_ATTEMPT = 0.4;

/** Sends requests to one endpoint: limits concurrency, adapts to unsupported features, retries. */
export class Endpoint {
  readonly #client: OpenAI;
  readonly #semaphore: Semaphore;
  readonly #features = new FeatureSupport();

  constructor(
    config: EndpointConfig,
    private readonly settings: OpenAiSettings,
    private readonly clock: Clock,
  ) {
    this.#client = openClient(config);
    this.#semaphore = createSemaphore(settings.concurrency);
  }

  /** Sends a request and resolves to the response. Rejects with a ModelFailure. */
  async send<T>(request: ModelRequest<T>, terms: RequestTerms): Promise<T> {
    const response = await this.open(request, terms);
    response.close();
    return response.value;
  }

  /**
   * Sends a request: without a feature if the endpoint refuses it, again after a wait if the
   * endpoint is busy. The caller closes the response. Rejects with a ModelFailure.
   */
  async open<T>(request: ModelRequest<T>, terms: RequestTerms): Promise<OpenResponse<T>> {
    let refusedFeatures = this.#features.refusedBy(request.model);
    for (let retries = 0; ;) {
      try {
        const response = await this.#post(request, refusedFeatures, terms);
        this.#features.record(request.model, refusedFeatures);
        return response;
      } catch (error) {
        const deadlineFailure = terms.deadline.failure();
        if (deadlineFailure !== null) throw deadlineFailure;
        const feature = refusedFeatureOf(error, request.features(refusedFeatures));
        if (feature !== null) {
          refusedFeatures = new Set([...refusedFeatures, feature]);
          continue;
        }
        const failure = failureOf(error, request.model, this.clock.now());
        const wait = this.#waitBeforeRetry(failure, retries, terms);
        if (wait === null) throw failure;
        retries += 1;
        await this.clock.wait(wait, terms.deadline.signal);
      }
    }
  }

  /**
   * Sends a request once, at its turn. An attempt that has an alternative gets only a part of the
   * remaining time. The caller closes the response.
   */
  async #post<T>(
    request: ModelRequest<T>,
    refusedFeatures: RefusedFeatures,
    terms: RequestTerms,
  ): Promise<OpenResponse<T>> {
    const release = await this.#semaphore.acquire(terms.deadline.signal);
    const deadline = terms.deadline.nest(
      terms.hasAlternative
        ? Math.min(this.settings.attemptTimeoutMs, terms.deadline.remaining() * SHARE_OF_ATTEMPT)
        : null,
    );
    const close = (): void => {
      deadline.close();
      release();
    };
    try {
      terms.usage.addCall();
      const value = await request.post(this.#client, refusedFeatures, deadline.signal);
      return { value, deadline, close };
    } catch (error) {
      const deadlineFailure = deadline.failure();
      close();
      throw deadlineFailure ?? error;
    }
  }

  /**
   * Milliseconds to wait before a retry; null if a retry is not worthwhile or would come too late.
   */
  #waitBeforeRetry(failure: ModelFailure, retries: number, terms: RequestTerms): number | null {
    const isTransient =
      failure.kind === "RATE_LIMITED" || (failure.kind === "UNAVAILABLE" && !terms.hasAlternative);
    if (!isTransient || retries >= this.settings.retries) return null;
    const wait =
      failure.retryAfterMs ??
      this.settings.backOffMs * 2 ** retries * (1 - this.clock.random() / 4);
    return wait < terms.deadline.remaining() ? wait : null;
  }
}
