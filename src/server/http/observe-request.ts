import type { IncomingMessage, ServerResponse } from "node:http";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import { inRequest, openRequest, REQUEST_ID_HEADER } from "../current-request.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { routeOf } from "./route.ts";

export interface RequestObserver {
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Log for each request; null for none. */
  readonly accessLog: Pick<Log, "info"> | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Status from which on the service is at fault. */
const FIRST_FAULT = 500;
/** The status that proxies log if the client disconnects before the answer. */
const CALLER_GONE = 499;

/**
 * Answers a request under an id, which the answer contains, in its own span; counts it, and logs it
 * when it is answered. Log and span contain only its method and its route.
 */
export const observeRequest = (
  { metrics, tracing, accessLog, now, newId }: RequestObserver,
  req: IncomingMessage,
  res: ServerResponse,
  act: () => Promise<void>,
): void => {
  const request = openRequest(req.headers, newId);
  const route = routeOf(req.url);
  const method = req.method ?? "";
  const startedAt = now();
  res.setHeader(REQUEST_ID_HEADER, request.id);
  const responseEnd = new Promise<void>((resolve) => void res.once("close", resolve));
  void tracing.serve(`${method} ${route}`, req.headers, async (span) => {
    await inRequest(request, act);
    await responseEnd;
    const seconds = (now() - startedAt) / MILLIS_PER_SECOND;
    const status = res.writableFinished ? res.statusCode : CALLER_GONE;
    const { id, operation } = request;
    if (operation !== null) span.rename(operation);
    span.set("http.request.method", method);
    span.set("http.route", route);
    span.set("http.response.status_code", status);
    span.set("palimpsest.request.id", id);
    if (status >= FIRST_FAULT) span.fail();
    metrics.requestAnswered({ route, status, seconds });
    const trace = span.traceId === null ? {} : { traceId: span.traceId };
    accessLog?.info(
      { requestId: id, method, route, status, seconds, operation, ...trace },
      "Answered.",
    );
  });
};
