import type { Extraction, ExtractionInput } from "../port.ts";

/** OpenAI itself, or any endpoint that speaks its language: Ollama, vLLM, LM Studio, a gateway. */
export interface OpenAiEndpoint {
  readonly kind: "openai";
  /** Servers without keys want any word. A function is asked before every request. */
  readonly apiKey: string | (() => Promise<string>);
  /** Default: `https://api.openai.com/v1`. */
  readonly baseUrl?: string | undefined;
  readonly organization?: string | undefined;
  readonly project?: string | undefined;
}

/** Azure OpenAI, where models go by the names of their deployments. */
export interface AzureEndpoint {
  readonly kind: "azure";
  /** `https://example.openai.azure.com`. */
  readonly endpoint: string;
  /** With a version, requests go to `/openai/deployments/{model}`; without one, to `/openai/v1/`. */
  readonly apiVersion?: string | undefined;
  /** A key, or a provider of Entra tokens, which is asked before every request and should cache. */
  readonly credential:
    | { readonly apiKey: string }
    | { readonly tokenProvider: () => Promise<string> };
}

export type EndpointConfig = OpenAiEndpoint | AzureEndpoint;

/** Which model does which task. */
export interface ModelNames {
  readonly extraction: string;
  /** Asked where the model of a task refuses or fails. Default: none. */
  readonly fallback?: string | null | undefined;
  /** Disambiguates, reconciles and tells emotions. Default: that of extraction. */
  readonly judge?: string | null | undefined;
  /** Default: that of extraction. */
  readonly summary?: string | null | undefined;
  /** Default: that of extraction. */
  readonly reply?: string | null | undefined;
  readonly embedding: string;
}

export interface OpenAiSettings {
  /** Milliseconds that a task may take with all its attempts and waits. Default 30,000 (seed 004, `extraction_timeout_sec`). */
  readonly deadlineMs: number;
  /** Milliseconds that a reply may take to its last word. Default 120,000. */
  readonly replyDeadlineMs: number;
  /** Milliseconds for one request while there is another model to go to. Default 12,000: leaves the fallback the larger part of a deadline. */
  readonly attemptTimeoutMs: number;
  /** Requests that are repeated for a 429, and for 5xx where there is no other model to go to. Default 2, as the client library's. */
  readonly retries: number;
  /** Milliseconds before the first repetition, doubled for each further one, where the endpoint asks for no wait of its own. Default 500. */
  readonly backOffMs: number;
  /** Requests that are under way at one endpoint at a time. Default 8. */
  readonly concurrency: number;
  /** Newest of the recent messages that are shown, and characters that they may have together. Default 10 and 4,000. */
  readonly recentMessages: number;
  readonly recentCharacters: number;
  /** Output tokens of an extraction, doubled after a truncation, at most the cap. Default 2,000 and 8,000; tokens of reasoning count. */
  readonly extractionTokens: number;
  /** Output tokens for each character of a message, where that makes more: long messages hold many facts. Default 0.5. */
  readonly extractionTokensPerCharacter: number;
  readonly extractionTokensCap: number;
  /** Output tokens of judges and of the scan, likewise. Default 600; the cap of 1,200 is that of seed 000. */
  readonly judgeTokens: number;
  readonly judgeTokensCap: number;
  /** Output tokens of a summary, likewise. Default 1,000 and 2,000. */
  readonly summaryTokens: number;
  readonly summaryTokensCap: number;
  /** Output tokens of what derived memory asks for (comparisons, summaries, records, profiles), likewise. Default 2,000 and 4,000. */
  readonly deriveTokens: number;
  readonly deriveTokensCap: number;
  /** Output tokens of a reply. Default: as many as the model likes. */
  readonly replyTokens: number | null;
  /** Sampling temperature of everything but replies; null sends none. Default 0. A model that knows no other than its own is not asked twice. */
  readonly temperature: number | null;
  /** `reasoning_effort` of everything but replies, for models that reason. Default: not sent. */
  readonly reasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | null;
  /** Texts in one embedding request. Default 2,048, OpenAI's limit. */
  readonly embeddingInputs: number;
  /** Bytes (UTF-8) in one embedding request. Default 600,000: some 200,000 tokens, where OpenAI takes 300,000. */
  readonly embeddingRequestBytes: number;
  /** Bytes (UTF-8) of one text; what goes beyond is cut off before it is embedded. Default 24,000: some 8,000 tokens, OpenAI's limit. */
  readonly embeddingTextBytes: number;
}

export const DEFAULT_OPENAI_SETTINGS: OpenAiSettings = {
  deadlineMs: 30_000,
  replyDeadlineMs: 120_000,
  attemptTimeoutMs: 12_000,
  retries: 2,
  backOffMs: 500,
  concurrency: 8,
  recentMessages: 10,
  recentCharacters: 4_000,
  extractionTokens: 2_000,
  extractionTokensPerCharacter: 0.5,
  extractionTokensCap: 8_000,
  judgeTokens: 600,
  judgeTokensCap: 1_200,
  summaryTokens: 1_000,
  summaryTokensCap: 2_000,
  deriveTokens: 2_000,
  deriveTokensCap: 4_000,
  replyTokens: null,
  temperature: 0,
  reasoningEffort: null,
  embeddingInputs: 2_048,
  embeddingRequestBytes: 600_000,
  embeddingTextBytes: 24_000,
};

/** What an operator may read: which task of which model came out how. Never a prompt, a message, an answer or a key. */
export interface ModelLog {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface OpenAiConfig {
  readonly endpoint: EndpointConfig;
  /** Where embeddings come from. Default: the same endpoint. */
  readonly embeddingEndpoint?: EndpointConfig | undefined;
  readonly models: ModelNames;
  readonly embeddingDimensions: number;
  readonly settings?: Partial<OpenAiSettings> | undefined;
  /** Default: `src/prompts`, beside the built code. */
  readonly promptsDirectory?: string | undefined;
  /** Rules that run beside extraction and catch what the model leaves out. */
  readonly hints?: ((input: ExtractionInput) => Promise<Extraction>) | undefined;
  readonly log?: ModelLog | undefined;
}
