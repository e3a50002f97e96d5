import type { PipelineRequest, PipelineResponse } from "@azure/core-rest-pipeline";
import type { CosmosLog } from "./options.ts";
import { currentCall } from "./port-call.ts";
import { errorCode, SESSION_NOT_AVAILABLE } from "./port-errors.ts";

/** Requests that take longer are logged, in milliseconds with all attempts. */
const SLOW_MS = 1_000;

export const numericHeader = (response: PipelineResponse, name: string): number =>
  Number(response.headers.get(name) ?? 0) || 0;

const NEEDS_PLAN = 1004;

/** Whether a response says that a request failed. What is not there, has changed or needs a plan is an answer. */
const isFailure = (status: number, substatus: number): boolean => {
  if (status === 404) return substatus === SESSION_NOT_AVAILABLE;
  if (status === 400) return substatus !== NEEDS_PLAN;
  return status > 400 && status !== 409 && status !== 412;
};

/** What became of a request: how often it was sent, and how long all of that took. */
export interface RequestEffort {
  readonly attempts: number;
  readonly milliseconds: number;
}

/**
 * Which request it was. The host tells the region; the rest of the address stays out, since ids may be
 * personal.
 */
const requestFields = ({ method, url, body }: PipelineRequest): object => ({
  operation: currentCall()?.operation,
  method,
  host: new URL(url).host,
  requestBytes: typeof body === "string" ? Buffer.byteLength(body) : 0,
});

/** Logs a failed or slow request with what the vendor's support asks for. */
export const logNotable = (
  log: CosmosLog,
  request: PipelineRequest,
  response: PipelineResponse,
  effort: RequestEffort,
): void => {
  const { status, headers, bodyAsText } = response;
  const substatus = numericHeader(response, "x-ms-substatus");
  const isFailed = isFailure(status, substatus);
  if (!isFailed && effort.milliseconds < SLOW_MS) return;
  log.warn(
    {
      ...requestFields(request),
      ...effort,
      status,
      substatus,
      serverMilliseconds: numericHeader(response, "x-ms-request-duration-ms"),
      requestUnits: numericHeader(response, "x-ms-request-charge"),
      responseBytes: Buffer.byteLength(bodyAsText ?? ""),
      partition: headers.get("x-ms-documentdb-partitionkeyrangeid"),
      activityId: headers.get("x-ms-activity-id"),
    },
    isFailed ? "A request to Cosmos DB failed." : "A request to Cosmos DB was slow.",
  );
};

/** Logs a request that is not sent again and has no response. */
export const logUnanswered = (
  log: CosmosLog,
  request: PipelineRequest,
  error: unknown,
  effort: RequestEffort,
): void =>
  log.warn(
    {
      ...requestFields(request),
      ...effort,
      error: errorCode(error) ?? (error instanceof Error ? error.name : undefined),
    },
    "A request to Cosmos DB was not answered.",
  );
