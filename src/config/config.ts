import { resolve } from "node:path";
import { authConfig } from "./auth.ts";
import { readSettings, type Environment, type Settings } from "./settings.ts";
import type { Thresholds } from "../derive/worker/triggers.ts";
import { MILLIS_PER_SECOND } from "../memory/time.ts";
import type { LogLevel } from "../server/log.ts";
import type { ServerConfig } from "../server/server-config.ts";

/** The configuration of the service, checked and grouped by the part that needs it. */
export interface Config {
  readonly logLevel: LogLevel;
  readonly server: ServerConfig;
  /** Number of serving processes behind one port. */
  readonly processes: number;
  /** The folder of the embedded store, as an absolute path. */
  readonly dataDirectory: string;
  /** Maximum number of open files of the embedded store. */
  readonly maxOpenSpaces: number;
  /** Interval of file checks of the embedded store, in milliseconds; 0 for never. */
  readonly checkFilesMillis: number;
  /** Storage quota of each tenant in the embedded store; null for no limit. */
  readonly quotas: { readonly maxSpaces: number | null; readonly maxBytes: number | null };
  /** Maximum number of model tokens of a tenant per day; null for no limit. */
  readonly tokensPerTenantDay: number | null;
  /** The language model; null for the offline model. */
  readonly openai: OpenAiChoice | null;
  /**
   * The folder of prompts that replace those of the service, as an absolute path; undefined for
   * none.
   */
  readonly promptsDirectory: string | undefined;
  /** The file that extends the vocabulary, as an absolute path; undefined for none. */
  readonly vocabularyFile: string | undefined;
  readonly worker: WorkerChoice;
  /** Azure Cosmos DB; null for the embedded store. */
  readonly cosmos: CosmosChoice | null;
}

export interface WorkerChoice {
  readonly on: boolean;
  readonly thresholds: Thresholds;
  readonly concurrency: number;
  readonly leaseMillis: number;
}

export interface CompatibleEndpoint {
  readonly kind: "openai";
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

export interface OpenAiChoice {
  readonly endpoint:
    | CompatibleEndpoint
    | {
        readonly kind: "azure";
        readonly endpoint: string;
        readonly apiKey: string | undefined;
        readonly apiVersion: string | undefined;
      };
  /** The endpoint of the embedding model; null for the same endpoint. */
  readonly embeddingEndpoint: CompatibleEndpoint | null;
  readonly models: {
    readonly extraction: string;
    readonly fallback: string;
    readonly summary: string;
    readonly embedding: string;
  };
  readonly embeddingDimensions: number;
  readonly deadlineSeconds: number;
  readonly concurrency: number;
}

export interface CosmosChoice {
  readonly endpoint: string;
  /** Undefined for the credentials of the machine (Entra). */
  readonly key: string | undefined;
  readonly database: string;
  readonly ranking: "native" | "service";
  /** In order of preference; empty for the region that writes. */
  readonly regions: readonly string[];
  /** Undefined for serverless. */
  readonly autoscaleMaxRu: number | undefined;
}

const HOUR_MILLIS = 3_600 * MILLIS_PER_SECOND;

const serverConfig = (settings: Settings): ServerConfig => ({
  host: settings.HOST,
  port: settings.PORT,
  auth: authConfig(settings),
  allowedOrigins: settings.ALLOWED_ORIGINS ?? [],
  bodyBytes: settings.MAX_BODY_BYTES,
  limits: {
    tokens: settings.MAX_QUERY_TOKENS,
    depth: settings.MAX_QUERY_DEPTH,
    selections: settings.MAX_QUERY_SELECTIONS,
    cost: settings.MAX_QUERY_COST,
  },
  admission: {
    running: settings.MAX_RUNNING_OPERATIONS,
    runningPerUser: settings.MAX_RUNNING_OPERATIONS_PER_USER,
    waiting: settings.MAX_WAITING_OPERATIONS,
    waitingPerUser: settings.MAX_WAITING_OPERATIONS_PER_USER,
    perMinuteAndUser: settings.RATE_LIMIT_PER_USER,
    perMinuteAndKey: settings.RATE_LIMIT_PER_KEY,
  },
  operationsPerSocket: settings.MAX_OPERATIONS_PER_SOCKET,
  accessLog: settings.ACCESS_LOG === "on",
  stopDelayMillis: settings.STOP_DELAY_SECONDS * MILLIS_PER_SECOND,
  stopGraceMillis: settings.STOP_GRACE_SECONDS * MILLIS_PER_SECOND,
});

const workerChoice = (settings: Settings): WorkerChoice => ({
  on: settings.WORKER === "on",
  thresholds: {
    SESSION_SUMMARY: settings.SESSION_SUMMARY_EVERY_N,
    FACT_EXTRACTION: settings.FACT_EXTRACTION_EVERY_N,
    EPISODE_EXTRACTION: settings.EPISODE_EXTRACTION_EVERY_N,
    USER_SUMMARY: settings.USER_SUMMARY_EVERY_N,
    RECONCILIATION: settings.RECONCILIATION_EVERY_N,
    PROFILE_REFRESH: settings.PROFILE_REFRESH_EVERY_N,
  },
  concurrency: settings.WORKER_CONCURRENCY,
  leaseMillis: settings.WORKER_LEASE_SECONDS * MILLIS_PER_SECOND,
});

/**
 * The endpoint of the model: Azure if its endpoint is set, otherwise OpenAI or a compatible server
 * if a key or a URL is set. Null means the offline model.
 */
const openAiEndpoint = (settings: Settings): OpenAiChoice["endpoint"] | null => {
  const {
    AZURE_OPENAI_ENDPOINT: azure,
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: baseUrl,
  } = settings;
  if (azure !== undefined)
    return {
      kind: "azure",
      endpoint: azure,
      apiKey: settings.AZURE_OPENAI_API_KEY,
      apiVersion: settings.AZURE_OPENAI_API_VERSION,
    };
  return apiKey === undefined && baseUrl === undefined ? null : { kind: "openai", apiKey, baseUrl };
};

/**
 * The settings of models over HTTP; null means the offline model. Embeddings come from the same
 * endpoint unless they have a URL of their own.
 */
const openAiChoice = (settings: Settings): OpenAiChoice | null => {
  const endpoint = openAiEndpoint(settings);
  return (
    endpoint && {
      endpoint,
      embeddingEndpoint:
        settings.EMBEDDING_BASE_URL === undefined
          ? null
          : {
              kind: "openai",
              apiKey: settings.EMBEDDING_API_KEY,
              baseUrl: settings.EMBEDDING_BASE_URL,
            },
      models: {
        extraction: settings.EXTRACTION_MODEL,
        fallback: settings.FALLBACK_MODEL,
        summary: settings.SUMMARY_MODEL ?? settings.EXTRACTION_MODEL,
        embedding: settings.EMBEDDING_MODEL,
      },
      embeddingDimensions: settings.EMBEDDING_DIMENSIONS,
      deadlineSeconds: settings.MODEL_DEADLINE_SECONDS,
      concurrency: settings.MODEL_CONCURRENCY,
    }
  );
};

/** The settings of the Cosmos DB store; null means SQLite. */
const cosmosChoice = ({
  COSMOS_ENDPOINT,
  COSMOS_KEY,
  COSMOS_DATABASE,
  COSMOS_RANKING,
  COSMOS_REGIONS,
  COSMOS_AUTOSCALE_MAX_RU,
}: Settings): CosmosChoice | null =>
  COSMOS_ENDPOINT === undefined
    ? null
    : {
        endpoint: COSMOS_ENDPOINT,
        key: COSMOS_KEY,
        database: COSMOS_DATABASE,
        ranking: COSMOS_RANKING,
        regions: COSMOS_REGIONS ?? [],
        autoscaleMaxRu: COSMOS_AUTOSCALE_MAX_RU,
      };

/**
 * Reads the configuration from the environment, and from the file that API_KEYS_FILE names. Throws
 * a StartupError that names the variables that are wrong.
 */
export const loadConfig = (environment: Environment): Config => {
  const settings = readSettings(environment);
  return {
    logLevel: settings.LOG_LEVEL,
    server: serverConfig(settings),
    processes: settings.WORKERS,
    dataDirectory: resolve(settings.DATA_DIR),
    maxOpenSpaces: settings.MAX_OPEN_SPACES,
    checkFilesMillis: settings.CHECK_FILES_HOURS * HOUR_MILLIS,
    quotas: {
      maxSpaces: settings.QUOTA_USERS_PER_TENANT ?? null,
      maxBytes: settings.QUOTA_BYTES_PER_TENANT ?? null,
    },
    tokensPerTenantDay: settings.QUOTA_TOKENS_PER_TENANT_DAY ?? null,
    worker: workerChoice(settings),
    openai: openAiChoice(settings),
    promptsDirectory:
      settings.PROMPTS_DIR === undefined ? undefined : resolve(settings.PROMPTS_DIR),
    vocabularyFile:
      settings.VOCABULARY_FILE === undefined ? undefined : resolve(settings.VOCABULARY_FILE),
    cosmos: cosmosChoice(settings),
  };
};
