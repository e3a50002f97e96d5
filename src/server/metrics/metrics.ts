import type { Charge } from "../../store/charge-meter.ts";

/** An answered operation. An event of a subscription counts as a `subscription`. */
export interface AnsweredOperation {
  readonly transport: "http" | "websocket";
  /** `refused`: it was refused before its type was known, because it did not parse or validate. */
  readonly type: "query" | "mutation" | "subscription" | "refused";
  /** Its first root field; empty if it was refused. */
  readonly field: string;
  readonly hasErrors: boolean;
  readonly seconds: number;
}

/** A finished stage of the write pipeline. */
export interface StageCount {
  readonly stage: string;
  readonly durationMs: number;
  readonly modelCalls: number;
}

/** An HTTP request that was answered, or abandoned by its caller. */
export interface AnsweredRequest {
  /** A path of the service, `page` or `unknown`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A finished call of the store port. */
export interface StoreCall {
  /** The name of the method. */
  readonly operation: string;
  readonly seconds: number;
  readonly failed: boolean;
}

/** Values that are read when metrics are requested, not counted. */
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

/** A finished task of the models, with or without an answer. */
export interface ModelCount {
  readonly task: string;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
  readonly failed: boolean;
}

/** The data of `exposition`. */
export type MetricValues = readonly object[];

/**
 * Metrics for the monitoring of an operator. No label contains a tenant, a user or text of a user.
 */
export interface Metrics {
  operationAnswered(operation: AnsweredOperation): void;
  stage(count: StageCount): void;
  model(count: ModelCount): void;
  storeCharged(charge: Charge): void;
  requestAnswered(request: AnsweredRequest): void;
  /** An error sent to a client, by its code. */
  requestRefused(code: string): void;
  storeCalled(call: StoreCall): void;
  /** A finished run of a job, by the resulting state of the job: `DONE`, `FAILED`, `DEAD`. */
  jobEnded(kind: string, outcome: string): void;
  /** A file whose structure was checked. */
  fileChecked(check: { readonly damaged: boolean }): void;
  /** Sets the function that reads a gauge. */
  gauge(name: GaugeName, read: () => number): void;
  /** The longest recent delay of the event loop, in seconds. */
  loopDelayed(seconds: number): void;
  /** A serving process ended and was replaced. */
  processReplaced(): void;
  /** All metrics as values, which a front combines with those of others. */
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
