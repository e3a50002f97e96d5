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
/** RFC 7518, 3.2: a key for HS256 has at least the size of its hash. */
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

/**
 * Everything that the service reads from its environment. `docs/reference/configuration.md` is this
 * table.
 */
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
    "The address on which the service listens. Any but a loopback address requires API keys or JWT.",
  ),
  DATA_DIR: setting(
    text,
    "./data",
    "a folder",
    "The folder in which the embedded store keeps its files, one per user.",
  ),
  MAX_OPEN_SPACES: numberSetting(
    { min: 1, max: 10_000 },
    256,
    "The most files that the embedded store keeps open. Beyond it, the least recently used one is closed.",
  ),
  WORKERS: numberSetting(
    { min: 1, max: 128 },
    1,
    "How many processes serve behind the port, each its part of the users. Beside them, one accepts connections.",
  ),
  CHECK_FILES_HOURS: numberSetting(
    { min: 0, max: 10_000, what: "a number of hours" },
    24,
    "How often the structure of each file of the embedded store is checked, in the background and by one process at a time. 0: never.",
  ),
  LOG_LEVEL: setting(
    z.enum(LOG_LEVELS),
    "info",
    `one of ${LOG_LEVELS.join(", ")}`,
    "What is logged, as JSON lines on standard error. At `debug`, errors are logged with their messages, which may quote what users wrote; above `debug`, never.",
  ),
  ACCESS_LOG: setting(
    z.enum(["on", "off"]),
    "off",
    "on or off",
    "Whether each request over HTTP is logged: its id, route, operation, status and duration.",
  ),
  STOP_DELAY_SECONDS: numberSetting(
    { min: 0, max: 600, what: "a number of seconds" },
    0,
    "How long the service, when it stops, is not ready but still answers. Behind a load balancer, set it to the time in which that notices.",
  ),
  STOP_GRACE_SECONDS: numberSetting(
    { min: 0, max: 600, what: "a number of seconds" },
    10,
    "How long the service waits, when it stops, for requests in flight.",
  ),

  API_KEYS: setting(
    listOf(apiKey),
    null,
    "a comma-separated list of key:tenant",
    "The API keys, of at least 16 characters, each with its tenant. Callers name the user in `x-user-id`. `sha256=` and the digest of a key, in hexadecimal digits, may stand for the key.",
  ),
  API_KEYS_FILE: setting(
    text,
    null,
    "the path of a JSON file with a list of keys",
    "A JSON file with API keys, so that they stay out of the environment. It is read again when it changes.",
  ),
  JWT_JWKS_URL: setting(
    trustedUrl,
    null,
    "an https URL, or an http URL of this machine",
    "The https URL of the key set that tokens are signed with. Requires JWT_ISSUER and JWT_AUDIENCE.",
  ),
  JWT_PUBLIC_KEY: setting(
    text,
    null,
    "a public key in PEM",
    "The public key, or certificate, that tokens are signed with. `\\n` stands for a line break.",
  ),
  JWT_SECRET: setting(
    secret,
    null,
    `at least ${MIN_SECRET_BYTES} bytes long`,
    "The shared secret that tokens are signed with.",
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
    "The claim that names the shared spaces of the tenant that a token gives access to.",
  ),
  JWT_CLOCK_TOLERANCE_SECONDS: numberSetting(
    { min: 0, max: 300, what: "a number of seconds" },
    5,
    "The tolerated difference between clocks when the times of a token are checked.",
  ),
  ALLOWED_ORIGINS: setting(
    listOf(origin),
    null,
    "a comma-separated list of origins such as https://app.example.com",
    "The origins whose web pages may call the service from a browser, besides its own.",
  ),

  MAX_BODY_BYTES: numberSetting(
    { min: 1024, max: 64 * MIB, what: "a number of bytes" },
    MIB,
    "The most bytes of a request body, and of a message over a socket.",
  ),
  MAX_QUERY_TOKENS: numberSetting(
    { min: 100, max: 100_000 },
    2000,
    "The most lexical tokens of a GraphQL document.",
  ),
  MAX_QUERY_DEPTH: numberSetting({ min: 3, max: 100 }, 20, "The most nested fields."),
  MAX_QUERY_SELECTIONS: numberSetting(
    { min: 10, max: 10_000 },
    500,
    "The most fields and fragments that a document selects, with fragments spread.",
  ),
  MAX_QUERY_COST: numberSetting(
    { min: 100, max: 10_000_000 },
    50_000,
    "The most that an operation may cost: every field costs 1, and what is below a list is multiplied by the page size.",
  ),
  MAX_OPERATIONS_PER_SOCKET: numberSetting(
    { min: 1, max: 1000 },
    20,
    "The most operations, subscriptions included, that one WebSocket runs at a time.",
  ),
  MAX_RUNNING_OPERATIONS: numberSetting(
    { min: 1, max: 100_000 },
    200,
    "The most operations that run at a time. Further ones wait, and users take turns.",
  ),
  MAX_RUNNING_OPERATIONS_PER_USER: numberSetting(
    { min: 1, max: 100_000 },
    20,
    "The most operations of one user that run at a time.",
  ),
  MAX_WAITING_OPERATIONS: numberSetting(
    { min: 0, max: 1_000_000 },
    1_000,
    "The most operations that wait for their turn. Further ones are refused with OVERLOADED.",
  ),
  MAX_WAITING_OPERATIONS_PER_USER: numberSetting(
    { min: 0, max: 1_000_000 },
    200,
    "The most operations of one user that wait for their turn.",
  ),
  RATE_LIMIT_PER_USER: numberSetting(
    { min: 0, max: 10_000_000 },
    1_200,
    "The most requests of one user in a minute, and operations over a socket. Further ones are refused with RATE_LIMITED. 0: any number. Callers without credentials have no limit.",
  ),
  QUOTA_USERS_PER_TENANT: optionalNumberSetting(
    { min: 1, max: 1_000_000_000 },
    "The most users of one tenant with a memory in the embedded store. A further one is refused with QUOTA_EXCEEDED.",
  ),
  QUOTA_BYTES_PER_TENANT: optionalNumberSetting(
    { min: 1_000_000, max: 999_999_999_999_999 },
    "The most bytes of all files of one tenant in the embedded store. Beyond them, messages and turns are refused with QUOTA_EXCEEDED; reading and erasing go on.",
  ),
  QUOTA_TOKENS_PER_TENANT_DAY: optionalNumberSetting(
    { min: 1, max: 999_999_999_999_999 },
    "The most tokens of language models that the users of one tenant use in a day (UTC), input and output. Beyond them no model is asked for them: messages wait until the next day, and replies are refused with QUOTA_EXCEEDED.",
  ),
  RATE_LIMIT_PER_KEY: numberSetting(
    { min: 0, max: 10_000_000 },
    30_000,
    "The same of all users with one API key; with JWT, of one tenant.",
  ),

  WORKER: setting(
    z.enum(["on", "off"]),
    "on",
    "on or off",
    "Whether this process starts jobs by itself. Of several processes, one does so at a time.",
  ),
  SESSION_SUMMARY_EVERY_N: everyN(
    "SESSION_SUMMARY",
    "The summary of a session is updated after so many of its turns. 0: never automatically.",
  ),
  FACT_EXTRACTION_EVERY_N: everyN(
    "FACT_EXTRACTION",
    "Facts are extracted from a session after so many of its turns. 0: never automatically.",
  ),
  EPISODE_EXTRACTION_EVERY_N: everyN(
    "EPISODE_EXTRACTION",
    "Episodes and procedures are extracted from a session after so many of its turns. 0: never automatically.",
  ),
  USER_SUMMARY_EVERY_N: everyN(
    "USER_SUMMARY",
    "The summary of a user is updated after so many turns and messages of the user. 0: never automatically.",
  ),
  RECONCILIATION_EVERY_N: everyN(
    "RECONCILIATION",
    "Duplicates and contradictions are looked for after so many turns and messages of a user. 0: never automatically.",
  ),
  PROFILE_REFRESH_EVERY_N: everyN(
    "PROFILE_REFRESH",
    "Profiles and importance of entities are rebuilt after so many turns and messages of a user. 0: never automatically.",
  ),
  WORKER_CONCURRENCY: numberSetting(
    { min: 1, max: 100 },
    2,
    "The most spaces in which jobs run at a time. Within one space, jobs run one after the other.",
  ),
  WORKER_LEASE_SECONDS: numberSetting(
    { min: 1, max: 600, what: "a number of seconds" },
    30,
    "How long the feed, or a job, stays with a process that no longer renews its lease, before another takes over.",
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
    "The URL of an endpoint that is compatible with OpenAI: Ollama, vLLM, LM Studio.",
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
    "The key for AZURE_OPENAI_ENDPOINT. Without one, the credentials of the machine are used (Entra).",
  ),
  AZURE_OPENAI_API_VERSION: setting(
    text,
    null,
    "a version such as 2024-10-21",
    "If it is set, requests go to the deployments of that version of the API; otherwise to `/openai/v1/`.",
  ),
  EXTRACTION_MODEL: setting(
    text,
    "gpt-4.1-mini",
    "the name of a model",
    "The model that extracts and judges. With Azure, the name of its deployment.",
  ),
  FALLBACK_MODEL: setting(
    text,
    "gpt-4.1",
    "the name of a model",
    "The model that is asked when another fails. For none, set it to the value of EXTRACTION_MODEL.",
  ),
  SUMMARY_MODEL: setting(
    text,
    null,
    "the name of a model",
    "The model that summarises and replies. By default EXTRACTION_MODEL.",
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
    "The number of dimensions of its vectors.",
  ),
  EMBEDDING_BASE_URL: setting(
    webUrl,
    null,
    "an http or https URL",
    "The URL of the compatible endpoint that embeds, if it is another one.",
  ),
  EMBEDDING_API_KEY: setting(text, null, "a text", "The key for EMBEDDING_BASE_URL."),
  MODEL_DEADLINE_SECONDS: numberSetting(
    { min: 1, max: 600, what: "a number of seconds" },
    DEFAULT_OPENAI_SETTINGS.deadlineMs / 1000,
    "The time limit for all model calls of one write, with all their attempts.",
  ),
  MODEL_CONCURRENCY: numberSetting(
    { min: 1, max: 1000 },
    DEFAULT_OPENAI_SETTINGS.concurrency,
    "The most requests to the endpoint at a time.",
  ),
  PROMPTS_DIR: setting(
    text,
    null,
    "a folder",
    "A folder with prompts that replace those of the same name that ship with the service (`src/prompts`).",
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
    "The key for COSMOS_ENDPOINT. Without one, the credentials of the machine are used (Entra).",
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
    "Who ranks full text: Cosmos DB with its own fusion (native), or this service what Cosmos DB finds within one partition (service), which costs less. Where the engine refuses to rank, the service does.",
  ),
  COSMOS_REGIONS: setting(
    listOf(text),
    null,
    "a comma-separated list of regions such as West Europe",
    "The regions of the account that are read from, in order of preference: the nearest first. Without it, the region that writes.",
  ),
  COSMOS_AUTOSCALE_MAX_RU: optionalNumberSetting(
    { min: 1000, max: 1_000_000 },
    "The autoscale limit of the containers that `palimpsest provision` creates, in request units. Omit it for serverless accounts. `--throughput` sets or changes it by container.",
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
  // The entries were built from the table, name by name, which the type cannot express.
  return Object.fromEntries(values) as Settings;
};
