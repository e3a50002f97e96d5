import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Extraction, ExtractionInput } from "../port.ts";

/** OpenAI, or any endpoint with a compatible API: Ollama, vLLM, LM Studio, a gateway. */
export interface OpenAiEndpoint {
  readonly kind: "openai";
  /** Servers that need no key accept any text. A function is called before every request. */
  readonly apiKey: string | (() => Promise<string>);
  /** Default: `https://api.openai.com/v1`. */
  readonly baseUrl?: string | undefined;
  readonly organization?: string | undefined;
  readonly project?: string | undefined;
}

/** Azure OpenAI, where models are named by their deployments. */
export interface AzureEndpoint {
  readonly kind: "azure";
  /** `https://example.openai.azure.com`. */
  readonly endpoint: string;
  /**
   * With a version, requests go to `/openai/deployments/{model}`; without one, to `/openai/v1/`.
   */
  readonly apiVersion?: string | undefined;
  /**
   * A key, or a provider of Entra tokens, which is called before every request and should cache
   * them.
   */
  readonly credential:
    | { readonly apiKey: string }
    | { readonly tokenProvider: () => Promise<string> };
}

export type EndpointConfig = OpenAiEndpoint | AzureEndpoint;

/** The model for each kind of task. */
export interface ModelNames {
  readonly extraction: string;
  /** Asked when the model of a task refuses or fails. Default: none. */
  readonly fallback?: string | null | undefined;
  /**
   * Disambiguates, reconciles, compares facts and detects emotions. Default: that of extraction.
   */
  readonly judge?: string | null | undefined;
  /** Default: that of extraction. */
  readonly summary?: string | null | undefined;
  /** Default: that of extraction. */
  readonly reply?: string | null | undefined;
  readonly embedding: string;
}

export interface OpenAiSettings {
  /** Milliseconds for a task with all its attempts and waits. */
  readonly deadlineMs: number;
  /** Milliseconds for a reply until its last word. */
  readonly replyDeadlineMs: number;
  /**
   * Milliseconds for one request while another model can be asked, at most: it never takes more than
   * two fifths of what is left of the deadline, so that the fallback has the larger part.
   */
  readonly attemptTimeoutMs: number;
  /** Retries after a 429, and after a 5xx if no other model can be asked. */
  readonly retries: number;
  /**
   * Milliseconds before the first retry, doubled for each further one, if the endpoint names no
   * time.
   */
  readonly backOffMs: number;
  /** The most requests at one endpoint at a time. */
  readonly concurrency: number;
  /** How many of the recent messages are shown, the latest first, and their characters in all. */
  readonly recentMessages: number;
  readonly recentCharacters: number;
  /**
   * Output tokens of an extraction, doubled after a truncation up to the cap. Reasoning tokens
   * count.
   */
  readonly extractionTokens: number;
  /** Output tokens for each character of a long message, which may hold many facts. */
  readonly extractionTokensPerCharacter: number;
  readonly extractionTokensCap: number;
  /** Output tokens of judges and of the scan for entities, and their cap. */
  readonly judgeTokens: number;
  readonly judgeTokensCap: number;
  /** Output tokens of a summary, and their cap. */
  readonly summaryTokens: number;
  readonly summaryTokensCap: number;
  /**
   * Output tokens of the tasks of derived memory (comparisons, summaries, records, profiles), and
   * their cap.
   */
  readonly deriveTokens: number;
  readonly deriveTokensCap: number;
  /** Output tokens of a reply; null for no limit. */
  readonly replyTokens: number | null;
  /** Sampling temperature of everything but replies; null sends none. */
  readonly temperature: number | null;
  /** `reasoning_effort` of everything but replies, for models that reason; null sends none. */
  readonly reasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | null;
  /** Texts in one embedding request. */
  readonly embeddingInputs: number;
  /** Bytes (UTF-8) in one embedding request. */
  readonly embeddingRequestBytes: number;
  /** Bytes (UTF-8) of one text. The rest is cut off before the text is embedded. */
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
  // OpenAI's limit.
  embeddingInputs: 2_048,
  // Some 200,000 tokens, of the 300,000 that OpenAI accepts.
  embeddingRequestBytes: 600_000,
  // Some 8,000 tokens, OpenAI's limit.
  embeddingTextBytes: 24_000,
};

/** Rules that extract hints from a message. */
export type ExtractHints = (input: ExtractionInput) => Promise<Extraction>;

/**
 * Tells an operator how the tasks of each model ended. No prompt, message, answer or key is logged.
 */
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
  /** The slots that the model is told of. Default: those that ship with the service. */
  readonly vocabulary?: Vocabulary | undefined;
  /** Rules that run beside extraction and catch what the model leaves out. */
  readonly hints?: ExtractHints | undefined;
  readonly log?: ModelLog | undefined;
}
