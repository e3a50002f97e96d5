import { CosmosClient, type Container } from "@azure/cosmos";
import { StoreUnavailable } from "../port.ts";
import { asCall, currentCall, type Call } from "./call.ts";
import type { ContainerName } from "./containers.ts";
import { withoutEmptyPages } from "./empty-pages.ts";
import { asPortError } from "./failures.ts";
import { patientHttpClient } from "./http-client.ts";
import { withKnownRanges } from "./known-ranges.ts";
import { PATIENCE_MS, REQUEST_TIMEOUT_MS, type CosmosLog, type CosmosOptions } from "./options.ts";
import { sleep, waitBefore } from "./patience.ts";
import { sparingPlans, withoutSparedPlans, type WithoutPlan } from "./spared-plans.ts";

const SILENT: CosmosLog = { warn: () => {}, error: () => {} };

/** A client of the service, and what all parts of the adapter share. */
export interface Connection {
  readonly client: CosmosClient;
  readonly database: string;
  readonly log: CosmosLog;
  readonly embedder: CosmosOptions["embedder"];
  readonly now: () => number;
  container(name: ContainerName): Container;
  /** Runs a query without a plan where it needs none. */
  readonly withoutPlan: WithoutPlan;
  /** Runs one call of the port with all its patience (in milliseconds, of the options where it is left out); errors come out as the port tells them. */
  call<T>(operation: string, act: () => Promise<T>, patienceMs?: number): Promise<T>;
  /** Waits before the nth further try (from 0); throws a StoreUnavailable where the patience of the call is at its end. */
  pause(tries: number, why: string): Promise<void>;
  /** Lets running calls end; later ones are refused. */
  close(): Promise<void>;
}

/** Connects with the key, or else with the Entra identity. Sends nothing yet. */
export const connect = async (options: CosmosOptions): Promise<Connection> => {
  const patienceMs = options.patienceMs ?? PATIENCE_MS;
  const now = options.now ?? Date.now;
  const random = options.random ?? Math.random;
  const wait = options.wait ?? sleep;
  const regions = options.preferredRegions ?? [];
  const credential =
    options.key === undefined
      ? (options.credential ?? new (await import("@azure/identity")).DefaultAzureCredential())
      : undefined;
  const client = new CosmosClient({
    endpoint: options.endpoint,
    ...(options.key === undefined ? { aadCredentials: credential! } : { key: options.key }),
    // Without it the SDK sends no session token, and a reader may miss what it has just written.
    consistencyLevel: "Session",
    httpClient: withoutSparedPlans(
      withoutEmptyPages(
        withKnownRanges(
          patientHttpClient({
            client: options.httpClient,
            onCharge: options.onCharge ?? (() => {}),
            random,
            wait,
            now,
            patienceMs,
            requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
            hasRegions: regions.length > 1,
          }),
        ),
      ),
    ),
    connectionPolicy: {
      // Trying again is the HTTP client's part.
      retryOptions: {
        maxRetryAttemptCount: 0,
        fixedRetryIntervalInMilliseconds: 0,
        maxWaitTimeInSeconds: 0,
      },
      requestTimeout: 2 * patienceMs,
      preferredLocations: [...regions],
    },
    userAgentSuffix: "palimpsest",
  });
  let closed = false;
  const running = new Set<Promise<unknown>>();
  const counted = <T>(call: Promise<T>): Promise<T> => {
    const ended = Promise.allSettled([call]).finally(() => running.delete(ended));
    running.add(ended);
    return call;
  };
  const told = (error: unknown, call: Call): never => {
    throw asPortError(error, call);
  };
  return {
    client,
    now,
    database: options.database,
    embedder: options.embedder,
    log: options.log ?? SILENT,
    container: (name) => client.database(options.database).container(name),
    withoutPlan: sparingPlans(),
    call: (operation, act, patience = patienceMs) => {
      if (currentCall()) return act();
      if (closed)
        return Promise.reject(new StoreUnavailable("UNREACHABLE", "The store is closed."));
      return counted(
        asCall(operation, now() + patience, () =>
          act().catch((error: unknown) => told(error, currentCall()!)),
        ),
      );
    },
    pause: async (tries, why) => {
      const pause = waitBefore(tries, 0, random);
      if (now() + pause >= (currentCall()?.deadline ?? 0))
        throw new StoreUnavailable("UNREACHABLE", why);
      await wait(pause);
    },
    close: async () => {
      closed = true;
      while (running.size > 0) await Promise.all(running);
      client.dispose();
    },
  };
};
