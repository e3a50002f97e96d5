import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http";
import { createClient, type Client } from "graphql-ws";
import { WebSocket } from "ws";

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly errorId?: string };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly GraphqlError[];
    readonly status?: string;
  };
}

export interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

const read = (text: string): Answer["body"] => {
  try {
    return JSON.parse(text) as Answer["body"];
  } catch {
    return {};
  }
};

/** One HTTP request exactly as given. `fetch` would set and refuse some headers. */
export const send = (
  url: string,
  { method = "GET", headers = {}, body }: Sent = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const req = httpRequest(url, { method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, body: read(text) });
      });
    });
    req.on("error", reject);
    req.end(body);
  });

export const JSON_TYPE = { "content-type": "application/json" };
/** A client of today: errors come with an HTTP status of their own. */
export const GRAPHQL_TYPE = { ...JSON_TYPE, accept: "application/graphql-response+json" };

/** Posts a GraphQL operation. */
export const ask = (
  url: string,
  query: string,
  {
    headers = {},
    ...rest
  }: { headers?: OutgoingHttpHeaders; variables?: unknown; operationName?: string } = {},
): Promise<Answer> =>
  send(url, {
    method: "POST",
    headers: { ...GRAPHQL_TYPE, ...headers },
    body: JSON.stringify({ query, ...rest }),
  });

export const socketUrl = (url: string): string => url.replace(/^http/, "ws");

/** A client that speaks graphql-transport-ws and does not try again. */
export const connect = (
  url: string,
  connectionParams: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Client => {
  class WithHeaders extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers });
    }
  }
  return createClient({
    url: socketUrl(url),
    webSocketImpl: WithHeaders,
    connectionParams,
    retryAttempts: 0,
  });
};

export interface SocketAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * All results of one operation over a socket. The errors of a refused operation count as one
 * result.
 */
export const collect = async (
  client: Client,
  query: string,
  rest: {
    variables?: Record<string, unknown>;
    operationName?: string;
    extensions?: Record<string, unknown>;
  } = {},
): Promise<SocketAnswer[]> => {
  const answers: SocketAnswer[] = [];
  try {
    for await (const answer of client.iterate({ query, ...rest }))
      answers.push(answer as SocketAnswer);
  } catch (error) {
    if (!Array.isArray(error)) throw error;
    answers.push({ errors: error as GraphqlError[] });
  }
  return answers;
};

/** The code with which a socket is closed, and the reason. */
export const closeOf = (
  socket: WebSocket,
): Promise<{ readonly code: number; readonly reason: string }> =>
  new Promise(
    (resolve) =>
      void socket.once("close", (code, reason) => resolve({ code, reason: String(reason) })),
  );
