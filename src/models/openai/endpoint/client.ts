import OpenAI, { AzureOpenAI } from "openai";
import { z } from "zod";
import type { AzureEndpoint, EndpointConfig } from "../config.ts";
import { ModelFailure } from "./model-failure.ts";
import { withoutEnd } from "../../../language/trimming.ts";

const OPENAI_BASE_URL = "https://api.openai.com/v1";
/** Without it, the library takes the key from the environment. */
const NO_KEY = "";
/** Without them, the library takes these from the environment. */
const NO_ORGANIZATION = { organization: null, project: null } as const;

const errorBodySchema = z.object({
  error: z.unknown().optional(),
  message: z.unknown().optional(),
  detail: z.unknown().optional(),
});

/**
 * An error body in the form that OpenAI uses; null if it has that form already or an unknown one.
 */
const errorBodyAsOpenAi = (body: unknown): object | null => {
  const { data } = errorBodySchema.safeParse(body);
  if (data === undefined) return null;
  const { error, message, detail } = data;
  if (typeof error === "object" && error !== null) return null;
  if (typeof error === "string") return { error: { message: error } };
  if (typeof message === "string") return { error: body };
  if (detail !== undefined)
    return { error: { message: typeof detail === "string" ? detail : JSON.stringify(detail) } };
  return null;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/**
 * `fetch` that gives the client library every error in the one form that it reads,
 * `{error: {message}}`. Compatible servers also send `{error: "…"}`, `{message, param}` and
 * `{detail: …}`.
 */
const fetchWithErrorBodies: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok) return response;
  const text = await response.text();
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"])
    headers.delete(name);
  return new Response(JSON.stringify(errorBodyAsOpenAi(parseJson(text)) ?? undefined) ?? text, {
    status,
    statusText,
    headers,
  });
};

/**
 * Options of every client. The library must not retry, because its waits ignore signals and
 * deadlines. It must not log, because its log contains prompts and an environment variable would
 * switch it on.
 */
const COMMON_OPTIONS = {
  maxRetries: 0,
  logLevel: "off",
  fetch: fetchWithErrorBodies,
  webhookSecret: null,
} as const;

/** A missing token is a problem of credentials, not of the endpoint. */
const guardedProvider = (provider: () => Promise<string>) => async (): Promise<string> => {
  try {
    return await provider();
  } catch {
    throw new ModelFailure(
      "UNAUTHORIZED",
      "The credentials gave no token for the endpoint of the model.",
    );
  }
};

/**
 * A client for Azure OpenAI. Without an API version it uses the v1 API, which works like that of
 * OpenAI; with one, the older API of deployments.
 */
const openAzureClient = ({ endpoint, apiVersion, credential }: AzureEndpoint): OpenAI => {
  const base = `${withoutEnd(endpoint, /\//u)}/openai`;
  if (apiVersion === undefined)
    return new OpenAI({
      ...COMMON_OPTIONS,
      ...NO_ORGANIZATION,
      baseURL: `${base}/v1/`,
      apiKey:
        "apiKey" in credential ? credential.apiKey : guardedProvider(credential.tokenProvider),
    });
  return new AzureOpenAI({
    ...COMMON_OPTIONS,
    ...NO_ORGANIZATION,
    baseURL: base,
    apiVersion,
    ...("apiKey" in credential
      ? { apiKey: credential.apiKey }
      : { apiKey: NO_KEY, azureADTokenProvider: guardedProvider(credential.tokenProvider) }),
  });
};

/**
 * Creates the client of an endpoint from the configuration alone. The library still reads
 * `OPENAI_CUSTOM_HEADERS` from the environment.
 */
export const openClient = (config: EndpointConfig): OpenAI => {
  if (config.kind === "azure") return openAzureClient(config);
  const { apiKey, baseUrl, organization, project } = config;
  return new OpenAI({
    ...COMMON_OPTIONS,
    baseURL: baseUrl ?? OPENAI_BASE_URL,
    apiKey: typeof apiKey === "string" ? apiKey : guardedProvider(apiKey),
    organization: organization ?? null,
    project: project ?? null,
  });
};
