import type { IncomingMessage } from "node:http";
import { CloseCode, type Server } from "graphql-ws";
import type { RawData, WebSocket } from "ws";
import { describeError, type Log } from "../log.ts";
import { endSession, openSession, type SocketSession } from "./socket-session.ts";

/** Close code of RFC 6455: the endpoint goes away. Clients connect again. */
export const GOING_AWAY = 1001;

/**
 * The interval of pings, in milliseconds. A socket that does not answer before the next one is
 * dropped.
 */
const PING_MILLIS = 12_000;

/** Drops a socket whose peer has disappeared without closing it. */
export const dropWhenSilent = (socket: WebSocket): void => {
  let hasAnswered = true;
  const timer = setInterval(() => {
    if (!hasAnswered) return socket.terminate();
    hasAnswered = false;
    socket.ping();
  }, PING_MILLIS).unref();
  socket.on("pong", () => {
    hasAnswered = true;
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
    log.error({ fault: describeError(error, log) }, "A socket failed.");
    socket.close(CloseCode.InternalServerError, "Internal server error");
  };
  // The frame was too long or invalid; ws has closed the socket with the matching code.
  socket.on("error", (error) =>
    log.debug({ fault: describeError(error, log) }, "A socket was closed for an invalid frame."),
  );
  dropWhenSilent(socket);
  const onClose = protocol.opened(
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
    onClose(code, String(reason)).catch(fail);
  });
};
