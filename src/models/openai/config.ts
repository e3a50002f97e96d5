import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Extraction, ExtractionInput } from "../port.ts";

/** OpenAI, or any endpoint with a compatible API: Ollama, vLLM, LM Studio, a gateway. */
export interface OpenAiEndpoint {
  readonly kind: "openai";
  /** Servers without keys accept any text. A function is called before every request. */
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
  /** The model that is asked when the model of a task refuses or fails. Default: none. */
  readonly fallback?: string | null | undefined;
  /**
   * The model that disambiguates, reconciles, compares facts and detects emotions. Default: that of
   * extraction.
   */
  readonly judge?: string | null | undefined;
  /** Default: the model of extraction. */
  readonly summary?: string | null | undefined;
  /** Default: the model of extraction. */
  readonly reply?: string | null | undefined;
  readonly embedding: string;
}

export interface OpenAiSettings {
  /** Time limit in milliseconds for a task with all its attempts and waits. */
  readonly deadlineMs: number;
  /** Time limit in milliseconds for a whole reply. */
  readonly replyDeadlineMs: number;
  /**
   * Maximum number of milliseconds for one request while another model can be asked. A request
   * never takes more than two fifths of the remaining time, so that the fallback gets the larger
   * part.
   */
  readonly attemptTimeoutMs: number;
  /** Number of retries after a 429, and after a 5xx if no other model can be asked. */
  readonly retries: number;
  /**
   * Milliseconds before the first retry, doubled for each further one. Used if the endpoint states
   * no time.
   */
  readonly backOffMs: number;
  /** Maximum number of concurrent requests at one endpoint. */
  readonly concurrency: number;
  /**
   * Maximum number of recent messages that a model gets, the latest first, and of their characters
   * in total.
   */
  readonly recentMessages: number;
  readonly recentCharacters: number;
  /**
   * Maximum output tokens of an extraction, doubled after a truncation up to the cap. Reasoning
   * tokens count.
   */
  readonly extractionTokens: number;
  /** Output tokens for each character of a long message, which may contain many facts. */
  readonly extractionTokensPerCharacter: number;
  readonly extractionTokensCap: number;
  /** Maximum output tokens of judges and of the scan for entities, and their cap. */
  readonly judgeTokens: number;
  readonly judgeTokensCap: number;
  /** Maximum output tokens of a summary, and their cap. */
  readonly summaryTokens: number;
  readonly summaryTokensCap: number;
  /**
   * Maximum output tokens of the tasks of derived memory (comparisons, summaries, episodes,
   * profiles), and their cap.
   */
  readonly deriveTokens: number;
  readonly deriveTokensCap: number;
  /** Maximum output tokens of a reply; null for no limit. */
  readonly replyTokens: number | null;
  /** Sampling temperature of all tasks but replies; null to send none. */
  readonly temperature: number | null;
  /** `reasoning_effort` of all tasks but replies, for models that reason; null to send none. */
  readonly reasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | null;
  /** Maximum number of texts in one embedding request. */
  readonly embeddingInputs: number;
  /** Maximum number of bytes (UTF-8) in one embedding request. */
  readonly embeddingRequestBytes: number;
  /**
   * Maximum number of bytes (UTF-8) of one text. A longer text is truncated before it is embedded.
   */
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

/** Extracts hints from a message by rules. */
export type ExtractHints = (input: ExtractionInput) => Promise<Extraction>;

/**
 * The log for operators. It says how the tasks of each model ended, and contains no prompt,
 * message, answer or key.
 */
export interface ModelLog {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface OpenAiConfig {
  readonly endpoint: EndpointConfig;
  /** The endpoint of embeddings. Default: the same endpoint. */
  readonly embeddingEndpoint?: EndpointConfig | undefined;
  readonly models: ModelNames;
  readonly embeddingDimensions: number;
  readonly settings?: Partial<OpenAiSettings> | undefined;
  /** The folder of prompts. Default: `src/prompts`, beside the built code. */
  readonly promptsDirectory?: string | undefined;
  /** The slots that prompts describe. Default: those of the service. */
  readonly vocabulary?: Vocabulary | undefined;
  /** Rules that run beside extraction and find what the model misses. */
  readonly hints?: ExtractHints | undefined;
  readonly log?: ModelLog | undefined;
}
