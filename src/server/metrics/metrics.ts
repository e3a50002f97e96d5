import type { Charge } from "../../store/charge-meter.ts";

/** An operation that was answered. An event of a subscription counts as a `subscription`. */
export interface AnsweredOperation {
  readonly transport: "http" | "websocket";
  /** `refused`: it was refused before its type was known, because it did not parse or validate. */
  readonly type: "query" | "mutation" | "subscription" | "refused";
  /** The first field at its root; empty if it was refused. */
  readonly field: string;
  readonly hasErrors: boolean;
  readonly seconds: number;
}

/** A stage of the write pipeline that has ended. */
export interface StageCount {
  readonly stage: string;
  readonly durationMs: number;
  readonly modelCalls: number;
}

/** A request over HTTP that was answered, or given up by its caller. */
export interface AnsweredRequest {
  /** A path of the service, `page` or `unknown`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A call of the store port that has ended. */
export interface StoreCall {
  /** The name of the method. */
  readonly operation: string;
  readonly seconds: number;
  readonly failed: boolean;
}

/** What is read off when metrics are asked for, rather than counted. */
export type GaugeName =
  | "sockets"
  | "runningOperations"
  | "waitingOperations"
  | "openSpaces"
  | "storeBytes"
  | "largestSpaceBytes"
  | "spacesWithJobs"
  | "waitingJobs"
  | "deadJobs";

/** A task of the models that has ended, with or without an answer. */
export interface ModelCount {
  readonly task: string;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
  readonly failed: boolean;
}

/** What `exposition` writes, as data. */
export type MetricValues = readonly object[];

/**
 * Metrics for an operator's monitoring. No label names a tenant, a user or anything that anybody
 * said.
 */
export interface Metrics {
  operationAnswered(operation: AnsweredOperation): void;
  stage(count: StageCount): void;
  model(count: ModelCount): void;
  storeCharged(charge: Charge): void;
  requestAnswered(request: AnsweredRequest): void;
  /** An error that a client was given, by its code. */
  requestRefused(code: string): void;
  storeCalled(call: StoreCall): void;
  /** A run of a job that has ended, by the state that it left the job in: `DONE`, `FAILED`, `DEAD`. */
  jobEnded(kind: string, outcome: string): void;
  /** A file whose structure was checked. */
  fileChecked(check: { readonly damaged: boolean }): void;
  /** Tells how a gauge is read. */
  gauge(name: GaugeName, read: () => number): void;
  /** The longest time, in seconds, for which the event loop was held up lately. */
  loopDelayed(seconds: number): void;
  /** A serving process ended and was replaced. */
  processReplaced(): void;
  /** All metrics as values, which a front puts beside those of others. */
  values(): Promise<MetricValues>;
  /** All metrics in the text format of Prometheus. */
  exposition(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Counts nothing. */
export const NO_METRICS: Metrics = {
  operationAnswered: () => undefined,
  stage: () => undefined,
  model: () => undefined,
  storeCharged: () => undefined,
  requestAnswered: () => undefined,
  requestRefused: () => undefined,
  storeCalled: () => undefined,
  jobEnded: () => undefined,
  fileChecked: () => undefined,
  gauge: () => undefined,
  loopDelayed: () => undefined,
  processReplaced: () => undefined,
  values: async () => [],
  exposition: async () => ({ contentType: "text/plain; charset=utf-8", text: "" }),
};
