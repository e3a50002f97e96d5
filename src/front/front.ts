import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import { authenticateBy } from "../server/auth/authenticate.ts";
import { refusePublicWithoutCredentials } from "../server/auth/public-address.ts";
import { createFormatError } from "../server/format-error.ts";
import { answer } from "../server/http/answer.ts";
import { hostRefusal } from "../server/http/cross-origin.ts";
import { listen, stopServer, TIMEOUTS, type RunningServer } from "../server/http/listening.ts";
import { refuseInvalidHttp, type Handle } from "../server/http/responses.ts";
import { serveUpgrades } from "../server/http/upgrades.ts";
import { operatorPages } from "../server/http/route.ts";
import { createInFlightRequests } from "../server/in-flight-requests.ts";
import type { Log } from "../server/log.ts";
import { NO_METRICS, type Metrics } from "../server/metrics/metrics.ts";
import { NO_TRACING } from "../server/tracing/tracing.ts";
import { Problem } from "../memory/problem.ts";
import type { ServerConfig } from "../server/server-config.ts";
import { openSocketServer } from "../server/sockets/socket-server.ts";
import { forwardHttp, type Forwarding } from "./forward-http.ts";
import { forwardSocket } from "./forward-sockets.ts";
import type { ServingProcesses } from "./serving-processes.ts";

/** Milliseconds beyond the grace period after which a process that does not stop is ended. */
const LAST_MILLIS = 5_000;

export interface FrontOptions {
  readonly config: ServerConfig;
  readonly processes: Pick<ServingProcesses, "socketFor" | "unreadiness" | "exposition" | "stop">;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "requestRefused">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Creates the ids of errors in the log. */
  readonly newId: () => string;
}

/** Answers health and metrics, and forwards everything else. */
const frontRouter = (
  { config, processes }: Pick<FrontOptions, "config" | "processes">,
  forward: Handle,
  isStopping: () => boolean,
): Handle => {
  const operatorPage = operatorPages({
    unreadiness: () => processes.unreadiness(isStopping()),
    metrics: processes,
  });
  return async (req, res) => {
    const page = operatorPage(req);
    if (page === undefined) return forward(req, res);
    const refusal = hostRefusal(req.headers, config);
    if (refusal !== undefined) throw new Problem("FORBIDDEN", refusal);
    return page(req, res);
  };
};

/**
 * Accepts connections for several serving processes: it authenticates the caller, and forwards
 * requests and sockets to the process that serves that memory. It answers health and metrics
 * itself. Rejects with a StartupError if the configuration or the machine does not allow it.
 */
export const startFront = async (options: FrontOptions): Promise<RunningServer> => {
  const { config, processes, log, metrics, now, newId } = options;
  refusePublicWithoutCredentials(config);
  const inFlight = createInFlightRequests();
  const shutdown = new AbortController();
  setMaxListeners(0, shutdown.signal);
  const forwardOptions: Forwarding = {
    authenticate: authenticateBy(config.auth, log),
    socketFor: (space) => processes.socketFor(space),
  };
  const isStopping = (): boolean => shutdown.signal.aborted;
  const handle = frontRouter(options, forwardHttp(forwardOptions), isStopping);
  const http = createServer(
    TIMEOUTS,
    answer({
      handle,
      formatError: createFormatError(log, newId, metrics.requestRefused),
      inFlight,
      stopSignal: shutdown.signal,
      // The processes count, trace and log their own answers.
      metrics: NO_METRICS,
      tracing: NO_TRACING,
      accessLog: null,
      now,
      newId,
    }),
  );
  const sockets = openSocketServer({
    config,
    serve: forwardSocket(forwardOptions, log),
    metrics: { gauge: () => undefined, requestRefused: metrics.requestRefused },
    newId,
  });
  serveUpgrades(http, sockets);
  http.on("clientError", refuseInvalidHttp);
  const { stopDelayMillis: delayMillis, stopGraceMillis: graceMillis } = config;
  const place = await listen(http, config, log);
  const beforeSockets = (): Promise<void> => processes.stop(graceMillis + LAST_MILLIS);
  let stopPromise: Promise<void> | undefined;
  return {
    ...place,
    stop: () =>
      (stopPromise ??= stopServer({
        http,
        sockets,
        inFlight,
        shutdown,
        delayMillis,
        graceMillis,
        beforeSockets,
        now,
      })),
  };
};
