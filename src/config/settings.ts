import { z } from "zod";
import { DEFAULT_THRESHOLDS } from "../derive/worker/thresholds.ts";
import type { JobKind } from "../derive/jobs/job.ts";
import { LOG_LEVELS } from "../server/log.ts";
import { apiKey, listOf, origin, setting, text, webUrl, wholeNumber } from "./setting.ts";

const MIB = 2 ** 20;
/** RFC 7518, 3.2: a key for HS256 has at least the size of its hash. */
const LEAST_SECRET_BYTES = 32;
const secret = z.string().refine((value) => Buffer.byteLength(value) >= LEAST_SECRET_BYTES);
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

const MOST_TURNS = 1_000_000;
const everyN = (kind: JobKind, about: string) =>
  setting(
    wholeNumber(0, MOST_TURNS),
    String(DEFAULT_THRESHOLDS[kind]),
    `a whole number, 0 to ${MOST_TURNS}`,
    about,
  );

/** All that the service reads from its environment. `docs/configuration.md` is this table. */
export const SETTINGS = {
  PORT: setting(
    wholeNumber(0, 65_535),
    "4000",
    "a port, 0 to 65535",
    "Where the service listens. 0 takes any free port.",
  ),
  HOST: setting(
    text,
    "127.0.0.1",
    "a host name or an address",
    "The address it binds. Any but a loopback address needs API keys or JWT.",
  ),
  DATA_DIR: setting(
    text,
    "./data",
    "a folder",
    "Where the embedded store keeps its files, one for each user.",
  ),
  MAX_OPEN_SPACES: setting(
    wholeNumber(1, 10_000),
    "256",
    "a whole number, 1 to 10000",
    "The most files that the embedded store keeps open; the one that was used least recently is closed for another.",
  ),
  LOG_LEVEL: setting(
    z.enum(LOG_LEVELS),
    "info",
    `one of ${LOG_LEVELS.join(", ")}`,
    "What is logged, as JSON lines on standard error. At `debug` errors are logged with their messages, which may quote what users wrote; above it never.",
  ),

  API_KEYS: setting(
    listOf(apiKey),
    null,
    "a comma-separated list of key:tenant",
    "The keys that callers may have, each with its tenant. Callers name the user in `x-user-id`.",
  ),
  API_KEYS_FILE: setting(
    text,
    null,
    'the path of a JSON file of the form {"key": "tenant"}',
    "The same from a file, so that keys stay out of the environment.",
  ),
  JWT_JWKS_URL: setting(
    webUrl,
    null,
    "an http or https URL",
    "Where the keys are that tokens are signed with. Needs JWT_ISSUER and JWT_AUDIENCE.",
  ),
  JWT_PUBLIC_KEY: setting(
    text,
    null,
    "a public key in PEM",
    "The one public key, or certificate, that tokens are signed with. `\\n` stands for a line break.",
  ),
  JWT_SECRET: setting(
    secret,
    null,
    `at least ${LEAST_SECRET_BYTES} bytes long`,
    "The one shared secret that tokens are signed with.",
  ),
  JWT_ALGORITHMS: setting(
    listOf(algorithm),
    null,
    `a comma-separated list of ${algorithm.options.join(", ")}`,
    "The signature algorithms that are accepted. By default HS256 with JWT_SECRET, else RS256, PS256, ES256 and EdDSA.",
  ),
  JWT_ISSUER: setting(text, null, "a text", "What the token's claim `iss` must be."),
  JWT_AUDIENCE: setting(text, null, "a text", "What the token's claim `aud` must hold."),
  JWT_TENANT_CLAIM: setting(text, "tid", "the name of a claim", "The claim that names the tenant."),
  JWT_USER_CLAIM: setting(text, "sub", "the name of a claim", "The claim that names the user."),
  JWT_CLOCK_TOLERANCE_SECONDS: setting(
    wholeNumber(0, 300),
    "5",
    "a number of seconds, 0 to 300",
    "How far clocks may be apart where a token's times are checked.",
  ),
  ALLOWED_ORIGINS: setting(
    listOf(origin),
    null,
    "a comma-separated list of origins such as https://app.example.com",
    "Web pages, besides the service's own, that may call it from a browser.",
  ),

  MAX_BODY_BYTES: setting(
    wholeNumber(1024, 64 * MIB),
    String(MIB),
    "a number of bytes, 1024 to 67108864",
    "The longest body of a request and the longest message over a socket.",
  ),
  MAX_QUERY_TOKENS: setting(
    wholeNumber(100, 100_000),
    "2000",
    "a whole number, 100 to 100000",
    "The most lexical tokens of a GraphQL document.",
  ),
  MAX_QUERY_DEPTH: setting(
    wholeNumber(3, 100),
    "20",
    "a whole number, 3 to 100",
    "The most fields nested in each other.",
  ),
  MAX_QUERY_SELECTIONS: setting(
    wholeNumber(10, 10_000),
    "500",
    "a whole number, 10 to 10000",
    "The most fields and fragments that a document selects, fragments spread.",
  ),
  MAX_QUERY_COST: setting(
    wholeNumber(100, 10_000_000),
    "50000",
    "a whole number, 100 to 10000000",
    "The most that an operation may cost: every field costs 1, and what is below a list as many times as the page is long.",
  ),
  MAX_OPERATIONS_PER_SOCKET: setting(
    wholeNumber(1, 1000),
    "20",
    "a whole number, 1 to 1000",
    "The most operations, subscriptions included, that one WebSocket runs at a time.",
  ),
  STOP_GRACE_SECONDS: setting(
    wholeNumber(0, 600),
    "10",
    "a number of seconds, 0 to 600",
    "How long stopping waits for requests that are in flight.",
  ),

  WORKER: setting(
    z.enum(["on", "off"]),
    "on",
    "on or off",
    "Whether this process begins work on what is on record by itself. Of several processes one does so at a time.",
  ),
  THREAD_SUMMARY_EVERY_N: everyN(
    "THREAD_SUMMARY",
    "After how many turns of a session its summary is brought up to date. 0: never by itself.",
  ),
  FACT_EXTRACTION_EVERY_N: everyN(
    "FACT_EXTRACTION",
    "After how many turns of a session facts are drawn from them. 0: never by itself.",
  ),
  RECORDS_EVERY_N: everyN(
    "RECORDS",
    "After how many turns of a session episodes and procedures are drawn from them. 0: never by itself.",
  ),
  USER_SUMMARY_EVERY_N: everyN(
    "USER_SUMMARY",
    "After how many turns and messages of a user the user's summary is brought up to date. 0: never by itself.",
  ),
  DEDUP_EVERY_N: everyN(
    "DEDUP",
    "After how many turns and messages of a user duplicates and contradictions are looked for. 0: never by itself.",
  ),
  PROFILES_EVERY_N: everyN(
    "PROFILES",
    "After how many turns and messages of a user profiles and importance of entities are rebuilt. 0: never by itself.",
  ),
  WORKER_CONCURRENCY: setting(
    wholeNumber(1, 100),
    "2",
    "a whole number, 1 to 100",
    "In how many spaces jobs run side by side; within one they run one after the other.",
  ),
  WORKER_LEASE_SECONDS: setting(
    wholeNumber(1, 600),
    "30",
    "a number of seconds, 1 to 600",
    "How long the feed, or a job, belongs to a process that gives no sign of life, before another takes it up.",
  ),

  OPENAI_API_KEY: setting(
    text,
    null,
    "a text",
    "The key of OpenAI, or of the compatible endpoint at OPENAI_BASE_URL.",
  ),
  OPENAI_BASE_URL: setting(
    webUrl,
    null,
    "an http or https URL",
    "An endpoint that is compatible with OpenAI's: Ollama, vLLM, LM Studio.",
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
    "Its key. Without one, the credentials of the machine are used (Entra).",
  ),
  AZURE_OPENAI_API_VERSION: setting(
    text,
    null,
    "a version such as 2024-10-21",
    "Where it is set, requests go to the deployments of that version of the API; without it, to `/openai/v1/`.",
  ),
  EXTRACTION_MODEL: setting(
    text,
    "gpt-4.1-mini",
    "the name of a model",
    "The model that extracts and judges; with Azure, the name of its deployment.",
  ),
  FALLBACK_MODEL: setting(
    text,
    "gpt-4.1",
    "the name of a model",
    "The model that is asked where that one fails; the same as EXTRACTION_MODEL for none.",
  ),
  SUMMARY_MODEL: setting(
    text,
    null,
    "the name of a model",
    "The model that summarises and replies. By default the one that extracts.",
  ),
  EMBEDDING_MODEL: setting(
    text,
    "text-embedding-3-small",
    "the name of a model",
    "The model that embeds.",
  ),
  EMBEDDING_DIMENSIONS: setting(
    wholeNumber(8, 4096),
    "1536",
    "a whole number, 8 to 4096",
    "The length of its vectors.",
  ),
  EMBEDDING_BASE_URL: setting(
    webUrl,
    null,
    "an http or https URL",
    "An endpoint that is compatible with OpenAI's and embeds, where that is another one.",
  ),
  EMBEDDING_API_KEY: setting(text, null, "a text", "Its key."),
  MODEL_DEADLINE_SECONDS: setting(
    wholeNumber(1, 600),
    "30",
    "a number of seconds, 1 to 600",
    "How long the model calls of one write may take together, with all their attempts.",
  ),
  MODEL_CONCURRENCY: setting(
    wholeNumber(1, 1000),
    "8",
    "a whole number, 1 to 1000",
    "The most requests under way at the endpoint at a time.",
  ),
  PROMPTS_DIR: setting(
    text,
    null,
    "a folder",
    "Prompts that take the place of those of the same name that come with the service (`src/prompts`).",
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
    "Its key. Without one, the credentials of the machine are used (Entra).",
  ),
  COSMOS_DATABASE: setting(
    text,
    "palimpsest",
    "the name of a database",
    "The database in the account.",
  ),
  COSMOS_AUTOSCALE_MAX_RU: setting(
    wholeNumber(1000, 1_000_000),
    null,
    "a whole number, 1000 to 1000000",
    "Autoscale of every container up to this; without it the account is taken to be serverless.",
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
