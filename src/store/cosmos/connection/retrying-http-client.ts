import {
  createDefaultHttpClient,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from "@azure/core-rest-pipeline";
import type { Charge } from "../../charge-meter.ts";
import type { CosmosLog } from "./options.ts";
import { currentCall } from "./port-call.ts";
import { errorCode, NoAnswer } from "./port-errors.ts";
import {
  pauseAfter,
  SERVICE_UNAVAILABLE,
  TRANSIENT_STATUSES,
  UNCERTAIN_STATUSES,
} from "./retry.ts";

/** Requests that take longer are logged, in milliseconds with all attempts. */
const SLOW_MS = 1_000;

interface RetryOptions {
  readonly log: CosmosLog;
  readonly client?: HttpClient | undefined;
  readonly onCharge: (charge: Charge) => void;
  readonly random: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  readonly patienceMs: number;
  readonly requestTimeoutMs: number;
  /** Whether the account has further regions, which the SDK tries where this one is unavailable. */
  readonly hasRegions: boolean;
}

const GONE = 410;

const numericHeader = (response: PipelineResponse, name: string): number =>
  Number(response.headers.get(name) ?? 0) || 0;

/** Whether a request changes nothing, so that it may be sent again whatever became of it. */
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

/** A query of one physical partition starts again by itself where the partition is gone (`partition-ranges.ts`). */
const isRetried = (
  request: PipelineRequest,
  { status }: PipelineResponse,
  hasRegions: boolean,
): boolean =>
  UNCERTAIN_STATUSES.has(status)
    ? !(status === GONE && request.headers.has("x-ms-documentdb-partitionkeyrangeid"))
    : TRANSIENT_STATUSES.has(status) && !(status === SERVICE_UNAVAILABLE && hasRegions);

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

const NEEDS_PLAN = 1004;
const REPLICA_LAGS = 1002;

/** Whether a response says that a request failed. What is not there, has changed or needs a plan is an answer. */
const isFailure = (status: number, substatus: number): boolean => {
  if (status === 404) return substatus === REPLICA_LAGS;
  if (status === 400) return substatus !== NEEDS_PLAN;
  return status > 400 && status !== 409 && status !== 412;
};

/** Logs a failed or slow request with what the vendor's support asks for. The address stays out: ids may be personal. */
const logNotable = (
  { log }: RetryOptions,
  { method }: PipelineRequest,
  response: PipelineResponse,
  attempts: number,
  milliseconds: number,
): void => {
  const { status } = response;
  const substatus = numericHeader(response, "x-ms-substatus");
  const isFailed = isFailure(status, substatus);
  if (!isFailed && milliseconds < SLOW_MS) return;
  log.warn(
    {
      operation: currentCall()?.operation,
      method,
      status,
      substatus,
      attempts,
      milliseconds,
      serverMilliseconds: numericHeader(response, "x-ms-request-duration-ms"),
      requestUnits: numericHeader(response, "x-ms-request-charge"),
      activityId: response.headers.get("x-ms-activity-id"),
    },
    isFailed ? "A request to Cosmos DB failed." : "A request to Cosmos DB was slow.",
  );
};

/** Ends the call without an answer. */
const giveUp = (cause: unknown, isUncertain: boolean): never => {
  const noAnswer = new NoAnswer(cause, isUncertain);
  const call = currentCall();
  if (call) call.unanswered = noAnswer;
  throw noAnswer;
};

/**
 * Sends every request to the service. It reports what each costs; retries transient refusals with back-off and jitter until the deadline of the
 * call (the SDK retries 429 only, all callers at once); and tells a broken connection apart from a refusal by throwing NoAnswer.
 */
export const retryingHttpClient = (options: RetryOptions): HttpClient => {
  const client = options.client ?? createDefaultHttpClient();
  const { onCharge, random, wait, now } = options;

  /** Waits before the request is sent again, or throws where it must not be. */
  const recoverFrom = async (
    error: unknown,
    request: PipelineRequest,
    deadline: number,
    attempt: number,
  ): Promise<void> => {
    const pause = pauseAfter(attempt, 0, random);
    const isRepeatable = isRead(request) || isRefusedConnection(error);
    if (!isRepeatable || request.abortSignal?.aborted || now() + pause >= deadline)
      giveUp(error, !isRepeatable);
    if (options.hasRegions && !isAborted(error)) throw error;
    await wait(pause);
  };

  /** Waits before the request is sent again; false where its response is to be passed on. */
  const isWorthRetrying = async (
    request: PipelineRequest,
    response: PipelineResponse,
    deadline: number,
    attempt: number,
  ): Promise<boolean> => {
    if (!isRetried(request, response, options.hasRegions)) return false;
    // A write that was perhaps executed goes the way of a lost response: whoever sent it looks it up.
    if (UNCERTAIN_STATUSES.has(response.status) && !isRead(request))
      giveUp(new Error(`Cosmos DB answered ${response.status}.`), true);
    const pause = pauseAfter(attempt, numericHeader(response, "x-ms-retry-after-ms"), random);
    if (now() + pause >= deadline) return false;
    await wait(pause);
    return true;
  };

  return {
    async sendRequest(request) {
      const startMillis = now();
      const deadline = currentCall()?.deadline ?? startMillis + options.patienceMs;
      for (let attempt = 0; ; attempt++) {
        request.timeout = options.requestTimeoutMs;
        let response: PipelineResponse;
        try {
          response = await client.sendRequest(request);
        } catch (error) {
          await recoverFrom(error, request, deadline, attempt);
          continue;
        }
        recordResponse(response, onCharge);
        if (await isWorthRetrying(request, response, deadline, attempt)) continue;
        logNotable(options, request, response, attempt + 1, now() - startMillis);
        return response;
      }
    },
  };
};
