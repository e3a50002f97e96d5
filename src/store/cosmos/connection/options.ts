import type { TokenCredential } from "@azure/identity";
import type { HttpClient } from "@azure/core-rest-pipeline";
import type { Charge } from "../../charge-meter.ts";
import type { Ranking } from "./ranking.ts";
import type { CosmosLog } from "./log.ts";

export interface CosmosOptions {
  /** `https://<account>.documents.azure.com:443/` (COSMOS_ENDPOINT). */
  readonly endpoint: string;
  /**
   * Account key (COSMOS_KEY). Without it the Entra identity of the process is used
   * (`DefaultAzureCredential` of `@azure/identity`).
   */
  readonly key?: string | undefined;
  readonly credential?: TokenCredential | undefined;
  /** Database id (COSMOS_DATABASE). */
  readonly database: string;
  /**
   * Embedder whose vectors are stored. The container's vector policy must have the same number of
   * dimensions.
   */
  readonly embedder: { readonly id: string; readonly dimensions: number };
  /**
   * How texts are ranked (COSMOS_RANKING). Default: NATIVE. If the engine refuses it, a simpler way
   * is used automatically.
   */
  readonly ranking?: Ranking | undefined;
  /** Regions in order of preference, for an account that has several. */
  readonly preferredRegions?: readonly string[] | undefined;
  /** How long one call of the port may keep retrying, in milliseconds. Default: PATIENCE_MS. */
  readonly patienceMs?: number | undefined;
  /**
   * Timeout of one request in milliseconds. Default: REQUEST_TIMEOUT_MS; the service itself gives a
   * query 5 s.
   */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Name under which this instance keeps its checkpoint in the change feed. A name that survives
   * restarts misses no commit. Default: random.
   */
  readonly instance?: string | undefined;
  readonly log?: CosmosLog | undefined;
  /** Called for every response of the service, in the asynchronous context of the caller. */
  readonly onCharge?: ((charge: Charge) => void) | undefined;
  /** For tests: randomness, waiting, the clock (milliseconds since 1970) and the HTTP client. */
  readonly random?: (() => number) | undefined;
  readonly wait?: ((milliseconds: number) => Promise<void>) | undefined;
  readonly now?: (() => number) | undefined;
  /** The wait between two polls of the feed. */
  readonly waitForFeed?: ((milliseconds: number) => Promise<void>) | undefined;
  readonly httpClient?: HttpClient | undefined;
}

/** Most throttling ends within seconds, and users do not wait longer for an answer. */
export const PATIENCE_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 10_000;
