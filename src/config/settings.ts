import { z } from "zod";
import type { JobKind } from "../derive/jobs/job.ts";
import { DEFAULT_THRESHOLDS } from "../derive/worker/triggers.ts";
import { DEFAULT_OPENAI_SETTINGS } from "../models/openai/config.ts";
import { LOG_LEVELS } from "../server/log.ts";
import { StartupError } from "../server/startup-error.ts";
import {
  apiKey,
  listOf,
  numberSetting,
  optionalNumberSetting,
  origin,
  setting,
  text,
  trustedUrl,
  webUrl,
  type Setting,
  type SettingValue,
} from "./setting.ts";

const MIB = 2 ** 20;
/** Minimum length of a key for HS256: the size of its hash (RFC 7518, 3.2). */
const MIN_SECRET_BYTES = 32;
const secret = z.string().refine((value) => Buffer.byteLength(value) >= MIN_SECRET_BYTES);
const algorithm = z.enum([
  "HS256",
  "HS384",
  "HS512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
]);

const everyN = (kind: JobKind, about: string): Setting<number, string> =>
  numberSetting({ min: 0, max: 1_000_000 }, DEFAULT_THRESHOLDS[kind], about);

/** All settings from the environment. `docs/reference/configuration.md` is this table. */
export const SETTINGS = {
  PORT: numberSetting(
    { min: 0, max: 65_535, what: "a port" },
    4000,
    "The port on which the service listens. 0 takes any free port.",
  ),
  HOST: setting(
    text,
    "127.0.0.1",
    "a host name or an address",
    "The address on which the service listens. Any address other than loopback requires API keys or JWT.",
  ),
  DATA_DIR: setting(
    text,
    "./data",
    "a folder",
    "The folder in which the embedded store keeps its files, one per user. It is created if it is missing.",
  ),
  MAX_OPEN_SPACES: numberSetting(
    { min: 1, max: 10_000 },
    256,
    "The maximum number of files that the embedded store keeps open. Beyond it, the store closes the least recently used one. With a low limit on open files (`ulimit -n`) it keeps fewer open, and warns when it starts.",
  ),
  WORKERS: numberSetting(
    { min: 1, max: 128 },
    1,
    "The number of serving processes behind the port, each for a part of the users. With more than one, a further process accepts the connections.",
  ),
  CHECK_FILES_HOURS: numberSetting(
    { min: 0, max: 10_000, what: "a number of hours" },
    24,
    "The hours between two checks of the structure of each file of the embedded store. One process at a time checks in the background. 0: never.",
  ),
  LOG_LEVEL: setting(
    z.enum(LOG_LEVELS),
    "info",
    `one of ${LOG_LEVELS.join(", ")}`,
    "The level of the log, written as JSON lines to standard error. At `debug`, the log includes the messages of errors, which may quote what users wrote; at other levels it does not.",
  ),
  ACCESS_LOG: setting(
    z.enum(["on", "off"]),
    "off",
    "on or off",
    "Whether the service logs each HTTP request: its id, route, operation, status and duration.",
  ),
  STOP_DELAY_SECONDS: numberSetting(
    { min: 0, max: 600, what: "a number of seconds" },
    0,
    "The number of seconds for which a stopping service reports that it is not ready but still answers. Behind a load balancer, set it to the time that the load balancer needs to notice.",
  ),
  STOP_GRACE_SECONDS: numberSetting(
    { min: 0, max: 600, what: "a number of seconds" },
    10,
    "The number of seconds for which a stopping service waits for requests in flight.",
  ),

  API_KEYS: setting(
    listOf(apiKey),
    null,
    "a comma-separated list of key:tenant",
    "The API keys, each with its tenant, separated by commas: `key:tenant,key:tenant`. A key has at least 16 characters; `sha256=` and its hexadecimal digest can replace it. Callers name the user in `x-user-id`.",
  ),
  API_KEYS_FILE: setting(
    text,
    null,
    "the path of a JSON file with a list of keys",
    "A JSON file with API keys, to keep them out of the environment. The service reads it again when it changes.",
  ),
  JWT_JWKS_URL: setting(
    trustedUrl,
    null,
    "an https URL, or an http URL of this machine",
    "The https URL of the key set with which tokens are signed. Requires JWT_ISSUER and JWT_AUDIENCE.",
  ),
  JWT_PUBLIC_KEY: setting(
    text,
    null,
    "a public key in PEM",
    "The public key or certificate that verifies tokens. `\\n` stands for a line break.",
  ),
  JWT_SECRET: setting(
    secret,
    null,
    `at least ${MIN_SECRET_BYTES} bytes long`,
    "The shared secret with which tokens are signed.",
  ),
  JWT_ALGORITHMS: setting(
    listOf(algorithm),
    null,
    `a comma-separated list of ${algorithm.options.join(", ")}`,
    "The signature algorithms that are accepted. By default HS256 with JWT_SECRET; otherwise RS256, PS256, ES256 and EdDSA.",
  ),
  JWT_ISSUER: setting(text, null, "a text", "The value that the claim `iss` of a token must have."),
  JWT_AUDIENCE: setting(
    text,
    null,
    "a text",
    "The value that the claim `aud` of a token must contain.",
  ),
  JWT_TENANT_CLAIM: setting(text, "tid", "the name of a claim", "The claim that names the tenant."),
  JWT_USER_CLAIM: setting(text, "sub", "the name of a claim", "The claim that names the user."),
  JWT_SPACES_CLAIM: setting(
    text,
    "spaces",
    "the name of a claim",
    "The claim that names the shared spaces of the tenant to which a token gives access.",
  ),
  JWT_CLOCK_TOLERANCE_SECONDS: numberSetting(
    { min: 0, max: 300, what: "a number of seconds" },
    5,
    "The tolerated clock difference, in seconds, when the times of a token are checked.",
  ),
  ALLOWED_ORIGINS: setting(
    listOf(origin),
    null,
    "a comma-separated list of origins such as https://app.example.com",
    "The origins whose web pages may call the service from a browser, in addition to its own.",
  ),

  MAX_BODY_BYTES: numberSetting(
    { min: 1024, max: 64 * MIB, what: "a number of bytes" },
    MIB,
    "The maximum number of bytes of a request body, and of a message over a socket.",
  ),
  MAX_QUERY_TOKENS: numberSetting(
    { min: 100, max: 100_000 },
    2000,
    "The maximum number of lexical tokens of a GraphQL document.",
  ),
  MAX_QUERY_DEPTH: numberSetting({ min: 3, max: 100 }, 20, "The maximum nesting depth of fields."),
  MAX_QUERY_SELECTIONS: numberSetting(
    { min: 10, max: 10_000 },
    500,
    "The maximum number of fields and fragments that a document selects, with fragments expanded.",
  ),
  MAX_QUERY_COST: numberSetting(
    { min: 100, max: 10_000_000 },
    50_000,
    "The maximum cost of an operation: every field costs 1, and the cost below a list is multiplied by the page size.",
  ),
  MAX_OPERATIONS_PER_SOCKET: numberSetting(
    { min: 1, max: 1000 },
    20,
    "The maximum number of operations, including subscriptions, that one WebSocket runs at a time.",
  ),
  MAX_RUNNING_OPERATIONS: numberSetting(
    { min: 1, max: 100_000 },
    200,
    "The maximum number of operations that run at a time. Further ones wait, and users take turns.",
  ),
  MAX_RUNNING_OPERATIONS_PER_USER: numberSetting(
    { min: 1, max: 100_000 },
    20,
    "The maximum number of operations of one user that run at a time.",
  ),
  MAX_WAITING_OPERATIONS: numberSetting(
    { min: 0, max: 1_000_000 },
    1_000,
    "The maximum number of operations that wait for their turn. Further ones are refused with OVERLOADED.",
  ),
  MAX_WAITING_OPERATIONS_PER_USER: numberSetting(
    { min: 0, max: 1_000_000 },
    200,
    "The maximum number of operations of one user that wait for their turn.",
  ),
  RATE_LIMIT_PER_USER: numberSetting(
    { min: 0, max: 10_000_000 },
    1_200,
    "The maximum number of HTTP requests and socket operations of one user per minute. Further ones are refused with RATE_LIMITED. 0: no limit. Callers without credentials have no limit.",
  ),
  QUOTA_USERS_PER_TENANT: optionalNumberSetting(
    { min: 1, max: 1_000_000_000 },
    "The maximum number of users of one tenant with a memory in the embedded store. Further users are refused with QUOTA_EXCEEDED.",
  ),
  QUOTA_BYTES_PER_TENANT: optionalNumberSetting(
    { min: 1_000_000, max: 999_999_999_999_999 },
    "The maximum size of all files of one tenant in the embedded store, in bytes. Beyond it, messages, sessions and turns are refused with QUOTA_EXCEEDED; reading and erasing still work.",
  ),
  QUOTA_TOKENS_PER_TENANT_DAY: optionalNumberSetting(
    { min: 1, max: 999_999_999_999_999 },
    "The maximum number of language model tokens (input and output) that the users of one tenant may use per day (UTC). Beyond it, the service calls no model for them: messages wait until the next day, and replies are refused with QUOTA_EXCEEDED.",
  ),
  RATE_LIMIT_PER_KEY: numberSetting(
    { min: 0, max: 10_000_000 },
    30_000,
    "The maximum number of HTTP requests and socket operations per minute of all users of one API key or, with JWT, of one tenant. 0: no limit.",
  ),

  WORKER: setting(
    z.enum(["on", "off"]),
    "on",
    "on or off",
    "Whether this process starts jobs automatically. If several processes do, they take turns.",
  ),
  SESSION_SUMMARY_EVERY_N: everyN(
    "SESSION_SUMMARY",
    "The number of turns of a session after which its summary is updated. 0: never automatically.",
  ),
  FACT_EXTRACTION_EVERY_N: everyN(
    "FACT_EXTRACTION",
    "The number of turns of a session after which facts are extracted from it. 0: never automatically.",
  ),
  EPISODE_EXTRACTION_EVERY_N: everyN(
    "EPISODE_EXTRACTION",
    "The number of turns of a session after which episodes and procedures are extracted from it. 0: never automatically.",
  ),
  USER_SUMMARY_EVERY_N: everyN(
    "USER_SUMMARY",
    "The number of turns and messages of a user after which the summary of the user is updated. 0: never automatically.",
  ),
  RECONCILIATION_EVERY_N: everyN(
    "RECONCILIATION",
    "The number of turns and messages of a user after which duplicates and contradictions are searched for. 0: never automatically.",
  ),
  PROFILE_REFRESH_EVERY_N: everyN(
    "PROFILE_REFRESH",
    "The number of turns and messages of a user after which profiles and importance of entities are rebuilt. 0: never automatically.",
  ),
  WORKER_CONCURRENCY: numberSetting(
    { min: 1, max: 100 },
    2,
    "The maximum number of spaces in which jobs run at a time. Within one space, jobs run one after the other.",
  ),
  WORKER_LEASE_SECONDS: numberSetting(
    { min: 1, max: 600, what: "a number of seconds" },
    30,
    "The number of seconds without a renewed lease after which another process takes over the feed or a job.",
  ),

  OPENAI_API_KEY: setting(
    text,
    null,
    "a text",
    "The key for OpenAI, or for the compatible endpoint at OPENAI_BASE_URL.",
  ),
  OPENAI_BASE_URL: setting(
    webUrl,
    null,
    "an http or https URL",
    "The URL of an OpenAI-compatible endpoint: Ollama, vLLM, LM Studio.",
  ),
  AZURE_OPENAI_ENDPOINT: setting(
    webUrl,
    null,
    "an http or https URL",
    "The endpoint of an Azure OpenAI resource.",
  ),
  AZURE_OPENAI_API_KEY: setting(
    text,
    null,
    "a text",
    "The key for AZURE_OPENAI_ENDPOINT. Without it, the service uses the credentials of the machine (Entra).",
  ),
  AZURE_OPENAI_API_VERSION: setting(
    text,
    null,
    "a version such as 2024-10-21",
    "If set, requests use the deployments with this API version; otherwise they use `/openai/v1/`.",
  ),
  EXTRACTION_MODEL: setting(
    text,
    "gpt-4.1-mini",
    "the name of a model",
    "The model that extracts facts and judges them. On Azure, the name of its deployment.",
  ),
  FALLBACK_MODEL: setting(
    text,
    "gpt-4.1",
    "the name of a model",
    "The model that is called when another one fails. For no fallback, set it to the value of EXTRACTION_MODEL.",
  ),
  SUMMARY_MODEL: setting(
    text,
    null,
    "the name of a model",
    "The model that summarises and replies. Default: EXTRACTION_MODEL.",
  ),
  EMBEDDING_MODEL: setting(
    text,
    "text-embedding-3-small",
    "the name of a model",
    "The model that embeds texts.",
  ),
  EMBEDDING_DIMENSIONS: numberSetting(
    { min: 8, max: 4096 },
    1536,
    "The number of dimensions of the vectors of EMBEDDING_MODEL.",
  ),
  EMBEDDING_BASE_URL: setting(
    webUrl,
    null,
    "an http or https URL",
    "The URL of the compatible endpoint that embeds, if it is a separate one.",
  ),
  EMBEDDING_API_KEY: setting(text, null, "a text", "The key for EMBEDDING_BASE_URL."),
  MODEL_DEADLINE_SECONDS: numberSetting(
    { min: 1, max: 600, what: "a number of seconds" },
    DEFAULT_OPENAI_SETTINGS.deadlineMs / 1000,
    "The time limit, in seconds, for all model calls of one write, including retries.",
  ),
  MODEL_CONCURRENCY: numberSetting(
    { min: 1, max: 1000 },
    DEFAULT_OPENAI_SETTINGS.concurrency,
    "The maximum number of concurrent requests to the endpoint.",
  ),
  PROMPTS_DIR: setting(
    text,
    null,
    "a folder",
    "A folder with prompts. They replace the built-in prompts of the same name (`src/prompts`).",
  ),
  VOCABULARY_FILE: setting(
    text,
    null,
    "a file",
    "A YAML file with slots that extend the vocabulary (docs/reference/vocabulary.md).",
  ),

  COSMOS_ENDPOINT: setting(
    webUrl,
    null,
    "an http or https URL",
    "The endpoint of an Azure Cosmos DB account for NoSQL.",
  ),
  COSMOS_KEY: setting(
    text,
    null,
    "a text",
    "The key for COSMOS_ENDPOINT. Without it, the service uses the credentials of the machine (Entra).",
  ),
  COSMOS_DATABASE: setting(
    text,
    "palimpsest",
    "the name of a database",
    "The database in the account.",
  ),
  COSMOS_RANKING: setting(
    z.enum(["native", "service"]),
    "native",
    "native or service",
    "What ranks full text: Cosmos DB, with its own fusion (`native`), or the service, among the texts that Cosmos DB finds within one partition (`service`). `service` costs less. If Cosmos DB refuses to rank, the service does it.",
  ),
  COSMOS_REGIONS: setting(
    listOf(text),
    null,
    "a comma-separated list of regions such as West Europe",
    "The regions of the account from which to read, in order of preference. Without it, the write region.",
  ),
  COSMOS_AUTOSCALE_MAX_RU: optionalNumberSetting(
    { min: 1000, max: 1_000_000 },
    "The autoscale limit, in request units per second, of the containers that `palimpsest provision` creates. Omit it for serverless accounts. `--throughput` sets or changes it by container.",
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;

export type Settings = {
  readonly [Name in SettingName]: SettingValue<(typeof SETTINGS)[Name]>;
};

/** The environment variables that are set. An empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads all settings. Throws a StartupError that names every variable that cannot be read. */
export const readSettings = (environment: Environment): Settings => {
  const problems: string[] = [];
  const values = Object.entries<Setting<unknown>>(SETTINGS).map(
    ([name, { schema, default: byDefault, expects }]) => {
      const text = environment[name]?.trim() || byDefault;
      if (text === null) return [name, undefined];
      const result = schema.safeParse(text);
      if (!result.success) problems.push(`${name} must be ${expects}.`);
      return [name, result.data];
    },
  );
  if (problems.length > 0) throw new StartupError(problems.join("\n"));
  // The entries were built from the table by name, which the type cannot express.
  return Object.fromEntries(values) as Settings;
};
