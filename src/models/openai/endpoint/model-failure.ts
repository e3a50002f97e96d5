import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { ModelUnavailable, type ModelFault } from "../../port.ts";

/**
 * The rejection of a task of this adapter. The message names the model and the failure in our own
 * words. Endpoints quote prompts and keys, so neither their text nor the client library's error is
 * passed on.
 */
export class ModelFailure extends ModelUnavailable {
  constructor(
    kind: ModelFault,
    message: string,
    /** Milliseconds that the endpoint asks the client to wait before a retry. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(kind, message);
    this.name = "ModelFailure";
  }
}

/** Matches error codes, which are short identifiers. Anything else may be prose and is omitted. */
const ERROR_CODE = /^[\w.-]{1,64}$/;
const FILTER_CODES: ReadonlySet<unknown> = new Set(["content_filter", "content_policy_violation"]);

const kindOfStatus = (status: number, code: unknown): ModelFault => {
  if (FILTER_CODES.has(code)) return "FILTERED";
  if (status === 401 || status === 403) return "UNAUTHORIZED";
  if (status === 429) return "RATE_LIMITED";
  if (status === 408 || status === 409 || status >= 500) return "UNAVAILABLE";
  return "REJECTED";
};

/** `Retry-After` (RFC 9110, section 10.2.3) in seconds or as a date, or `Retry-After-Ms`. */
const retryAfterOf = (headers: Headers | undefined, now: number): number | null => {
  const millis = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (millis >= 0) return millis;
  const header = headers?.get("retry-after");
  if (header == null) return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** Converts an error of the client library. `now` is in milliseconds since 1970. */
export const failureOf = (error: unknown, model: string, now: number): ModelFailure => {
  if (error instanceof ModelFailure) return error;
  if (error instanceof Error && error.cause instanceof ModelFailure) return error.cause;
  if (error instanceof APIConnectionTimeoutError)
    return new ModelFailure("TIMEOUT", `${model} did not answer in time.`);
  if (error instanceof APIConnectionError)
    return new ModelFailure("UNAVAILABLE", `The endpoint of ${model} cannot be reached.`);
  if (error instanceof APIError && typeof error.status === "number") {
    const { status, code } = error;
    const suffix = typeof code === "string" && ERROR_CODE.test(code) ? ` (${code})` : "";
    return new ModelFailure(
      kindOfStatus(status, code),
      `${model} answered with status ${status}${suffix}.`,
      retryAfterOf(error.headers, now),
    );
  }
  return new ModelFailure(
    "UNAVAILABLE",
    `The endpoint of ${model} closed the connection or sent an invalid response.`,
  );
};
