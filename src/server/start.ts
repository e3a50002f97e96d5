import { atLeastOf, headReaches, type AwaitSeen } from "./read-your-writes.ts";
import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { GraphQLSchema } from "graphql";
import type { Models } from "../models/port.ts";
import type { ExportedEmbedder } from "../portable/export-format.ts";
import type { ChargeMeter } from "../store/charge-meter.ts";
import type { SpaceStore, Store } from "../store/port.ts";
import { withoutPresuming } from "../store/presumed-reads.ts";
import { authenticateBy } from "./auth/authenticate.ts";
import { asTheFrontSays } from "./auth/passed-caller.ts";
import { callerInSpace, speakerOf } from "./auth/shared-spaces.ts";
import type { Caller, ContextOf } from "./auth/caller.ts";
import { refusePublicWithoutCredentials } from "./auth/public-address.ts";
import { untilCutOff } from "./cut-off.ts";
import { createFormatError } from "./format-error.ts";
import { answer } from "./http/answer.ts";
import { createApollo } from "./http/apollo.ts";
import { createExplorer } from "./http/explorer-page.ts";
import { completionsOverHttp } from "./http/completions-over-http.ts";
import { exportOverHttp } from "./http/export-over-http.ts";
import { graphqlOverHttp } from "./http/graphql-over-http.ts";
import { unreadiness } from "./http/health.ts";
import { listen, stopServer, TIMEOUTS, type RunningServer } from "./http/listening.ts";
import { mcpOverHttp } from "./http/mcp-over-http.ts";
import { createIde } from "./http/ide.ts";
import { refuseInvalidHttp } from "./http/responses.ts";
import { serveUpgrades } from "./http/upgrades.ts";
import { createRouter, GRAPHQL_PATH } from "./http/route.ts";
import { createInFlightRequests } from "./in-flight-requests.ts";
import { Admission } from "./limits/admission.ts";
import type { LocalExecution } from "./local-transport.ts";
import type { Log } from "./log.ts";
import { NO_METRICS, type Metrics } from "./metrics/metrics.ts";
import type { ServerConfig } from "./server-config.ts";
import { graphqlOverSocket } from "./sockets/graphql-over-socket.ts";
import { bindSocket } from "./sockets/bind-socket.ts";
import { openSocketServer } from "./sockets/socket-server.ts";
import { NO_TRACING, type Tracing } from "./tracing/tracing.ts";

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
   * current head of the space. The signal aborts when the caller disconnects.
   */
  readonly createContext: (
    space: SpaceStore,
    /**
     * The default speaker, the shared spaces that the credentials grant (null for any), and the
     * signal that aborts when the client disconnects.
     */
    caller: {
      readonly speaker: string | null;
      readonly sharedSpaces: readonly string[] | null;
      readonly disconnect: AbortSignal;
    },
  ) => Promise<C>;
  readonly log: Log;
  /** Counts the charges of the store; undefined for a store without charges. */
  readonly meter?: ChargeMeter | undefined;
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Creates the ids of errors in the log. */
  readonly newId: () => string;
  /**
   * The Unix socket to listen on, instead of the port of the configuration, if a front accepts the
   * connections and names the caller.
   */
  readonly behindFront?: string | undefined;
}

/** The common parts of all interfaces of the service. */
const servingOf = <C extends object>(options: ServerOptions<C>) => {
  const { config, store, models, schema, log, meter, now, newId } = options;
  const { metrics = NO_METRICS, tracing = NO_TRACING } = options;
  const formatError = createFormatError(log, newId, metrics.requestRefused);
  const contextOf: ContextOf<C> = async (caller, disconnectSignal, atLeast = null) => {
    const space = await store.space(caller.space);
    if (atLeast !== null)
      await withoutPresuming(() =>
        headReaches(space, atLeast, { disconnectSignal, nowMillis: now() }),
      );
    const { sharedSpaces } = caller;
    return options.createContext(space, {
      speaker: speakerOf(caller),
      sharedSpaces,
      disconnect: disconnectSignal,
    });
  };
  const awaitSeen: AwaitSeen = async (caller, header, disconnectSignal) => {
    const atLeast = atLeastOf(header);
    if (atLeast !== null)
      await headReaches(await store.space(caller.space), atLeast, {
        disconnectSignal,
        nowMillis: now(),
      });
  };
  const executionOf = (caller: Caller): LocalExecution => ({
    schema,
    formatError,
    createContext: (disconnectSignal) => contextOf(caller, disconnectSignal),
    inSpace: (name) => executionOf(callerInSpace(caller, name)),
  });
  return {
    schema,
    authenticate:
      options.behindFront === undefined ? authenticateBy(config.auth, log) : asTheFrontSays,
    admission: new Admission(config.admission, metrics, options.behindFront !== undefined),
    contextOf,
    awaitSeen,
    executionOf,
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
  const { config, store, embedder, log, now, newId, behindFront } = options;
  refusePublicWithoutCredentials(config);
  const inFlight = createInFlightRequests();
  const shutdown = new AbortController();
  const cutOff = new AbortController();
  setMaxListeners(0, shutdown.signal, cutOff.signal);
  const parts = servingOf(options);
  const { metrics } = parts;
  const { bodyBytes } = config;

  const apollo = createApollo<C>({ ...parts, log });
  await apollo.start();
  const handle = createRouter({
    config,
    graphql: untilCutOff(cutOff.signal, graphqlOverHttp({ ...parts, apollo, bodyBytes })),
    exportMemory: exportOverHttp({ ...parts, store, services: { embedder, now, newId } }),
    explorer: createExplorer(),
    openai: completionsOverHttp({ ...parts, bodyBytes, cutOff: cutOff.signal, log }),
    mcp: mcpOverHttp({ ...parts, bodyBytes, stopSignal: shutdown.signal, log }),
    ide: createIde(GRAPHQL_PATH),
    unreadiness: () => unreadiness(store, shutdown.signal.aborted, log),
    metrics,
  });
  const http = createServer(
    // The front keeps its connections, and closes them itself.
    behindFront === undefined ? TIMEOUTS : { ...TIMEOUTS, keepAliveTimeout: 0 },
    answer({
      ...parts,
      handle,
      inFlight,
      stopSignal: shutdown.signal,
      accessLog: config.accessLog ? log : null,
      isBehindFront: behindFront !== undefined,
    }),
  );
  const { operationsPerSocket, stopDelayMillis, stopGraceMillis: graceMillis } = config;
  const protocol = graphqlOverSocket({
    ...parts,
    operationsPerSocket,
    inFlight,
    cutOff: cutOff.signal,
  });
  const sockets = openSocketServer({
    ...parts,
    config,
    serve: (socket, request) => bindSocket(protocol, socket, request, log),
  });
  serveUpgrades(http, sockets);
  http.on("clientError", refuseInvalidHttp);

  const place = await listen(http, behindFront === undefined ? config : { path: behindFront }, log);
  // A front has already waited.
  const delayMillis = behindFront === undefined ? stopDelayMillis : 0;
  const stop = async (): Promise<void> => {
    await stopServer({ http, sockets, inFlight, shutdown, cutOff, delayMillis, graceMillis, now });
    await apollo.stop();
  };
  let stopPromise: Promise<void> | undefined;
  return { ...place, stop: () => (stopPromise ??= stop()) };
};
