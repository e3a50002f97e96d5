import type { CompletionUsage, CreateEmbeddingResponse } from "openai/resources";
import { NO_TOKENS, addTokens, type TokenUsage } from "../../memory/usage.ts";
import type { Answer } from "../port.ts";
import type { ModelFailure } from "./failure.ts";

/** What a task costs, whether it succeeds or not: requests sent, and the tokens that were reported for them. */
export class Bill {
  #calls = 0;
  #tokens: TokenUsage = NO_TOKENS;

  countCall(): void {
    this.#calls += 1;
  }

  /** Some compatible servers report no usage: it counts as none. */
  addUsage(
    usage: Partial<CompletionUsage> | CreateEmbeddingResponse.Usage | null | undefined,
  ): void {
    if (usage == null) return;
    this.#tokens = addTokens(this.#tokens, {
      input: usage.prompt_tokens ?? 0,
      output: ("completion_tokens" in usage && usage.completion_tokens) || 0,
      cached: ("prompt_tokens_details" in usage && usage.prompt_tokens_details?.cached_tokens) || 0,
    });
  }

  answer<T>(value: T, model: string, notes: readonly string[] = []): Answer<T> {
    return {
      value,
      calls: this.#calls,
      tokens: this.#tokens,
      model,
      ...(notes.length > 0 && { notes }),
    };
  }

  /** The failure of a task, told what was spent on it. */
  failed(failure: ModelFailure): ModelFailure {
    return Object.assign(failure, { calls: this.#calls, tokens: this.#tokens });
  }
}
