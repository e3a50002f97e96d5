import { NO_TOKENS } from "../../memory/usage.ts";
import type { Answer } from "../port.ts";

/** By what every answer says that no language model gave it. */
export const OFFLINE = "offline";

export const answer = <T>(value: T): Answer<T> => ({
  value,
  calls: 0,
  tokens: NO_TOKENS,
  model: OFFLINE,
});
