import { AsyncResource } from "node:async_hooks";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { CloseCode } from "graphql-ws";
import { WebSocket, type RawData } from "ws";
import { credentialsOfSocket } from "../server/auth/caller.ts";
import { describeError, type Log } from "../server/log.ts";
import { dropWhenSilent, GOING_AWAY } from "../server/sockets/bind-socket.ts";
import { ownHeaders, spaceOf, whoAsks, type Forwarding } from "./forward-http.ts";

/** Milliseconds within which a client must send its first message. */
const FIRST_MESSAGE_MILLIS = 3_000;
/** Close codes of RFC 6455: the server restarts; it is overloaded. Clients connect again. */
const SERVICE_RESTART = 1012;
const TRY_AGAIN_LATER = 1013;
/** Headers of an upgrade that are about its connection. */
const OF_CONNECTION = /^(?:connection|upgrade|sec-websocket-.*)$/u;

/** Whether an endpoint may send a close code. The others stand for a broken connection. */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || code >= 3000;

/** The parameters of a `connection_init` message; undefined for any other message. */
const paramsIn = (message: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const { type, payload } = Object(JSON.parse(message));
    return type === "connection_init" ? Object(payload) : undefined;
  } catch {
    return undefined;
  }
};

const passedHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)));

/** Passes on messages in one direction, no faster than they are received. */
const relay = (from: WebSocket, to: WebSocket): void => {
  from.on("message", (data: RawData, isBinary: boolean) => {
    if (to.readyState !== to.OPEN) return;
    from.pause();
    to.send(data, { binary: isBinary }, () => from.resume());
  });
};

/** Closes one socket like the other; with `fallbackCode` if that one broke. */
const closeAs = (socket: WebSocket, code: number, reason: Buffer, fallbackCode: number): void =>
  isSendable(code) ? socket.close(code, reason) : socket.close(fallbackCode, "Connection lost");

interface Early {
  readonly data: RawData;
  readonly isBinary: boolean;
}

/** A client whose first message has arrived. */
interface IntroducedClient {
  readonly client: WebSocket;
  readonly request: IncomingMessage;
  readonly first: RawData;
  /** Returns the messages that have arrived so far. Later ones are not collected. */
  readonly takeEarly: () => readonly Early[];
}

/** Connects a client to the process that serves its memory. */
const connect = async (
  { authenticate, socketFor }: Forwarding,
  { client, request: { url, headers }, first, takeEarly }: IntroducedClient,
): Promise<void> => {
  const asker = await whoAsks(authenticate, credentialsOfSocket(paramsIn(String(first)), headers));
  const path = await socketFor(spaceOf(asker));
  if (client.readyState !== client.OPEN) return;
  const server = new WebSocket(`ws+unix:${path}:${url ?? ""}`, client.protocol || undefined, {
    headers: { ...passedHeaders(headers), ...ownHeaders(asker) },
    perMessageDeflate: false,
  });
  let hasOpened = false;
  server.once("open", () => {
    hasOpened = true;
    for (const { data, isBinary } of takeEarly()) server.send(data, { binary: isBinary });
    relay(client, server);
    relay(server, client);
    client.resume();
  });
  // The close code shows the failure.
  server.on("error", () => undefined);
  server.once("close", (code, reason) =>
    closeAs(client, code, reason, hasOpened ? SERVICE_RESTART : TRY_AGAIN_LATER),
  );
  client.once("close", (code, reason) => {
    if (hasOpened) closeAs(server, code, reason, GOING_AWAY);
    else server.terminate();
  });
};

/** Forwards each socket to the process of its caller. The first message identifies the caller. */
export const forwardSocket =
  (forwardOptions: Forwarding, log: Log) =>
  (client: WebSocket, request: IncomingMessage): void => {
    dropWhenSilent(client);
    client.on("error", (error) =>
      log.debug({ fault: describeError(error, log) }, "A socket was closed for an invalid frame."),
    );
    const timer = setTimeout(
      () =>
        client.close(
          CloseCode.ConnectionInitialisationTimeout,
          "Connection initialisation timeout",
        ),
      FIRST_MESSAGE_MILLIS,
    );
    client.once("close", () => clearTimeout(timer));
    const early: Early[] = [];
    const keep = AsyncResource.bind((data: RawData, isBinary: boolean): void => {
      if (early.push({ data, isBinary }) > 1) return;
      clearTimeout(timer);
      // Messages that arrived together with the first one are forwarded too.
      client.pause();
      connect(forwardOptions, { client, request, first: data, takeEarly }).catch(
        (error: unknown) => {
          log.warn({ fault: describeError(error, log) }, "A socket could not be forwarded.");
          client.resume();
          client.close(TRY_AGAIN_LATER, "Try again later");
        },
      );
    });
    const takeEarly = (): readonly Early[] => {
      client.off("message", keep);
      return early;
    };
    client.on("message", keep);
  };
