import { z } from "zod";
import { NO_TOKENS, addTokens, type TokenUsage } from "../../../memory/usage.ts";
import type { Answer } from "../../answer.ts";
import type { ModelFailure } from "./model-failure.ts";

const tokenCount = z.number().nonnegative().catch(0);
/** `usage` of a completion or an embedding. Compatible servers leave out some fields or all. */
const usageSchema = z.object({
  prompt_tokens: tokenCount,
  completion_tokens: tokenCount,
  prompt_tokens_details: z.object({ cached_tokens: tokenCount }).catch({ cached_tokens: 0 }),
});

/** Counts the cost of a task, whether it succeeds or not: requests sent and tokens reported. */
export class UsageTally {
  #calls = 0;
  #tokens: TokenUsage = NO_TOKENS;

  addCall(): void {
    this.#calls += 1;
  }

  /** Adds the `usage` of a response. A server that reports none adds no tokens. */
  addUsage(usage: unknown): void {
    const { data } = usageSchema.safeParse(usage);
    if (data === undefined) return;
    this.#tokens = addTokens(this.#tokens, {
      input: data.prompt_tokens,
      output: data.completion_tokens,
      cached: data.prompt_tokens_details.cached_tokens,
    });
  }

  /** Makes an answer with the cost so far. */
  answer<T>(value: T, model: string, notes: readonly string[] = []): Answer<T> {
    return {
      value,
      calls: this.#calls,
      tokens: this.#tokens,
      model,
      ...(notes.length > 0 && { notes }),
    };
  }

  /** Makes the failure of a task with the cost so far. */
  failure(failure: ModelFailure): ModelFailure {
    return Object.assign(failure, { calls: this.#calls, tokens: this.#tokens });
  }
}
