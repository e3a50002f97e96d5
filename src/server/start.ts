import { headReaches } from "./read-your-writes.ts";
import { setMaxListeners } from "node:events";
import { createServer, type Server } from "node:http";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import type { GraphQLSchema } from "graphql";
import type { Models } from "../models/port.ts";
import type { ExportedEmbedder } from "../portable/export-format.ts";
import type { ChargeMeter } from "../store/charge-meter.ts";
import type { SpaceStore, Store } from "../store/port.ts";
import { authenticateBy } from "./auth/authenticate.ts";
import type { Caller, ContextOf } from "./auth/caller.ts";
import { refusePublicWithoutCredentials } from "./auth/loopback.ts";
import { createFormatError } from "./format-error.ts";
import { answer } from "./http/answer.ts";
import { createApollo } from "./http/apollo.ts";
import { createExplorer } from "./http/explorer-page.ts";
import { completionsOverHttp } from "./http/completions-over-http.ts";
import { exportOverHttp } from "./http/export-over-http.ts";
import { graphqlOverHttp } from "./http/graphql-over-http.ts";
import { unreadiness } from "./http/health.ts";
import { mcpOverHttp } from "./http/mcp-over-http.ts";
import { createIde } from "./http/ide.ts";
import { refuseInvalidHttp } from "./http/responses.ts";
import { createRouter, GRAPHQL_PATH } from "./http/route.ts";
import { createInFlightRequests, type InFlightRequests } from "./in-flight-requests.ts";
import { Admission } from "./limits/admission.ts";
import type { LocalExecution } from "./local-transport.ts";
import type { Log } from "./log.ts";
import { NO_METRICS, type Metrics } from "./metrics/metrics.ts";
import type { ServerConfig } from "./server-config.ts";
import { graphqlOverSocket } from "./sockets/graphql-over-socket.ts";
import { openSocketServer, type SocketServer } from "./sockets/socket-server.ts";
import { StartupError } from "./startup-error.ts";
import { NO_TRACING, type Tracing } from "./tracing/tracing.ts";

/**
 * In milliseconds: how long the headers and the whole of a request may take to arrive, and how long
 * a connection is kept open for the next request.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 };
/** The least time for sockets to close, in milliseconds, when less is left of the grace period. */
const SOCKET_CLOSE_MILLIS = 1_000;

export interface ServerOptions<C extends object> {
  readonly config: ServerConfig;
  readonly store: Pick<Store, "space" | "check">;
  /** The embedder whose vectors an export contains. */
  readonly embedder: ExportedEmbedder;
  /** The model that replies to requests for completions. */
  readonly models: Pick<Models, "reply" | "replier">;
  readonly schema: GraphQLSchema;
  /**
   * Creates the context of resolvers for one request or one event of a subscription: it reads the
   * head of the space as it stands. The signal aborts when the caller disconnects.
   */
  readonly createContext: (space: SpaceStore, gone: AbortSignal) => Promise<C>;
  readonly log: Log;
  /** Counts what the store charges; undefined for a store that charges nothing. */
  readonly meter?: ChargeMeter | undefined;
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Creates the ids of errors in the log. */
  readonly newId: () => string;
}

export interface RunningServer {
  /** The URL of GraphQL. */
  readonly url: string;
  readonly port: number;
  /**
   * Is not ready from now on; a delay later accepts no more connections, answers the requests in
   * flight and closes sockets with 1001.
   * Requests that take longer than the grace period are cut off. A further call gives the same
   * promise. The store stays open: whoever opened it closes it afterwards.
   */
  stop(): Promise<void>;
}

const urlOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}${GRAPHQL_PATH}`;

const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use. Stop the process that uses it, or set PORT to another one.`,
  EACCES: (_host, port) => `This user may not open port ${port}. Set PORT to a port above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST=${host} is not an address of this machine. Correct HOST.`,
  ENOTFOUND: (host) => `HOST=${host} cannot be resolved. Correct HOST.`,
};

const boundPort = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return address.port;
};

/** Opens the port and resolves to its number. Rejects with a StartupError if it cannot be opened. */
const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = LISTEN_ERRORS[error.code ?? ""]?.(host, port);
      reject(message === undefined ? error : new StartupError(message, { cause: error }));
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners("error");
      resolve(boundPort(server));
    });
  });

interface Stoppable {
  readonly http: Server;
  readonly sockets: SocketServer;
  readonly inFlight: InFlightRequests;
  readonly stopping: AbortController;
  readonly delayMillis: number;
  readonly graceMillis: number;
  readonly now: () => number;
}

/** Stops in order: not ready, no new connections, requests in flight, sockets, and what is left of connections. */
const stopServer = async (server: Stoppable): Promise<void> => {
  const { http, sockets, inFlight, stopping, delayMillis, graceMillis, now } = server;
  stopping.abort();
  if (delayMillis > 0) await delay(delayMillis);
  const deadline = now() + graceMillis;
  const closed = new Promise<void>((resolve) => void http.close(() => resolve()));
  const idle = new AbortController();
  await Promise.race([
    inFlight.idle(),
    delay(graceMillis, undefined, { signal: idle.signal }).catch(() => undefined),
  ]);
  idle.abort();
  // An operation stops counting when its answer is handed to the socket; this lets it be sent.
  await setImmediate();
  await sockets.close(Math.max(SOCKET_CLOSE_MILLIS, deadline - now()));
  http.closeAllConnections();
  await closed;
};

/** What every way into the service shares. */
const servingOf = <C extends object>(options: ServerOptions<C>) => {
  const { config, store, models, schema, log, meter, now, newId } = options;
  const { metrics = NO_METRICS, tracing = NO_TRACING } = options;
  const formatError = createFormatError(log, newId, metrics.refused);
  const contextOf: ContextOf<C> = async (caller, gone, atLeast = null) => {
    const space = await store.space(caller.space);
    if (atLeast !== null) await headReaches(space, atLeast, gone);
    return options.createContext(space, gone);
  };
  return {
    schema,
    authenticate: authenticateBy(config.auth, log),
    admission: new Admission(config.admission, metrics),
    contextOf,
    executionOf: (caller: Caller): LocalExecution => ({
      schema,
      formatError,
      createContext: (gone) => contextOf(caller, gone),
    }),
    models,
    limits: config.limits,
    formatError,
    meter,
    metrics,
    tracing,
    now,
    newId,
  };
};

/**
 * Serves a schema over HTTP and WebSocket. Rejects with a StartupError if the configuration or the
 * machine does not allow it.
 */
export const startServer = async <C extends object>(
  options: ServerOptions<C>,
): Promise<RunningServer> => {
  const { config, store, embedder, log, now, newId } = options;
  refusePublicWithoutCredentials(config);
  const inFlight = createInFlightRequests();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const serving = servingOf(options);
  const { authenticate, admission, metrics } = serving;
  const { bodyBytes } = config;

  const apollo = createApollo<C>({ ...serving, log });
  await apollo.start();
  const handle = createRouter({
    config,
    graphql: graphqlOverHttp({ ...serving, apollo, bodyBytes }),
    exportMemory: exportOverHttp({
      authenticate,
      admission,
      store,
      services: { embedder, now, newId },
    }),
    explorer: createExplorer(),
    openai: completionsOverHttp({ ...serving, bodyBytes, log }),
    mcp: mcpOverHttp({ ...serving, bodyBytes, stopping: stopping.signal, log }),
    ide: createIde(GRAPHQL_PATH),
    unreadiness: () => unreadiness(store, stopping.signal.aborted, log),
    metrics,
  });
  const http = createServer(
    TIMEOUTS,
    answer({
      ...serving,
      handle,
      inFlight,
      stopping: stopping.signal,
      accessLog: config.accessLog ? log : null,
    }),
  );
  const {
    operationsPerSocket,
    stopDelayMillis: delayMillis,
    stopGraceMillis: graceMillis,
  } = config;
  const protocol = graphqlOverSocket({ ...serving, operationsPerSocket, inFlight });
  const sockets = openSocketServer({ ...serving, config, protocol, log });
  http.on("upgrade", (request, connection, head) => sockets.upgrade(request, connection, head));
  http.on("clientError", refuseInvalidHttp);

  const port = await listen(http, config.host, config.port);
  const stop = async (): Promise<void> => {
    await stopServer({ http, sockets, inFlight, stopping, delayMillis, graceMillis, now });
    await apollo.stop();
  };
  let stopped: Promise<void> | undefined;
  return { url: urlOf(config.host, port), port, stop: () => (stopped ??= stop()) };
};
