import type { CompatibleEndpoint, Config, OpenAiChoice } from "../config/config.ts";
import type { EndpointConfig, OpenAiEndpoint } from "../models/openai/config.ts";
import type { Models } from "../models/port.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import type { Log } from "../server/log.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";

/** Compatible servers without keys still require a value in the header. */
const NO_KEY = "none";
/** The scope of an Entra token for Azure OpenAI. */
const AZURE_SCOPE = "https://cognitiveservices.azure.com/.default";

const compatibleEndpoint = ({ apiKey, ...endpoint }: CompatibleEndpoint): OpenAiEndpoint => ({
  ...endpoint,
  apiKey: apiKey ?? NO_KEY,
});

const endpointOf = async ({ endpoint }: OpenAiChoice): Promise<EndpointConfig> => {
  if (endpoint.kind === "openai") return compatibleEndpoint(endpoint);
  const { apiKey, ...azure } = endpoint;
  if (apiKey !== undefined) return { ...azure, credential: { apiKey } };
  const { DefaultAzureCredential, getBearerTokenProvider } = await import("@azure/identity");
  const tokenProvider = getBearerTokenProvider(new DefaultAzureCredential(), AZURE_SCOPE);
  return { ...azure, credential: { tokenProvider } };
};

type ModelsConfig = Pick<Config, "openai" | "promptsDirectory" | "vocabularyFile">;

/**
 * The configured models, by default the offline ones. Adapters are imported only when they are
 * used, because most take long to load. Throws a StartupError if a prompt in PROMPTS_DIR cannot be
 * used.
 */
const chosenModels = async (
  { openai, promptsDirectory }: ModelsConfig,
  log: Log,
  vocabulary: Vocabulary,
  offline: Models,
): Promise<Models> => {
  if (promptsDirectory !== undefined)
    await (await import("../prompts/check-prompts.ts")).checkPrompts(promptsDirectory);
  if (!openai) return offline;
  const { createOpenAiModels, sureHints } = await import("../models/openai/openai-models.ts");
  const { models, embeddingEndpoint, embeddingDimensions, deadlineSeconds, concurrency } = openai;
  return createOpenAiModels({
    endpoint: await endpointOf(openai),
    embeddingEndpoint:
      embeddingEndpoint === null ? undefined : compatibleEndpoint(embeddingEndpoint),
    models: { ...models, reply: models.summary },
    embeddingDimensions,
    promptsDirectory,
    vocabulary,
    settings: { deadlineMs: deadlineSeconds * 1000, concurrency },
    hints: async (input) => sureHints((await offline.extract(input)).value, input),
    log,
  });
};

/**
 * Opens the models for a command. Rules read texts in the thread of the command. Throws a
 * StartupError if a prompt or the vocabulary cannot be used.
 */
export const openModels = async (
  config: ModelsConfig,
  log: Log,
  givenVocabulary?: Vocabulary,
): Promise<Models> => {
  const vocabulary = givenVocabulary ?? (await openVocabulary(config));
  const { createOfflineModels } = await import("../models/offline/offline-models.ts");
  return chosenModels(config, log, vocabulary, createOfflineModels(vocabulary));
};

export interface ServiceModels {
  readonly models: Models;
  /** Ends the threads in which rules read texts. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens the models for a service. Rules read texts in separate threads. Throws a StartupError if a
 * prompt cannot be used.
 */
export const openServiceModels = async (
  config: ModelsConfig,
  log: Log,
  vocabulary: Vocabulary,
): Promise<ServiceModels> => {
  const { threadedModels } = await import("../models/offline/threaded-models.ts");
  const { models, stop } = threadedModels(vocabulary, config.vocabularyFile);
  return { models: await chosenModels(config, log, vocabulary, models), stop };
};
