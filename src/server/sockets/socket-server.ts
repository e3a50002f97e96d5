import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { handleProtocols, type Server } from "graphql-ws";
import { WebSocketServer } from "ws";
import { originRefusal } from "../auth/origin.ts";
import { refuseOnSocket } from "../http/refuse-bad-http.ts";
import { GRAPHQL_PATH, pathOf } from "../http/route.ts";
import type { Log } from "../log.ts";
import type { ServerConfig } from "../server-config.ts";
import { bindSocket } from "./bind-socket.ts";
import type { SocketSession } from "./socket-session.ts";

export interface SocketServer {
  /** Takes over a connection that asks to become a WebSocket, or refuses it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every socket with 1001, which ends what it subscribes to; resolves once they are gone, and drops those that are not by then. */
  close(withinMillis: number): Promise<void>;
}

/** RFC 6455: the server is going down. */
const GOING_AWAY = 1001;

export const openSocketServer = (
  config: Pick<ServerConfig, "auth" | "allowedOrigins" | "bodyBytes">,
  protocol: Server<SocketSession>,
  log: Log,
): SocketServer => {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: config.bodyBytes,
    handleProtocols,
  });
  let closing = false;
  return {
    upgrade(request, socket, head) {
      socket.on("error", () => socket.destroy());
      if (closing) return void socket.destroy(); // it came over a connection that was kept open
      if (pathOf(request.url) !== GRAPHQL_PATH)
        return refuseOnSocket(
          socket,
          404,
          "NOT_FOUND",
          `There is nothing here. GraphQL is at ${GRAPHQL_PATH}.`,
        );
      const refusal = originRefusal(request.headers, config);
      if (refusal !== undefined) return refuseOnSocket(socket, 403, "FORBIDDEN", refusal);
      sockets.handleUpgrade(request, socket, head, (open) =>
        bindSocket(protocol, open, request, log),
      );
    },
    async close(withinMillis) {
      closing = true;
      const open = [...sockets.clients];
      const gone = Promise.all(
        open.map((socket) => new Promise((resolve) => void socket.once("close", resolve))),
      );
      for (const socket of open) socket.close(GOING_AWAY, "Going away");
      const drop = setTimeout(() => {
        for (const socket of open) socket.terminate();
      }, withinMillis);
      await gone;
      clearTimeout(drop);
    },
  };
};
