import OpenAI, { AzureOpenAI } from "openai";
import type { AzureEndpoint, EndpointConfig } from "./config.ts";
import { fetchWithErrorBodies } from "./error-bodies.ts";
import { ModelFailure } from "./failure.ts";

const OPENAI = "https://api.openai.com/v1";
/** Left out, these would be taken from the environment. */
const NO_KEY = "";
const NOBODY = { organization: null, project: null } as const;

/**
 * What every client has in common. The library repeats nothing by itself, since its waits heed no signal and know no deadline, and it logs
 * nothing: its log holds prompts, and an environment variable would switch it on.
 */
const COMMON = {
  maxRetries: 0,
  logLevel: "off",
  fetch: fetchWithErrorBodies,
  webhookSecret: null,
} as const;

/** A token that cannot be had is a matter of credentials, not of an endpoint that is away. */
const asked = (provider: () => Promise<string>) => async (): Promise<string> => {
  try {
    return await provider();
  } catch {
    throw new ModelFailure(
      "UNAUTHORIZED",
      "The provider of tokens for the model's endpoint gave none.",
    );
  }
};

const openAzure = (config: AzureEndpoint): OpenAI => {
  const base = `${config.endpoint.replace(/\/+$/u, "")}/openai`;
  const { credential } = config;
  if (config.apiVersion === undefined) {
    return new OpenAI({
      ...COMMON,
      ...NOBODY,
      baseURL: `${base}/v1/`,
      apiKey: "apiKey" in credential ? credential.apiKey : asked(credential.tokenProvider),
    });
  }
  return new AzureOpenAI({
    ...COMMON,
    ...NOBODY,
    baseURL: base,
    apiVersion: config.apiVersion,
    ...("apiKey" in credential
      ? { apiKey: credential.apiKey }
      : { apiKey: NO_KEY, azureADTokenProvider: asked(credential.tokenProvider) }),
  });
};

/** The client of an endpoint. What is configured is what is used; of the environment the library still reads `OPENAI_CUSTOM_HEADERS`. */
export const openClient = (config: EndpointConfig): OpenAI => {
  if (config.kind === "azure") return openAzure(config);
  const { apiKey, baseUrl, organization, project } = config;
  return new OpenAI({
    ...COMMON,
    baseURL: baseUrl ?? OPENAI,
    apiKey: typeof apiKey === "string" ? apiKey : asked(apiKey),
    organization: organization ?? null,
    project: project ?? null,
  });
};
