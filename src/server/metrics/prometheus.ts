import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** Bucket bounds in seconds: from a walk in memory to a write with a slow model. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const MILLIS = 1000;

const operationMetrics = (registers: Registry[]) => ({
  operations: new Counter({
    name: "palimpsest_operations_total",
    help: "GraphQL operations answered, by transport, type, first root field and outcome (ok, error).",
    labelNames: ["transport", "type", "field", "outcome"],
    registers,
  }),
  operationDuration: new Histogram({
    name: "palimpsest_operation_duration_seconds",
    help: "Duration of GraphQL operations, by type.",
    labelNames: ["type"],
    buckets: DURATION_BUCKETS,
    registers,
  }),
  stageDuration: new Histogram({
    name: "palimpsest_write_stage_duration_seconds",
    help: "Duration of the stages of the write pipeline.",
    labelNames: ["stage"],
    buckets: DURATION_BUCKETS,
    registers,
  }),
});

const modelMetrics = (registers: Registry[]) => ({
  modelTasks: new Counter({
    name: "palimpsest_model_tasks_total",
    help: "Model tasks, by task and outcome (ok, error).",
    labelNames: ["task", "outcome"],
    registers,
  }),
  modelCalls: new Counter({
    name: "palimpsest_model_calls_total",
    help: "Model calls of those tasks, failed attempts included.",
    labelNames: ["task"],
    registers,
  }),
  modelTokens: new Counter({
    name: "palimpsest_model_tokens_total",
    help: "Tokens of those calls, by direction (input, output). Cached tokens are part of the input.",
    labelNames: ["task", "direction"],
    registers,
  }),
});

const storeMetrics = (registers: Registry[]) => ({
  storeRequests: new Counter({
    name: "palimpsest_store_requests_total",
    help: "Requests to a store that charges for them, by method of the store port and class of the status.",
    labelNames: ["operation", "status"],
    registers,
  }),
  requestUnits: new Counter({
    name: "palimpsest_store_request_units_total",
    help: "Request units (RU) that the store charged, by method of the store port.",
    labelNames: ["operation"],
    registers,
  }),
});

const processMetrics = (registers: Registry[]) => ({
  eventLoopDelay: new Histogram({
    name: "palimpsest_event_loop_delay_seconds",
    help: "The longest time in each second for which the event loop was held up.",
    buckets: DURATION_BUCKETS,
    registers,
  }),
});

/**
 * Creates metrics in a registry of their own, with those of the process (memory, event loop,
 * garbage collection).
 */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const { operations, operationDuration, stageDuration } = operationMetrics(registers);
  const { modelTasks, modelCalls, modelTokens } = modelMetrics(registers);
  const { storeRequests, requestUnits } = storeMetrics(registers);
  const { eventLoopDelay } = processMetrics(registers);
  return {
    answered({ transport, type, field, hasErrors, seconds }) {
      operations.inc({ transport, type, field, outcome: hasErrors ? "error" : "ok" });
      operationDuration.observe({ type }, seconds);
    },
    stage: ({ stage, durationMs }) => stageDuration.observe({ stage }, durationMs / MILLIS),
    model({ task, calls, tokens: { input, output }, failed }) {
      modelTasks.inc({ task, outcome: failed ? "error" : "ok" });
      modelCalls.inc({ task }, calls);
      modelTokens.inc({ task, direction: "input" }, input);
      modelTokens.inc({ task, direction: "output" }, output);
    },
    charged({ operation, status, units }) {
      storeRequests.inc({ operation, status: `${Math.floor(status / 100)}xx` });
      requestUnits.inc({ operation }, units);
    },
    delayed: (seconds) => eventLoopDelay.observe(seconds),
    exposition: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
};
