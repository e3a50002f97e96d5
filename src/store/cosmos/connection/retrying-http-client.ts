import {
  createDefaultHttpClient,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from "@azure/core-rest-pipeline";
import type { Charge } from "../../charge-meter.ts";
import type { CosmosLog } from "./log.ts";
import { currentCall } from "./port-call.ts";
import { errorCode, NoAnswer, notFoundError, SESSION_NOT_AVAILABLE } from "./port-errors.ts";
import { logNotable, logUnanswered, numericHeader, type RequestEffort } from "./request-log.ts";
import {
  pauseAfter,
  SERVICE_UNAVAILABLE,
  TRANSIENT_STATUSES,
  UNCERTAIN_STATUSES,
} from "./retry.ts";

interface RetryOptions {
  readonly log: CosmosLog;
  readonly client?: HttpClient | undefined;
  readonly onCharge: (charge: Charge) => void;
  readonly random: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  readonly patienceMs: number;
  readonly requestTimeoutMs: number;
  /** Whether the account has further regions, which the SDK tries if this one is unavailable. */
  readonly hasRegions: boolean;
  /** The endpoint of the account, which leads to the region that writes. */
  readonly endpoint: string;
}

const GONE = 410;
const NOT_FOUND = 404;
/**
 * Number of attempts at lagging replicas of a region before the request goes to the write region.
 */
const TRIES_AT_LAGGING_REGION = 3;

/** Whether a request changes nothing, so that it may always be sent again. */
const isRead = (request: PipelineRequest): boolean =>
  request.method === "GET" ||
  request.headers.get("x-ms-documentdb-isquery") === "true" ||
  request.headers.get("x-ms-cosmos-is-query-plan-request") === "True";

/** Whether the connection was never made, so that the service has not seen the request. */
const isRefusedConnection = (error: unknown): boolean =>
  error instanceof Error &&
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(`${error.message} ${String(errorCode(error))}`);
const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.name === "AbortError";

/**
 * Whether the replica lags behind the state that the client has seen, and therefore did nothing.
 */
const isLagging = (response: PipelineResponse): boolean =>
  response.status === NOT_FOUND &&
  numericHeader(response, "x-ms-substatus") === SESSION_NOT_AVAILABLE;

/** The URL of a request in the write region, which lacks nothing that a client can have seen. */
const inWriteRegion = (url: string, endpoint: string): string => {
  const { pathname, search } = new URL(url);
  return new URL(`${pathname}${search}`, endpoint).href;
};

/**
 * A query of one physical partition starts again automatically if the partition is gone
 * (`partition-ranges.ts`).
 */
const isRetried = (
  request: PipelineRequest,
  response: PipelineResponse,
  hasRegions: boolean,
): boolean => {
  if (isLagging(response)) return true;
  const { status } = response;
  return UNCERTAIN_STATUSES.has(status)
    ? !(status === GONE && request.headers.has("x-ms-documentdb-partitionkeyrangeid"))
    : TRANSIENT_STATUSES.has(status) && !(status === SERVICE_UNAVAILABLE && hasRegions);
};

const recordResponse = (response: PipelineResponse, onCharge: RetryOptions["onCharge"]): void => {
  const call = currentCall();
  const { status } = response;
  onCharge({
    units: numericHeader(response, "x-ms-request-charge"),
    operation: call?.operation ?? "background",
    status,
  });
  if (call && status >= 400)
    call.rejection = { status, substatus: numericHeader(response, "x-ms-substatus") };
};

/** Ends the call without an answer. */
const giveUp = (cause: unknown, isUncertain: boolean): never => {
  const noAnswer = new NoAnswer(cause, isUncertain);
  const call = currentCall();
  if (call) call.lostResponse = noAnswer;
  throw noAnswer;
};

/** Waits before the request is sent again, or throws if it must not be. */
const recoverFrom = async (
  options: RetryOptions,
  error: unknown,
  request: PipelineRequest,
  deadline: number,
  effort: RequestEffort,
): Promise<void> => {
  const pause = pauseAfter(effort.attempts - 1, 0, options.random);
  const isRepeatable = isRead(request) || isRefusedConnection(error);
  if (!isRepeatable || request.abortSignal?.aborted || options.now() + pause >= deadline) {
    if (!request.abortSignal?.aborted) logUnanswered(options.log, request, error, effort);
    giveUp(error, !isRepeatable);
  }
  if (options.hasRegions && !isAborted(error)) throw error;
  await options.wait(pause);
};

/** Waits before the request is sent again. Returns false if its response is to be passed on. */
const isWorthRetrying = async (
  options: RetryOptions,
  request: PipelineRequest,
  response: PipelineResponse,
  deadline: number,
  effort: RequestEffort,
): Promise<boolean> => {
  if (!isRetried(request, response, options.hasRegions)) return false;
  // A write that may have been executed is treated like a lost response: its sender checks it.
  if (UNCERTAIN_STATUSES.has(response.status) && !isRead(request)) {
    logNotable(options.log, request, response, effort);
    giveUp(new Error(`Cosmos DB answered ${response.status}.`), true);
  }
  const pause = pauseAfter(
    effort.attempts - 1,
    numericHeader(response, "x-ms-retry-after-ms"),
    options.random,
  );
  if (options.now() + pause >= deadline) {
    // The SDK would forget what this client has seen, and read behind it.
    if (isLagging(response)) {
      logNotable(options.log, request, response, effort);
      giveUp(notFoundError(NOT_FOUND, SESSION_NOT_AVAILABLE), false);
    }
    return false;
  }
  if (isLagging(response) && effort.attempts >= TRIES_AT_LAGGING_REGION)
    request.url = inWriteRegion(request.url, options.endpoint);
  await options.wait(pause);
  return true;
};

/**
 * Sends every request to the service. Reports the charge of each; retries transient refusals with
 * backoff and jitter until the deadline of the call (the SDK retries only 429, and delays all
 * callers at once); and distinguishes a broken connection from a refusal by throwing NoAnswer.
 */
export const retryingHttpClient = (options: RetryOptions): HttpClient => {
  const client = options.client ?? createDefaultHttpClient();
  const { onCharge, now } = options;

  return {
    async sendRequest(request) {
      const startMillis = now();
      const deadline = currentCall()?.deadline ?? startMillis + options.patienceMs;
      const sentUntil = (attempt: number): RequestEffort => ({
        attempts: attempt + 1,
        milliseconds: now() - startMillis,
      });
      for (let attempt = 0; ; attempt++) {
        request.timeout = options.requestTimeoutMs;
        let response: PipelineResponse;
        try {
          response = await client.sendRequest(request);
        } catch (error) {
          await recoverFrom(options, error, request, deadline, sentUntil(attempt));
          continue;
        }
        recordResponse(response, onCharge);
        if (await isWorthRetrying(options, request, response, deadline, sentUntil(attempt)))
          continue;
        logNotable(options.log, request, response, sentUntil(attempt));
        return response;
      }
    },
  };
};
