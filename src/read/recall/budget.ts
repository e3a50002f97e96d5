/**
 * Tokens that a block of recall may have: by default, and at most (the largest budget of a chat
 * strategy).
 */
export const DEFAULT_RECALL_BUDGET = 1200;
export const MAXIMUM_RECALL_BUDGET = 24_000;
