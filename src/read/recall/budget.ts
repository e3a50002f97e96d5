/** Tokens of a block of recall: default and maximum (the largest budget of a chat strategy). */
export const DEFAULT_RECALL_BUDGET = 1200;
export const MAXIMUM_RECALL_BUDGET = 24_000;
