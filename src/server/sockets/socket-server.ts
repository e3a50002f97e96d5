import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { handleProtocols } from "graphql-ws";
import { WebSocketServer, type WebSocket } from "ws";
import { originRefusal } from "../http/cross-origin.ts";
import { refuseOnConnection } from "../http/responses.ts";
import { GRAPHQL_PATH, pathOf, UNKNOWN_PATH } from "../http/route.ts";
import type { CurrentRequest } from "../current-request.ts";
import { inRequest, openRequest, REQUEST_ID_HEADER } from "../current-request.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { PROBLEMS, type ProblemCode } from "../../memory/problem.ts";
import type { ServerConfig } from "../server-config.ts";
import { GOING_AWAY } from "./bind-socket.ts";

export interface SocketServer {
  /** Turns a connection into a WebSocket, or refuses it. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  /**
   * Closes every socket with 1001, which ends its subscriptions. Resolves when all are closed;
   * those that are not closed in time are dropped.
   */
  close(withinMillis: number): Promise<void>;
}

export interface SocketServerOptions {
  readonly config: Pick<ServerConfig, "auth" | "allowedOrigins" | "bodyBytes">;
  /** Serves a socket, for the request that became it. */
  readonly serve: (socket: WebSocket, request: IncomingMessage) => void;
  readonly metrics: Pick<Metrics, "gauge" | "requestRefused">;
  readonly newId: () => string;
}

/** Accepts WebSockets at the path of GraphQL. */
export const openSocketServer = ({
  config,
  serve,
  metrics,
  newId,
}: SocketServerOptions): SocketServer => {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: config.bodyBytes,
    handleProtocols,
  });
  /** The requests that become sockets, for the answer to their upgrade. */
  const requests = new WeakMap<IncomingMessage, CurrentRequest>();
  server.on("headers", (headers, request) => {
    const id = requests.get(request)?.id;
    if (id !== undefined) headers.push(`${REQUEST_ID_HEADER}: ${id}`);
  });
  metrics.gauge("sockets", () => server.clients.size);
  const refuse = (connection: Duplex, code: ProblemCode, message: string): void => {
    metrics.requestRefused(code);
    refuseOnConnection(connection, PROBLEMS[code], code, message);
  };
  let isClosing = false;
  return {
    upgrade(request, connection, head) {
      connection.on("error", () => connection.destroy());
      // The request came over a kept-open connection.
      if (isClosing) return void connection.destroy();
      if (pathOf(request.url) !== GRAPHQL_PATH)
        return refuse(connection, "NOT_FOUND", UNKNOWN_PATH);
      const refusal = originRefusal(request.headers, config);
      if (refusal !== undefined) return refuse(connection, "FORBIDDEN", refusal);
      const current = openRequest(request.headers, newId);
      requests.set(request, current);
      server.handleUpgrade(request, connection, head, (socket) =>
        inRequest(current, () => serve(socket, request)),
      );
    },
    async close(withinMillis) {
      isClosing = true;
      const sockets = [...server.clients];
      const allClosed = Promise.all(
        sockets.map((socket) => new Promise((resolve) => void socket.once("close", resolve))),
      );
      for (const socket of sockets) socket.close(GOING_AWAY, "Going away");
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.terminate();
      }, withinMillis);
      await allClosed;
      clearTimeout(timer);
    },
  };
};
