import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { ModelUnavailable, type ModelFault } from "../port.ts";

/**
 * What a task of this adapter rejects with. The message names the model and what happened in our own words: endpoints quote
 * prompts and keys in theirs, so that neither their text nor the client's error is carried along.
 */
export class ModelFailure extends ModelUnavailable {
  constructor(
    kind: ModelFault,
    message: string,
    readonly status: number | null = null,
    /** Milliseconds that the endpoint asks to wait. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(kind, message);
    this.name = "ModelFailure";
  }
}

/** Codes of endpoints are short identifiers; anything else may be prose and is left out. */
const CODE = /^[\w.-]{1,64}$/;
const FILTER_CODES: ReadonlySet<unknown> = new Set(["content_filter", "content_policy_violation"]);

const kindOfStatus = (status: number, code: unknown): ModelFault => {
  if (FILTER_CODES.has(code)) return "FILTERED";
  if (status === 401 || status === 403) return "UNAUTHORIZED";
  if (status === 429) return "RATE_LIMITED";
  if (status === 408 || status === 409 || status >= 500) return "UNAVAILABLE";
  return "REJECTED";
};

/** `Retry-After` in seconds or as a date, and its cousin in milliseconds (RFC 9110 §10.2.3). */
const retryAfter = (headers: Headers | undefined, now: number): number | null => {
  const millis = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (millis >= 0) return millis;
  const header = headers?.get("retry-after");
  if (header == null) return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** Reads an error of the client library. `now` is in milliseconds since 1970. */
export const failureOf = (error: unknown, model: string, now: number): ModelFailure => {
  if (error instanceof ModelFailure) return error;
  if (error instanceof Error && error.cause instanceof ModelFailure) return error.cause;
  if (error instanceof APIConnectionTimeoutError)
    return new ModelFailure("TIMEOUT", `${model} did not answer in time.`);
  if (error instanceof APIConnectionError)
    return new ModelFailure("UNAVAILABLE", `The endpoint of ${model} cannot be reached.`);
  if (error instanceof APIError && typeof error.status === "number") {
    const code = typeof error.code === "string" && CODE.test(error.code) ? ` (${error.code})` : "";
    const kind = kindOfStatus(error.status, error.code);
    return new ModelFailure(
      kind,
      `${model} answered with status ${error.status}${code}.`,
      error.status,
      retryAfter(error.headers, now),
    );
  }
  return new ModelFailure(
    "UNAVAILABLE",
    `The endpoint of ${model} broke off, or answered what is no answer.`,
  );
};
