import type { TokenUsage } from "../../schema/token-usage.ts";
import type { TokenUsage as Usage } from "../../src/memory/usage.ts";

export const showTokens = ({ input, output, cached }: Usage): TokenUsage => ({
  input,
  output,
  cached,
  total: input + output,
});
