import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** From a walk in memory to a write with a slow model, in seconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const MILLIS = 1000;

/** Metrics by prom-client, in a registry of their own: with those of the process (memory, event loop, garbage collection) beside the service's. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const operations = new Counter({
    name: "palimpsest_operations_total",
    help: "GraphQL operations answered, by transport, type, first root field and outcome (ok, error).",
    labelNames: ["transport", "type", "field", "outcome"],
    registers,
  });
  const duration = new Histogram({
    name: "palimpsest_operation_duration_seconds",
    help: "How long GraphQL operations took, by type.",
    labelNames: ["type"],
    buckets: SECONDS,
    registers,
  });
  const stages = new Histogram({
    name: "palimpsest_write_stage_duration_seconds",
    help: "How long stages of the write pipeline took.",
    labelNames: ["stage"],
    buckets: SECONDS,
    registers,
  });
  const asked = new Counter({
    name: "palimpsest_model_tasks_total",
    help: "Tasks given to the models, by task and outcome (ok, error).",
    labelNames: ["task", "outcome"],
    registers,
  });
  const calls = new Counter({
    name: "palimpsest_model_calls_total",
    help: "Calls to a model that those took, failed attempts among them.",
    labelNames: ["task"],
    registers,
  });
  const tokens = new Counter({
    name: "palimpsest_model_tokens_total",
    help: "Tokens that those took, by direction (input, output); cached ones are part of the input.",
    labelNames: ["task", "direction"],
    registers,
  });
  const requests = new Counter({
    name: "palimpsest_store_requests_total",
    help: "Requests to a store that charges for them, by the method of the store port and the class of the status.",
    labelNames: ["operation", "status"],
    registers,
  });
  const units = new Counter({
    name: "palimpsest_store_request_units_total",
    help: "Request units (RU) that the store charged, as it told, by the method of the store port.",
    labelNames: ["operation"],
    registers,
  });
  return {
    served({ transport, type, field, hasErrors, seconds }) {
      operations.inc({ transport, type, field, outcome: hasErrors ? "error" : "ok" });
      duration.observe({ type }, seconds);
    },
    stage: ({ stage, durationMs }) => stages.observe({ stage }, durationMs / MILLIS),
    model({ task, calls: own, tokens: { input, output }, failed }) {
      asked.inc({ task, outcome: failed ? "error" : "ok" });
      calls.inc({ task }, own);
      tokens.inc({ task, direction: "input" }, input);
      tokens.inc({ task, direction: "output" }, output);
    },
    charged({ operation, status, units: own }) {
      requests.inc({ operation, status: `${Math.floor(status / 100)}xx` });
      units.inc({ operation }, own);
    },
    exposition: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
};
