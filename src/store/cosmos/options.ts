import type { TokenCredential } from "@azure/identity";
import type { HttpClient } from "@azure/core-rest-pipeline";
import type { Charge } from "../charge-meter.ts";

export interface CosmosLog {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
  error(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface CosmosOptions {
  /** `https://<account>.documents.azure.com:443/` (COSMOS_ENDPOINT). */
  readonly endpoint: string;
  /** COSMOS_KEY; without it the Entra identity of the process is used (`@azure/identity`, DefaultAzureCredential). */
  readonly key?: string | undefined;
  readonly credential?: TokenCredential | undefined;
  /** COSMOS_DATABASE. */
  readonly database: string;
  /** Whose vectors are kept; the container's vector policy must have as many dimensions. */
  readonly embedder: { readonly id: string; readonly dimensions: number };
  /** Regions in the order of preference, for an account that has several. */
  readonly preferredRegions?: readonly string[] | undefined;
  /** How long one call of the port may go on trying, in milliseconds. */
  readonly patienceMs?: number | undefined;
  /** How long one request may take, in milliseconds; the service gives a query 5 s. */
  readonly requestTimeoutMs?: number | undefined;
  /** How often other instances' commits are asked for while somebody listens, in milliseconds. */
  readonly feedIntervalMs?: number | undefined;
  /** The name under which this instance keeps its place in the change feed; one that stays the same over restarts misses nothing. */
  readonly instance?: string | undefined;
  readonly log?: CosmosLog | undefined;
  /** Called for every answer of the service, in the asynchronous context of whoever asked. */
  readonly onCharge?: ((charge: Charge) => void) | undefined;
  /** For tests: what is random, what waits, what goes over the wire. */
  readonly random?: (() => number) | undefined;
  readonly wait?: ((milliseconds: number) => Promise<void>) | undefined;
  readonly now?: (() => number) | undefined;
  readonly httpClient?: HttpClient | undefined;
}

/** Patience: most throttling is over within seconds; a user waits no longer for an answer. */
export const PATIENCE_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 10_000;
export const FEED_INTERVAL_MS = 1_000;
