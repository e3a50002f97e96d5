import { createClient } from "graphql-ws/client";
import { ConnectionError, errorOf, type PalimpsestError } from "./errors.ts";

export interface SocketSubscription {
  readonly url: string;
  readonly payload: { readonly query: string; readonly variables: Record<string, unknown> };
  readonly credentials: () => Promise<Record<string, string>>;
  readonly webSocket: unknown;
  readonly signal: AbortSignal | undefined;
}

/** The WebSocket of the platform. Node has one from version 22 on; before, the package `ws` is needed. */
const platformWebSocket = async (): Promise<unknown> => {
  if (typeof WebSocket !== "undefined") return WebSocket;
  try {
    const name = "ws";
    return ((await import(name)) as { readonly default: unknown }).default;
  } catch (cause) {
    throw new ConnectionError("This platform has no WebSocket. Install the package ws.", { cause });
  }
};

interface Closed {
  readonly code: number;
  readonly reason: string;
}
const isClosed = (fault: unknown): fault is Closed =>
  typeof fault === "object" && fault !== null && "code" in fault && "reason" in fault;

const failureOf = (fault: unknown, url: string): PalimpsestError => {
  const [first] = Array.isArray(fault) ? fault : [];
  if (first) return errorOf(first.extensions?.code ?? "BAD_REQUEST", first.message);
  if (isClosed(fault) && fault.code === 4403)
    return errorOf("UNAUTHENTICATED", fault.reason || "The credentials are not accepted.");
  const reason = isClosed(fault) ? ` (${fault.code} ${fault.reason})` : "";
  return new ConnectionError(`The connection to ${url} has ended${reason}.`, { cause: fault });
};

/** The results of one subscription, over its own socket, which closes with it. */
export async function* subscribeOverSocket<Result>({
  url,
  payload,
  credentials,
  webSocket,
  signal,
}: SocketSubscription): AsyncGenerator<Result> {
  const client = createClient({
    url,
    webSocketImpl: webSocket ?? (await platformWebSocket()),
    connectionParams: credentials,
    retryAttempts: 0,
  });
  const results = client.iterate<Result>(payload);
  const stop = (): void => void results.return?.();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    if (signal?.aborted) return;
    for await (const { data, errors } of results) {
      if (signal?.aborted) return;
      if (errors) throw errors;
      if (data != null) yield data;
    }
  } catch (fault) {
    throw failureOf(fault, url);
  } finally {
    signal?.removeEventListener("abort", stop);
    await client.dispose();
  }
}
