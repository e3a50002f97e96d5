import "./production.ts";
import { v7 as newId } from "uuid";
import { buildGraphqlSchema } from "../resolvers/build-schema.ts";
import { createContext, type Services } from "../resolvers/context.ts";
import { DEFAULT_PAGE_LIMITS } from "../resolvers/page-limits.ts";
import { loadConfig, type Config, type OpenAiChoice } from "./config.ts";
import type { EndpointConfig } from "./models/openai/config.ts";
import type { Embedder, Models } from "./models/port.ts";
import { DEFAULT_READ_SETTINGS } from "./read/settings.ts";
import { createLog, type Log } from "./server/log.ts";
import { startServer } from "./server/start.ts";
import { StartRefused } from "./server/start-refused.ts";
import { exitOnFaults, stopOnSignals } from "./server/supervise.ts";
import { StoreUnavailable, type Store } from "./store/port.ts";
import { PendingEvents } from "./write/pending-events.ts";
import { DEFAULT_WRITE_SETTINGS } from "./write/settings.ts";

/** The adapters are imported where they are chosen: most of them take long to load, and none is needed but the ones that run. */
const openModels = async ({ openai }: Config, log: Log): Promise<Models> => {
  const { createOfflineModels } = await import("./models/offline/offline-models.ts");
  const offline = createOfflineModels();
  if (!openai) return offline;
  const { createOpenAiModels } = await import("./models/openai/openai-models.ts");
  const { models, embeddingDimensions, promptsDirectory, deadlineSeconds, concurrency } = openai;
  return createOpenAiModels({
    endpoint: await endpointOf(openai),
    models,
    embeddingDimensions,
    promptsDirectory,
    settings: { deadlineMs: deadlineSeconds * 1000, concurrency },
    hints: async (input) => (await offline.extract(input)).value,
    log,
  });
};

/** Compatible servers that want no key want some word in its place. */
const NO_KEY = "none";
/** What a token for Azure's models is issued for. */
const AZURE_SCOPE = "https://cognitiveservices.azure.com/.default";

const endpointOf = async ({ endpoint }: OpenAiChoice): Promise<EndpointConfig> => {
  if (endpoint.kind === "openai") return { ...endpoint, apiKey: endpoint.apiKey ?? NO_KEY };
  const { apiKey, ...azure } = endpoint;
  if (apiKey !== undefined) return { ...azure, credential: { apiKey } };
  const { DefaultAzureCredential, getBearerTokenProvider } = await import("@azure/identity");
  return { ...azure, credential: { tokenProvider: getBearerTokenProvider(new DefaultAzureCredential(), AZURE_SCOPE) } };
};

const openStore = async ({ cosmos, dataDirectory, maxOpenSpaces }: Config, { id, dimensions, decides }: Embedder, log: Log): Promise<Store> => {
  if (cosmos) throw new StartRefused("COSMOS_ENDPOINT is set, and this version cannot use Azure Cosmos DB yet: leave it out for the embedded store.");
  const { openSqliteStore } = await import("./store/sqlite/sqlite-store.ts");
  return openSqliteStore({ directory: dataDirectory, embedder: { id, dimensions, decides }, maxOpenSpaces, log });
};

const servicesOf = ({ openai }: Config, models: Models, log: Log): { readonly services: Services; readonly pending: PendingEvents } => {
  const write = { models, now: Date.now, newId, settings: { ...DEFAULT_WRITE_SETTINGS, ...(openai && { extractionTimeoutSeconds: openai.deadlineSeconds }) }, log };
  const pending = new PendingEvents(write);
  return {
    services: {
      write: { ...write, onPending: (space) => pending.retryLater(space) },
      read: { embedder: models.embedder, settings: DEFAULT_READ_SETTINGS, now: () => performance.timeOrigin + performance.now() },
      limits: DEFAULT_PAGE_LIMITS,
    },
    pending,
  };
};

const start = async (): Promise<void> => {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  exitOnFaults(process, log);
  const models = await openModels(config, log);
  const store = await openStore(config, models.embedder, log);
  const { services, pending } = servicesOf(config, models, log);
  const running = await startServer({
    config: config.server,
    store,
    schema: await buildGraphqlSchema(),
    createContext: (space, gone) => {
      pending.notice(space);
      return createContext(services, space, Date.now(), gone);
    },
    log,
    now: Date.now,
    newId,
  });
  const stop = async (): Promise<void> => {
    await running.stop();
    await pending.stop();
    await store.close();
  };
  stopOnSignals(process, { stop }, log);
  process.stdout.write(`Palimpsest is ready at ${running.url} (data in ${config.dataDirectory}, answered by ${models.extractor})\n`);
};

/** What an operator reads where the service does not start: a sentence that helps where there is one. */
const reasonOf = (fault: unknown): string => {
  if (fault instanceof StartRefused || fault instanceof StoreUnavailable) return fault.message;
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
};

await start().catch((fault: unknown) => {
  process.stderr.write(`Palimpsest cannot start. ${reasonOf(fault)}\n`);
  process.exitCode = 1;
  process.exit();
});
