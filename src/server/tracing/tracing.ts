/** The span of a request, an operation over a socket, or an event of a subscription. */
export interface ServedSpan {
  /** The trace that it belongs to, in hexadecimal digits; null if nothing is traced. */
  readonly traceId: string | null;
  /** Names it again, once it is known what was asked for: `mutation write`. */
  rename(name: string): void;
  set(attribute: string, value: string | number): void;
  fail(): void;
}

/**
 * Traces of what the service does. No span holds what anybody said, or names a tenant or a user.
 */
export interface Tracing {
  /** Runs `act` in a span of its own, in the trace that the caller's headers name, if they name one. */
  serve<T>(
    name: string,
    headers: Readonly<Record<string, unknown>>,
    act: (span: ServedSpan) => Promise<T>,
  ): Promise<T>;
  /**
   * Calls a store or a model in a span below the one that runs now. The span ends when the promise or
   * the stream that the call gives has ended.
   */
  call(name: string, act: () => unknown): unknown;
  /** Sends what is not sent yet. */
  stop(): Promise<void>;
}

const UNTRACED: ServedSpan = {
  traceId: null,
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
};

/** Traces nothing. */
export const NO_TRACING: Tracing = {
  serve: (_name, _headers, act) => act(UNTRACED),
  call: (_name, act) => act(),
  stop: async () => undefined,
};
