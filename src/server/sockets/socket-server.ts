import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { handleProtocols, type Server } from "graphql-ws";
import { WebSocketServer } from "ws";
import { originRefusal } from "../http/cross-origin.ts";
import { refuseOnConnection } from "../http/responses.ts";
import { GRAPHQL_PATH, pathOf, UNKNOWN_PATH } from "../http/route.ts";
import type { Log } from "../log.ts";
import type { ServerConfig } from "../server-config.ts";
import { bindSocket } from "./bind-socket.ts";
import type { SocketSession } from "./socket-session.ts";

export interface SocketServer {
  /** Turns a connection into a WebSocket, or refuses it. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  /**
   * Closes every socket with 1001, which ends its subscriptions. Resolves when all are closed;
   * those that are not closed in time are dropped.
   */
  close(withinMillis: number): Promise<void>;
}

/** Close code of RFC 6455: the server is going down. */
const GOING_AWAY = 1001;

export const openSocketServer = (
  config: Pick<ServerConfig, "auth" | "allowedOrigins" | "bodyBytes">,
  protocol: Server<SocketSession>,
  log: Log,
): SocketServer => {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: config.bodyBytes,
    handleProtocols,
  });
  let isClosing = false;
  return {
    upgrade(request, connection, head) {
      connection.on("error", () => connection.destroy());
      // The request came over a connection that was kept open.
      if (isClosing) return void connection.destroy();
      if (pathOf(request.url) !== GRAPHQL_PATH)
        return refuseOnConnection(connection, 404, "NOT_FOUND", UNKNOWN_PATH);
      const refusal = originRefusal(request.headers, config);
      if (refusal !== undefined) return refuseOnConnection(connection, 403, "FORBIDDEN", refusal);
      server.handleUpgrade(request, connection, head, (socket) =>
        bindSocket(protocol, socket, request, log),
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
