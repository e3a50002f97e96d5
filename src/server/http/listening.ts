import type { Server } from "node:http";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import type { InFlightRequests } from "../in-flight-requests.ts";
import type { SocketServer } from "../sockets/socket-server.ts";
import type { Log } from "../log.ts";
import { StartupError } from "../startup-error.ts";
import { GRAPHQL_PATH } from "./route.ts";

/**
 * Time limits in milliseconds: for the headers of a request, for the whole request, and for an idle
 * connection. The last one is longer than the minute for which load balancers keep a connection, so
 * that none of them sends a request on a connection that is about to close.
 */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
};
/**
 * Minimum number of milliseconds for sending errors and closing sockets, if less is left of the
 * grace period.
 */
const LAST_MILLIS = 1_000;

/** A port of an address (0 takes any free one), or the path of a Unix socket. */
export type Listening =
  | { readonly host: string; readonly port: number }
  | { readonly path: string };

export interface RunningServer {
  /** The URL of GraphQL. */
  readonly url: string;
  /** 0 if it listens on a Unix socket. */
  readonly port: number;
  /**
   * Stops the server. From now on it reports that it is not ready. After a delay it accepts no more
   * connections, answers the requests in flight and closes sockets with 1001. Requests that take
   * longer than the grace period end with an error. A further call returns the same promise. The
   * store stays open: its owner closes it afterwards.
   */
  stop(): Promise<void>;
}

const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use. Stop the process that uses it, or set PORT to another one.`,
  EACCES: (_host, port) =>
    `The service has no permission to open port ${port}. Set PORT to a port above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST=${host} is not an address of this machine. Correct HOST.`,
  ENOTFOUND: (host) => `HOST=${host} cannot be resolved. Correct HOST.`,
};

const listenError = (error: NodeJS.ErrnoException, at: Listening): Error => {
  const message = "host" in at ? LISTEN_ERRORS[error.code ?? ""]?.(at.host, at.port) : undefined;
  return message === undefined ? error : new StartupError(message, { cause: error });
};

const addressOf = (server: Server, at: Listening): Pick<RunningServer, "url" | "port"> => {
  const address = server.address();
  if ("path" in at) return { url: `unix:${at.path}:${GRAPHQL_PATH}`, port: 0 };
  if (address === null || typeof address === "string")
    throw new Error("The server is not listening on a port.");
  const host = at.host.includes(":") ? `[${at.host}]` : at.host;
  return { url: `http://${host}:${address.port}${GRAPHQL_PATH}`, port: address.port };
};

/**
 * Opens the port and resolves to its address. Rejects with a StartupError if it cannot be opened.
 * Later errors are of single connections that cannot be accepted, mostly because the process has no
 * file descriptors left; they are logged.
 */
export const listen = (
  server: Server,
  at: Listening,
  log: Pick<Log, "error">,
): Promise<Pick<RunningServer, "url" | "port">> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, at)));
    server.listen(
      "path" in at
        ? { path: at.path, exclusive: true }
        : { host: at.host, port: at.port, exclusive: true },
      () => {
        server.removeAllListeners("error");
        server.on("error", (error) => log.error({ error }, "A connection could not be accepted."));
        resolve(addressOf(server, at));
      },
    );
  });

interface Stoppable {
  readonly http: Server;
  readonly sockets: SocketServer;
  readonly inFlight: InFlightRequests;
  readonly shutdown: AbortController;
  /** Aborts after the grace period, so that requests without an answer end with an error. */
  readonly cutOff?: AbortController | undefined;
  readonly delayMillis: number;
  readonly graceMillis: number;
  /** Other work that must end after the requests in flight, and before sockets are closed. */
  readonly beforeSockets?: (() => Promise<void>) | undefined;
  readonly now: () => number;
}

/** Resolves when no request is in flight, or after a number of milliseconds. */
const idleWithin = async (inFlight: InFlightRequests, millis: number): Promise<void> => {
  const idle = new AbortController();
  await Promise.race([
    inFlight.idle(),
    delay(millis, undefined, { signal: idle.signal }).catch(() => undefined),
  ]);
  idle.abort();
};

/**
 * Stops in order: not ready, no new connections, requests in flight, sockets, and remaining
 * connections.
 */
export const stopServer = async (server: Stoppable): Promise<void> => {
  const { http, sockets, inFlight, shutdown, cutOff, delayMillis, graceMillis } = server;
  const { beforeSockets, now } = server;
  shutdown.abort();
  if (delayMillis > 0) await delay(delayMillis);
  const deadline = now() + graceMillis;
  const closing = new Promise<void>((resolve) => void http.close(() => resolve()));
  await idleWithin(inFlight, graceMillis);
  // An operation stops counting when its answer is handed to the socket; this lets it be sent.
  await setImmediate();
  cutOff?.abort();
  await beforeSockets?.();
  await idleWithin(inFlight, LAST_MILLIS);
  await sockets.close(Math.max(LAST_MILLIS, deadline - now()));
  http.closeAllConnections();
  await closing;
};
