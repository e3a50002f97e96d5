import type { GraphQLSchema } from "graphql";
import type { Log } from "../../src/server/log.ts";
import { createMetrics } from "../../src/server/metrics/prometheus.ts";
import type { ServerConfig } from "../../src/server/server-config.ts";
import type { RunningServer } from "../../src/server/http/listening.ts";
import { startServer } from "../../src/server/start.ts";
import { ChargeMeter } from "../../src/store/charge-meter.ts";
import type { SpaceId, SpaceStore, Store } from "../../src/store/port.ts";
import { silentModels } from "../fakes/silent-models.ts";
import { createGate, standInSchema, type Gate, type StandInContext } from "./stand-in-schema.ts";

export interface Logged {
  readonly level: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that a test can read. */
export const recordingLog = (
  level: "info" | "debug" = "info",
): Log & { readonly lines: Logged[] } => {
  const lines: Logged[] = [];
  const write = (level: string) => (details: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push({ level, details, message });
  return {
    lines,
    debug: (details, message) => {
      if (level === "debug") write("debug")(details, message);
    },
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    fatal: write("fatal"),
    isLevelEnabled: (asked) => asked !== "debug" || level === "debug",
  };
};

export const LIMITS = { tokens: 2000, depth: 20, selections: 500, cost: 50_000 };

export const ADMISSION = {
  running: 200,
  runningPerUser: 20,
  waiting: 1_000,
  waitingPerUser: 200,
  perMinuteAndUser: 0,
  perMinuteAndKey: 0,
};

export const configOf = (changes: Partial<ServerConfig> = {}): ServerConfig => ({
  host: "127.0.0.1",
  port: 0,
  auth: { way: "none" },
  allowedOrigins: [],
  bodyBytes: 2 ** 20,
  limits: LIMITS,
  admission: ADMISSION,
  operationsPerSocket: 3,
  accessLog: false,
  stopDelayMillis: 0,
  stopGraceMillis: 10_000,
  ...changes,
});

export interface Service extends RunningServer {
  readonly gate: Gate;
  readonly log: ReturnType<typeof recordingLog>;
  /** For each request, in order: aborts when its caller disconnects. */
  readonly gone: readonly AbortSignal[];
  /** The behaviour of `Store.check` and `Store.space` from now on; undefined lets them succeed. */
  ail(fault: Error | undefined): void;
}

/** A store that knows who is asked for, and nothing else. */
const standInStore = () => {
  let fault: Error | undefined;
  const store: Pick<Store, "space" | "check"> = {
    space: async (id: SpaceId) => {
      if (fault) throw fault;
      return { id } as SpaceStore;
    },
    check: async () => {
      if (fault) throw fault;
    },
  };
  return { store, ail: (next: Error | undefined) => (fault = next) };
};

export interface ServiceOptions extends Partial<ServerConfig> {
  readonly schema?: GraphQLSchema;
  readonly logLevel?: "info" | "debug";
  readonly now?: () => number;
  /** Whether the store charges: 1.5 units for each context that is made, by one request. */
  readonly charges?: boolean;
  /** The Unix socket on which a front reaches it. */
  readonly behindFront?: string;
}

/** The server around a stand-in schema and a stand-in store, on a free port. */
export const startService = async ({
  schema = standInSchema(),
  logLevel,
  now = Date.now,
  charges = false,
  behindFront,
  ...changes
}: ServiceOptions = {}): Promise<Service> => {
  const meter = charges ? new ChargeMeter() : undefined;
  const metrics = createMetrics();
  const gate = createGate();
  const log = recordingLog(logLevel);
  const { store, ail } = standInStore();
  const gone: AbortSignal[] = [];
  let errors = 0;
  const running = await startServer<StandInContext>({
    config: configOf(changes),
    store,
    embedder: { id: "none", dimensions: 1 },
    models: silentModels,
    schema,
    createContext: async ({ id }, { disconnect: signal }) => {
      const charge = { units: 1.5, operation: "head", status: 200 };
      meter?.add(charge);
      metrics.storeCharged(charge);
      return { space: id, number: gone.push(signal), gate };
    },
    log,
    meter,
    metrics,
    now,
    newId: () => `error-${++errors}`,
    behindFront,
  });
  return { ...running, gate, log, gone, ail };
};
