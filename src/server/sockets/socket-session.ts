import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import type { Caller } from "../auth/caller.ts";

/** The state of one socket. */
export interface SocketSession {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** Null until the credentials are accepted. */
  caller: Caller | null;
  /** Whether answers include their cost. */
  wantsCost: boolean;
  /** The record time that the client had seen when it connected. */
  atLeast: string | undefined;
  /** Closes the socket when the credentials expire. */
  expiry: NodeJS.Timeout | null;
  /**
   * Ends the count of an operation in flight, by its id. Subscriptions without an end are not
   * counted.
   */
  readonly running: Map<string, () => void>;
  /** Aborts when the socket is closed. */
  readonly disconnect: AbortController;
}

export const openSession = (socket: WebSocket, request: IncomingMessage): SocketSession => ({
  socket,
  request,
  caller: null,
  wantsCost: false,
  atLeast: undefined,
  expiry: null,
  running: new Map(),
  disconnect: new AbortController(),
});

export const endOperation = (session: SocketSession, id: string): void => {
  session.running.get(id)?.();
  session.running.delete(id);
};

export const endSession = (session: SocketSession): void => {
  if (session.expiry) clearTimeout(session.expiry);
  session.disconnect.abort();
  for (const id of session.running.keys()) endOperation(session, id);
};
