/** Destination of spans, by the standard variables of OpenTelemetry. */
export type SpanDestination = "console" | "http/protobuf" | "http/json";

/** The span of a request, an operation over a socket, or an event of a subscription. */
export interface ServedSpan {
  /** The id of its trace, in hexadecimal digits; null if nothing is traced. */
  readonly traceId: string | null;
  /** Renames it when the operation is known: `mutation write`. */
  rename(name: string): void;
  set(attribute: string, value: string | number): void;
  fail(): void;
}

/** Traces of the service. No span contains text of a user, or names a tenant or a user. */
export interface Tracing {
  /** Runs `act` in a new span, in the trace that the headers of the caller name, if any. */
  serve<T>(
    name: string,
    headers: Readonly<Record<string, unknown>>,
    act: (span: ServedSpan) => Promise<T>,
  ): Promise<T>;
  /**
   * Calls a store or a model in a child span of the current one. The span ends with the promise or
   * the stream that the call returns.
   */
  call(name: string, act: () => unknown): unknown;
  /** Sends the remaining spans. */
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
