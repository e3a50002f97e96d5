import type { IncomingMessage } from "node:http";
import { CloseCode, type Server } from "graphql-ws";
import type { RawData, WebSocket } from "ws";
import { describeFault } from "../describe-fault.ts";
import type { Log } from "../log.ts";
import { endSession, openSession, type SocketSession } from "./socket-session.ts";

/** How often a socket is asked whether it is still there, in milliseconds; one that does not answer until the next time is dropped. */
const PING_MILLIS = 12_000;

/** Drops a socket whose other end has gone without a word. */
const keepAlive = (socket: WebSocket): void => {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, PING_MILLIS).unref();
  socket.on("pong", () => {
    answered = true;
  });
  socket.once("close", () => clearInterval(timer));
};

/** Speaks graphql-transport-ws over one socket. */
export const bindSocket = (
  protocol: Server<SocketSession>,
  socket: WebSocket,
  request: IncomingMessage,
  log: Log,
): void => {
  const session = openSession(socket, request);
  const fail = (error: unknown): void => {
    log.error({ fault: describeFault(error, log) }, "A socket failed");
    socket.close(CloseCode.InternalServerError, "Internal server error");
  };
  // A frame that is too long or none at all: ws has closed the socket with the code that says so.
  socket.on("error", (error) =>
    log.debug({ fault: describeFault(error, log) }, "A socket was closed"),
  );
  keepAlive(socket);
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve, reject) => {
          if (socket.readyState !== socket.OPEN) return resolve();
          socket.send(data, (error) => (error ? reject(error) : resolve()));
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) =>
        socket.on("message", (data: RawData) => void receive(String(data)).catch(fail)),
    },
    session,
  );
  socket.once("close", (code, reason) => {
    endSession(session);
    closed(code, String(reason)).catch(fail);
  });
};
