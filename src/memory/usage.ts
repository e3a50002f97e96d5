/** Tokens of a language model. `input` includes `cached`. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

export const NO_TOKENS: TokenUsage = { input: 0, output: 0, cached: 0 };

export const addTokens = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cached: a.cached + b.cached,
});
