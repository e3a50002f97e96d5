import { Agent } from "node:http";
import { createProxyServer } from "httpxy";
import { Problem } from "../memory/problem.ts";
import {
  CALLER_HEADER,
  credentialsOfRequest,
  type Authenticate,
  type Caller,
  type Credentials,
} from "../server/auth/caller.ts";
import { passedCaller } from "../server/auth/passed-caller.ts";
import { currentRequest, REQUEST_ID_HEADER } from "../server/current-request.ts";
import type { Handle } from "../server/http/responses.ts";
import type { SpaceId } from "../store/port.ts";

export interface Forwarding {
  readonly authenticate: Authenticate;
  /** Resolves to the socket of the process that serves a space; for null, of any process. */
  readonly socketFor: (space: SpaceId | null) => Promise<string>;
}

/**
 * The caller, or the error in the credentials. The process answers the error in the form of the
 * path.
 */
export const whoAsks = (
  authenticate: Authenticate,
  credentials: Credentials,
): Promise<Caller | Problem> =>
  authenticate(credentials).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });

export const spaceOf = (asker: Caller | Problem): SpaceId | null =>
  asker instanceof Problem ? null : asker.space;

/** The data about a request that the front sends to a process. */
export const ownHeaders = (asker: Caller | Problem): Record<string, string> => {
  const id = currentRequest()?.id;
  return {
    [CALLER_HEADER]: passedCaller(asker),
    ...(id === undefined ? {} : { [REQUEST_ID_HEADER]: id }),
  };
};

const lossProblem = (cause: unknown): Problem =>
  new Problem(
    "STORE_UNAVAILABLE",
    "The process that serves this memory ended before it answered. Repeat the request; a write with an idempotency key is executed once.",
    { cause, retryAfterSeconds: 1 },
  );

/** Forwards each request to the process of its caller, with the identity of the caller. */
export const forwardHttp = ({ authenticate, socketFor }: Forwarding): Handle => {
  const proxy = createProxyServer();
  const agent = new Agent({ keepAlive: true });
  proxy.on("proxyRes", ({ headers }, req, res) => {
    const closes = req.headers.connection === "close" || res.getHeader("connection") === "close";
    headers.connection = closes || !req.complete ? "close" : "keep-alive";
  });
  return async (req, res) => {
    const asker = await whoAsks(authenticate, credentialsOfRequest(req.headers));
    const socketPath = await socketFor(spaceOf(asker));
    // Connections to a process belong to the front. They do not end with the client's own.
    const headers = { ...ownHeaders(asker), connection: "keep-alive" };
    await proxy
      .web(req, res, { target: { socketPath }, agent, headers })
      .catch((error: unknown) => {
        throw lossProblem(error);
      });
  };
};
