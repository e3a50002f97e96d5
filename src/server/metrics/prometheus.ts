import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import { VERSION } from "../../version.ts";
import type { GaugeName, MetricValues, Metrics } from "./metrics.ts";

/** Bucket bounds in seconds: from a walk in memory to a write with a slow model. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/**
 * Bucket bounds in seconds for one call of the store: from a read of a few rows to a wait for a
 * lock.
 */
const CALL_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

const GAUGES: Readonly<Record<GaugeName, { readonly name: string; readonly help: string }>> = {
  sockets: { name: "palimpsest_open_sockets", help: "Open WebSockets." },
  runningOperations: {
    name: "palimpsest_running_operations",
    help: "Running operations.",
  },
  waitingOperations: {
    name: "palimpsest_waiting_operations",
    help: "Operations that wait for their turn.",
  },
  openSpaces: { name: "palimpsest_open_spaces", help: "Files that the embedded store has open." },
  storeBytes: {
    name: "palimpsest_store_bytes",
    help: "Bytes of all memories, as last estimated by Cosmos DB.",
  },
  largestSpaceBytes: {
    name: "palimpsest_largest_space_bytes",
    help: "Bytes of the largest memory, as last estimated by Cosmos DB. The limit is 20 GB.",
  },
  spacesWithJobs: {
    name: "palimpsest_spaces_with_jobs",
    help: "Users with waiting, running or dead jobs, as last seen by the worker of this process.",
  },
  waitingJobs: {
    name: "palimpsest_waiting_jobs",
    help: "Jobs that wait for their next attempt, of the users that this process has checked.",
  },
  deadJobs: {
    name: "palimpsest_dead_jobs",
    help: "Dead jobs of the users that this process has checked.",
  },
};

const httpMetrics = (registers: Registry[]) => ({
  requests: new Counter({
    name: "palimpsest_http_requests_total",
    help: "Answered HTTP requests, by route and status.",
    labelNames: ["route", "status"],
    registers,
  }),
  requestDuration: new Histogram({
    name: "palimpsest_http_request_duration_seconds",
    help: "Time until the complete answer to an HTTP request, by route.",
    labelNames: ["route"],
    buckets: DURATION_BUCKETS,
    registers,
  }),
  errors: new Counter({
    name: "palimpsest_errors_total",
    help: "Errors sent to clients, by code.",
    labelNames: ["code"],
    registers,
  }),
});

const operationMetrics = (registers: Registry[]) => ({
  operations: new Counter({
    name: "palimpsest_operations_total",
    help: "Answered GraphQL operations, by transport, type, first root field and outcome (ok, error).",
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
    help: "Model calls of these tasks, including failed attempts.",
    labelNames: ["task"],
    registers,
  }),
  modelTokens: new Counter({
    name: "palimpsest_model_tokens_total",
    help: "Tokens of these calls, by direction (input, output). Cached tokens are part of the input.",
    labelNames: ["task", "direction"],
    registers,
  }),
});

const storeMetrics = (registers: Registry[]) => ({
  storeCalls: new Histogram({
    name: "palimpsest_store_call_duration_seconds",
    help: "Duration of calls of the store port, by method and outcome (ok, error).",
    labelNames: ["operation", "outcome"],
    buckets: CALL_BUCKETS,
    registers,
  }),
  fileChecks: new Counter({
    name: "palimpsest_file_checks_total",
    help: "Background checks of files of the embedded store, by outcome (ok, damaged).",
    labelNames: ["outcome"],
    registers,
  }),
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
  jobRuns: new Counter({
    name: "palimpsest_job_runs_total",
    help: "Completed job runs, by kind and resulting state of the job.",
    labelNames: ["kind", "status"],
    registers,
  }),
  build: new Gauge({
    name: "palimpsest_build_info",
    help: "1, with the version of the service and of Node.",
    labelNames: ["version", "node"],
    registers,
  }),
  eventLoopDelay: new Histogram({
    name: "palimpsest_event_loop_delay_seconds",
    help: "Longest delay of the event loop in each second.",
    buckets: DURATION_BUCKETS,
    registers,
  }),
  processesReplaced: new Counter({
    name: "palimpsest_processes_replaced_total",
    help: "Serving processes that were replaced because they ended or no longer answered.",
    registers,
  }),
});

const expositionOf = async (registry: Registry): ReturnType<Metrics["exposition"]> => ({
  contentType: registry.contentType,
  text: await registry.metrics(),
});

/** Combines the metrics of several processes, each with its own labels. */
export const joinMetrics = (
  ofProcesses: readonly MetricValues[],
): ReturnType<Metrics["exposition"]> =>
  expositionOf(AggregatorRegistry.aggregate(ofProcesses.map((metrics) => [...metrics])));

/**
 * Creates metrics in a separate registry, with those of the process (memory, event loop, garbage
 * collection). `labels` distinguish several processes.
 */
export const createMetrics = (labels: Readonly<Record<string, string>> = {}): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const { operations, operationDuration, stageDuration } = operationMetrics(registers);
  const { modelTasks, modelCalls, modelTokens } = modelMetrics(registers);
  const { storeCalls, fileChecks, storeRequests, requestUnits } = storeMetrics(registers);
  const { requests, requestDuration, errors } = httpMetrics(registers);
  const { eventLoopDelay, processesReplaced, jobRuns, build } = processMetrics(registers);
  build.set({ version: VERSION, node: process.versions.node }, 1);
  return {
    operationAnswered({ transport, type, field, hasErrors, seconds }) {
      operations.inc({ transport, type, field, outcome: hasErrors ? "error" : "ok" });
      operationDuration.observe({ type }, seconds);
    },
    stage: ({ stage, durationMs }) =>
      stageDuration.observe({ stage }, durationMs / MILLIS_PER_SECOND),
    model({ task, calls, tokens: { input, output }, failed }) {
      modelTasks.inc({ task, outcome: failed ? "error" : "ok" });
      modelCalls.inc({ task }, calls);
      modelTokens.inc({ task, direction: "input" }, input);
      modelTokens.inc({ task, direction: "output" }, output);
    },
    storeCharged({ operation, status, units }) {
      storeRequests.inc({ operation, status: `${Math.floor(status / 100)}xx` });
      requestUnits.inc({ operation }, units);
    },
    requestAnswered({ route, status, seconds }) {
      requests.inc({ route, status });
      requestDuration.observe({ route }, seconds);
    },
    requestRefused: (code) => errors.inc({ code }),
    storeCalled: ({ operation, seconds, failed }) =>
      storeCalls.observe({ operation, outcome: failed ? "error" : "ok" }, seconds),
    jobEnded: (kind, status) => jobRuns.inc({ kind, status }),
    fileChecked: ({ damaged }) => fileChecks.inc({ outcome: damaged ? "damaged" : "ok" }),
    processReplaced: () => processesReplaced.inc(),
    values: () => registry.getMetricsAsJSON(),
    loopDelayed: (seconds) => eventLoopDelay.observe(seconds),
    gauge(name, read) {
      const gauge: Gauge = new Gauge({
        ...GAUGES[name],
        registers,
        collect: () => gauge.set(read()),
      });
    },
    exposition: () => expositionOf(registry),
  };
};
