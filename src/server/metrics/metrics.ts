import type { Charge } from "../../store/charge-meter.ts";

/** An operation that was answered. */
export interface Served {
  readonly transport: "http" | "websocket";
  /** `refused` before it was known which: it did not parse, did not validate, or is none of the document's. An event of a subscription counts as one of `subscription`. */
  readonly type: "query" | "mutation" | "subscription" | "refused";
  /** The first field at its root; empty for one that was refused. */
  readonly field: string;
  readonly hasErrors: boolean;
  readonly seconds: number;
}

/** What a stage of the write pipeline took. */
export interface StageCount {
  readonly stage: string;
  readonly durationMs: number;
  readonly modelCalls: number;
}

/** What a task of the models took, whether they answered or not. */
export interface ModelCount {
  readonly task: string;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
  readonly failed: boolean;
}

/** What an operator's monitoring reads. No label names a tenant, a user or anything that anybody said. */
export interface Metrics {
  served(served: Served): void;
  stage(count: StageCount): void;
  model(count: ModelCount): void;
  charged(charge: Charge): void;
  /** All of it, in the text format of Prometheus. */
  exposition(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Counts nothing. */
export const NO_METRICS: Metrics = {
  served: () => undefined,
  stage: () => undefined,
  model: () => undefined,
  charged: () => undefined,
  exposition: async () => ({ contentType: "text/plain; charset=utf-8", text: "" }),
};
