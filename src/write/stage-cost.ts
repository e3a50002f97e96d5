import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { StageTrace } from "./report.ts";

/** What a stage took. */
export type StageCost = Pick<
  StageTrace,
  "durationMs" | "modelCalls" | "tokens" | "storeRequests" | "requestUnits"
>;

export const NO_COST: StageCost = {
  durationMs: 0,
  modelCalls: 0,
  tokens: NO_TOKENS,
  storeRequests: 0,
  requestUnits: 0,
};

const negated = ({ input, output, cached }: TokenUsage): TokenUsage => ({
  input: -input,
  output: -output,
  cached: -cached,
});

export const plus = (a: StageCost, b: StageCost): StageCost => ({
  durationMs: a.durationMs + b.durationMs,
  modelCalls: a.modelCalls + b.modelCalls,
  tokens: addTokens(a.tokens, b.tokens),
  storeRequests: a.storeRequests + b.storeRequests,
  requestUnits: a.requestUnits + b.requestUnits,
});

export const minus = (a: StageCost, b: StageCost): StageCost =>
  plus(a, {
    durationMs: -b.durationMs,
    modelCalls: -b.modelCalls,
    tokens: negated(b.tokens),
    storeRequests: -b.storeRequests,
    requestUnits: -b.requestUnits,
  });
