import type { PipelineRequest, PipelineResponse } from "@azure/core-rest-pipeline";
import type { CosmosLog } from "./log.ts";
import { currentCall } from "./port-call.ts";
import { errorCode, SESSION_NOT_AVAILABLE } from "./port-errors.ts";

/** Duration in milliseconds, with all attempts, from which a request is logged. */
const SLOW_MS = 1_000;

export const numericHeader = (response: PipelineResponse, name: string): number =>
  Number(response.headers.get(name) ?? 0) || 0;

const NEEDS_PLAN = 1004;

/**
 * Whether a response means that a request failed. A missing or changed document, or a required
 * plan, is an answer.
 */
const isFailure = (status: number, substatus: number): boolean => {
  if (status === 404) return substatus === SESSION_NOT_AVAILABLE;
  if (status === 400) return substatus !== NEEDS_PLAN;
  return status > 400 && status !== 409 && status !== 412;
};

/** The outcome of a request: its number of attempts, and its total time. */
export interface RequestEffort {
  readonly attempts: number;
  readonly milliseconds: number;
}

/**
 * Identifies the request. The host shows the region; the rest of the address is omitted, because
 * ids may be personal data.
 */
const requestFields = ({ method, url, body }: PipelineRequest): object => ({
  operation: currentCall()?.operation,
  method,
  host: new URL(url).host,
  requestBytes: typeof body === "string" ? Buffer.byteLength(body) : 0,
});

/** Logs a failed or slow request with the details that Microsoft support asks for. */
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

/** Logs a request without a response that is not sent again. */
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
