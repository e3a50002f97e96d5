import { CosmosClient, type Container, type CosmosClientOptions } from "@azure/cosmos";
import type { HttpClient } from "@azure/core-rest-pipeline";
import { StoreUnavailable } from "../../port.ts";
import { nothingKept, type DocumentCache } from "../partition/kept-documents.ts";
import type { ContainerName } from "../provisioning/choices.ts";
import { withoutEmptyRankingPages } from "./empty-ranking-pages.ts";
import { PATIENCE_MS, REQUEST_TIMEOUT_MS, type CosmosOptions } from "./options.ts";
import type { CosmosLog } from "./log.ts";
import { cachingPartitionRanges } from "./partition-ranges.ts";
import { asPortCall, currentCall } from "./port-call.ts";
import { asPortError } from "./port-errors.ts";
import { queriesWithoutPlan, withholdingQueryPlans, type WithoutPlan } from "./query-plans.ts";
import { withRehearsals } from "./rehearsals.ts";
import { ServedRanking } from "./ranking.ts";
import { pauseAfter, sleep } from "./retry.ts";
import { retryingHttpClient } from "./retrying-http-client.ts";

const SILENT: CosmosLog = { warn: () => {}, error: () => {} };

/** A client of the service, and the state that all parts of the adapter share. */
export interface Connection {
  readonly client: CosmosClient;
  readonly database: string;
  readonly log: CosmosLog;
  readonly embedder: CosmosOptions["embedder"];
  readonly rankings: ServedRanking;
  /** Cached documents of all spaces. */
  readonly documentCache: DocumentCache;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  container(name: ContainerName): Container;
  readonly withoutPlan: WithoutPlan;
  /**
   * Runs one call of the port, retrying for `patienceMs` (default: that of the options). Rejects
   * with errors of the port. A call within a call belongs to the outer one.
   */
  call<T>(operation: string, act: () => Promise<T>, patienceMs?: number): Promise<T>;
  /**
   * Waits after the nth attempt (from 0). Throws a StoreUnavailable with the message if the time of
   * the call is used up.
   */
  pause(attempt: number, message: string): Promise<void>;
  /** Refuses new calls and waits for the running ones. */
  close(): Promise<void>;
}

type Timing = {
  readonly [K in "patienceMs" | "now" | "random" | "wait"]: NonNullable<CosmosOptions[K]>;
};

const timingOf = ({ patienceMs, now, random, wait }: CosmosOptions): Timing => ({
  patienceMs: patienceMs ?? PATIENCE_MS,
  now: now ?? Date.now,
  random: random ?? Math.random,
  wait: wait ?? sleep,
});

/** The steps that every request passes, from the outermost to the innermost. */
const httpClientOf = (options: CosmosOptions, timing: Timing): HttpClient =>
  withholdingQueryPlans(
    withRehearsals(
      withoutEmptyRankingPages(
        cachingPartitionRanges(
          retryingHttpClient({
            ...timing,
            log: options.log ?? SILENT,
            client: options.httpClient,
            onCharge: options.onCharge ?? (() => {}),
            requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
            hasRegions: (options.preferredRegions?.length ?? 0) > 1,
            endpoint: options.endpoint,
          }),
        ),
      ),
    ),
  );

const credentialsOf = async ({
  key,
  credential,
}: CosmosOptions): Promise<Pick<CosmosClientOptions, "key" | "aadCredentials">> => {
  if (key !== undefined) return { key };
  if (credential) return { aadCredentials: credential };
  const { DefaultAzureCredential } = await import("@azure/identity");
  return { aadCredentials: new DefaultAzureCredential() };
};

const clientOf = async (options: CosmosOptions, timing: Timing): Promise<CosmosClient> =>
  new CosmosClient({
    endpoint: options.endpoint,
    ...(await credentialsOf(options)),
    // Without this, the SDK sends no session token, and a reader may miss its own last write.
    consistencyLevel: "Session",
    httpClient: httpClientOf(options, timing),
    connectionPolicy: {
      // The HTTP client retries.
      retryOptions: {
        maxRetryAttemptCount: 0,
        fixedRetryIntervalInMilliseconds: 0,
        maxWaitTimeInSeconds: 0,
      },
      requestTimeout: 2 * timing.patienceMs,
      useMultipleWriteLocations: false,
      preferredLocations: [...(options.preferredRegions ?? [])],
    },
    userAgentSuffix: "palimpsest",
  });

/** The calls that have not ended yet. */
class RunningCalls {
  readonly #calls = new Set<Promise<unknown>>();

  add<T>(call: Promise<T>): Promise<T> {
    const ending = Promise.allSettled([call]).finally(() => this.#calls.delete(ending));
    this.#calls.add(ending);
    return call;
  }

  async untilIdle(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }
}

/** Connects with the key, or else with the Entra identity. Sends nothing yet. */
export const connect = async (options: CosmosOptions): Promise<Connection> => {
  const timing = timingOf(options);
  const { now, random, wait } = timing;
  const log = options.log ?? SILENT;
  const client = await clientOf(options, timing);
  const runningCalls = new RunningCalls();
  let isClosed = false;
  return {
    client,
    now,
    database: options.database,
    embedder: options.embedder,
    log,
    rankings: new ServedRanking(log, options.ranking ?? "NATIVE"),
    documentCache: nothingKept(),
    container: (name) => client.database(options.database).container(name),
    withoutPlan: queriesWithoutPlan(),
    call: (operation, act, patienceMs = timing.patienceMs) => {
      if (currentCall()) return act();
      if (isClosed)
        return Promise.reject(new StoreUnavailable("UNREACHABLE", "The store is closed."));
      return runningCalls.add(
        asPortCall(operation, now() + patienceMs, (call) =>
          act().catch((error: unknown) => Promise.reject(asPortError(error, call))),
        ),
      );
    },
    pause: async (attempt, message) => {
      const pause = pauseAfter(attempt, 0, random);
      if (now() + pause >= (currentCall()?.deadline ?? 0))
        throw new StoreUnavailable("UNREACHABLE", message);
      await wait(pause);
    },
    close: async () => {
      isClosed = true;
      await runningCalls.untilIdle();
      client.dispose();
    },
  };
};
