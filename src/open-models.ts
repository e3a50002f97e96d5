import type { CompatibleEndpoint, Config, OpenAiChoice } from "./config.ts";
import type { EndpointConfig, OpenAiEndpoint } from "./models/openai/config.ts";
import type { Models } from "./models/port.ts";
import type { Log } from "./server/log.ts";
import { StartRefused } from "./server/start-refused.ts";

/** Compatible servers that want no key want some word in its place. */
const NO_KEY = "none";
/** What a token for Azure's models is issued for. */
const AZURE_SCOPE = "https://cognitiveservices.azure.com/.default";

const compatible = ({ apiKey, ...endpoint }: CompatibleEndpoint): OpenAiEndpoint => ({
  ...endpoint,
  apiKey: apiKey ?? NO_KEY,
});

const endpointOf = async ({ endpoint }: OpenAiChoice): Promise<EndpointConfig> => {
  if (endpoint.kind === "openai") return compatible(endpoint);
  const { apiKey, ...azure } = endpoint;
  if (apiKey !== undefined) return { ...azure, credential: { apiKey } };
  const { DefaultAzureCredential, getBearerTokenProvider } = await import("@azure/identity");
  return {
    ...azure,
    credential: {
      tokenProvider: getBearerTokenProvider(new DefaultAzureCredential(), AZURE_SCOPE),
    },
  };
};

/**
 * The models that are configured, else the offline ones. The adapters are imported where they are chosen: most of them take long to load, and none is
 * needed but the ones that run. Throws StartRefused where a prompt of PROMPTS_DIR cannot be used.
 */
export const openModels = async (
  { openai, promptsDirectory }: Pick<Config, "openai" | "promptsDirectory">,
  log: Log,
): Promise<Models> => {
  if (promptsDirectory !== undefined)
    await (await import("./check-prompts.ts")).checkPrompts(promptsDirectory);
  const { createOfflineModels } = await import("./models/offline/offline-models.ts");
  const offline = createOfflineModels();
  if (!openai) return offline;
  const { createOpenAiModels, sureHints, BrokenPrompt } =
    await import("./models/openai/openai-models.ts");
  const { models, embeddingEndpoint, embeddingDimensions, deadlineSeconds, concurrency } = openai;
  try {
    return await createOpenAiModels({
      endpoint: await endpointOf(openai),
      embeddingEndpoint: embeddingEndpoint === null ? undefined : compatible(embeddingEndpoint),
      models: { ...models, reply: models.summary },
      embeddingDimensions,
      promptsDirectory,
      settings: { deadlineMs: deadlineSeconds * 1000, concurrency },
      hints: async (input) => sureHints((await offline.extract(input)).value, input),
      log,
    });
  } catch (error) {
    if (error instanceof BrokenPrompt) throw new StartRefused(error.message, { cause: error });
    throw error;
  }
};
