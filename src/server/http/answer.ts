import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "../../memory/problem.ts";
import { statusOf, type FormatError } from "../format-error.ts";
import type { InFlightRequests } from "../in-flight-requests.ts";
import { observeRequest, type RequestObserver } from "./observe-request.ts";
import { sendJson } from "./responses.ts";
import type { Handle } from "./responses.ts";

export interface AnswerOptions extends RequestObserver {
  readonly handle: Handle;
  readonly formatError: FormatError;
  readonly inFlight: InFlightRequests;
  /** Aborts when the service begins to stop. */
  readonly stopSignal: AbortSignal;
  /** Whether connections belong to a front, which closes them itself. */
  readonly isBehindFront?: boolean | undefined;
}

/** Closes the connection after this answer if the service is stopping then. */
const closeWhenStopping = (res: ServerResponse, stopSignal: AbortSignal): void => {
  const close = (): void => {
    if (!res.headersSent) res.setHeader("connection", "close");
  };
  if (stopSignal.aborted) return close();
  stopSignal.addEventListener("abort", close, { once: true });
  res.once("close", () => stopSignal.removeEventListener("abort", close));
};

/** Counts a request until its answer has been sent, and answers any error in JSON. */
export const answer =
  ({
    handle,
    formatError,
    inFlight,
    stopSignal,
    isBehindFront = false,
    ...observer
  }: AnswerOptions) =>
  (req: IncomingMessage, res: ServerResponse): void => {
    res.once("close", inFlight.begin());
    closeWhenStopping(res, stopSignal);
    const answerFault = (error: unknown): void => {
      const isUnanswerable = res.headersSent || req.socket.destroyed;
      if (isUnanswerable) {
        res.destroy();
        return;
      }
      const status = statusOf(error);
      if (error instanceof Problem && error.retryAfterSeconds !== null)
        res.setHeader("retry-after", String(error.retryAfterSeconds));
      if (status === 401) res.setHeader("www-authenticate", "Bearer");
      if (status === 413 && !req.complete && !isBehindFront) res.setHeader("connection", "close");
      const message = error instanceof Error ? error.message : "";
      sendJson(res, status, { errors: [formatError({ message }, error)] });
    };
    observeRequest(observer, req, res, () => handle(req, res).catch(answerFault));
  };
