import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import type { GraphQLSchema } from "graphql";
import type { ExportedEmbedder } from "../portable/format.ts";
import type { ChargeMeter } from "../store/charge-meter.ts";
import type { SpaceStore, Store } from "../store/port.ts";
import { authenticateBy } from "./auth/authenticate.ts";
import { refusePublicWithoutCredentials } from "./auth/loopback.ts";
import { createFormatError } from "./format-error.ts";
import { isReady } from "./health.ts";
import { answer } from "./http/answer.ts";
import { createApollo } from "./http/create-apollo.ts";
import { graphqlOverHttp } from "./http/graphql-over-http.ts";
import { refuseBadHttp } from "./http/refuse-bad-http.ts";
import { GRAPHQL_PATH, route } from "./http/route.ts";
import { exportOverHttp } from "./http/send-export.ts";
import { createIde } from "./ide/ide-page.ts";
import { createInFlight } from "./in-flight.ts";
import { listen } from "./listen.ts";
import type { Log } from "./log.ts";
import { NO_METRICS, type Metrics } from "./metrics/metrics.ts";
import type { ContextOf } from "./request-context.ts";
import type { ServerConfig } from "./server-config.ts";
import { graphqlOverSocket } from "./sockets/graphql-over-socket.ts";
import { openSocketServer } from "./sockets/socket-server.ts";

/** How long headers, and then the whole of a request, may take to arrive; how long a connection is kept open for the next one. In milliseconds. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 };
/** How long a socket may take to answer that it is closed, in milliseconds, where less is left of the grace period. */
const CLOSE_MILLIS = 1_000;

export interface ServerOptions<C extends object> {
  readonly config: ServerConfig;
  readonly store: Pick<Store, "space" | "check">;
  /** Whose vectors an export tells of. */
  readonly embedder: ExportedEmbedder;
  readonly schema: GraphQLSchema;
  /** Makes what resolvers are handed, for one request or one event of a subscription: reads the head of the space as it stands. The signal aborts when the caller goes away. */
  readonly createContext: (space: SpaceStore, gone: AbortSignal) => Promise<C>;
  readonly log: Log;
  /** Where the store that is served tells what it charges; left out where it charges nothing. */
  readonly meter?: ChargeMeter | undefined;
  readonly metrics?: Metrics | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Names faults in the log. */
  readonly newId: () => string;
}

export interface Running {
  /** Where GraphQL is. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more connections, answers what is in flight and closes sockets with 1001. Requests that take longer than the grace period are
   * cut off. Called again, it gives the same promise. The store is left open: who opened it closes it then.
   */
  stop(): Promise<void>;
}

const urlOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}${GRAPHQL_PATH}`;

/** Serves a schema over HTTP and WebSocket. Throws StartRefused where the configuration or the machine does not allow it. */
export const startServer = async <C extends object>(
  options: ServerOptions<C>,
): Promise<Running> => {
  const { config, store, embedder, schema, log, meter, metrics = NO_METRICS, now, newId } = options;
  refusePublicWithoutCredentials(config);
  const authenticate = authenticateBy(config.auth);
  const formatError = createFormatError(log, newId);
  const inFlight = createInFlight();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const contextOf: ContextOf<C> = async ({ space }, gone) =>
    options.createContext(await store.space(space), gone);

  const apollo = createApollo<C>({
    schema,
    limits: config.limits,
    formatError,
    log,
    meter,
    metrics,
    now,
  });
  await apollo.start();
  const handle = route({
    config,
    graphql: graphqlOverHttp({
      apollo,
      authenticate,
      contextOf,
      limits: config.limits,
      bodyBytes: config.bodyBytes,
      meter,
    }),
    export: exportOverHttp({ authenticate, store, services: { embedder, now, newId } }),
    ide: createIde(GRAPHQL_PATH),
    ready: () => isReady(store, stopping.signal.aborted),
    metrics,
  });
  const http = createServer(
    TIMEOUTS,
    answer({ handle, formatError, inFlight, stopping: stopping.signal }),
  );
  const protocol = graphqlOverSocket({
    ...config,
    schema,
    authenticate,
    contextOf,
    formatError,
    inFlight,
    meter,
    metrics,
    now,
  });
  const sockets = openSocketServer(config, protocol, log);
  http.on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  http.on("clientError", refuseBadHttp);

  const port = await listen(http, config.host, config.port);
  const stop = async (): Promise<void> => {
    const deadline = now() + config.stopGraceMillis;
    stopping.abort();
    const closed = new Promise<void>((resolve) => void http.close(() => resolve()));
    const late = new AbortController();
    await Promise.race([
      inFlight.idle(),
      delay(config.stopGraceMillis, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    await setImmediate(); // an operation is counted until its answer is handed to the socket; this lets the socket have it
    await sockets.close(Math.max(CLOSE_MILLIS, deadline - now()));
    http.closeAllConnections();
    await closed;
    await apollo.stop();
  };
  let stopped: Promise<void> | undefined;
  return { url: urlOf(config.host, port), port, stop: () => (stopped ??= stop()) };
};
