import { NO_TOKENS } from "../../memory/usage.ts";
import type { Answer } from "../answer.ts";

/** The model name in every answer, which shows that no language model answered. */
export const OFFLINE = "offline";

/** The answer of the offline model, which takes no calls and no tokens. */
export const answer = <T>(value: T): Answer<T> => ({
  value,
  calls: 0,
  tokens: NO_TOKENS,
  model: OFFLINE,
});
