import { NOTHING_ADDED, type Policy } from "../strategy.ts";

/** The baseline (DESIGN.md §5): the system prompt and the message, no history, no memory. */
export const direct: Policy = {
  budget: (_mode, { settings }) => settings.contextTokens,
  readsMemory: false,
  assemble: async () => NOTHING_ADDED,
};
