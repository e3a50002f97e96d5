/** Tokens of a block of recall: default and maximum (the largest budget of a chat strategy). */
export const DEFAULT_RECALL_BUDGET = 1200;
export const MAXIMUM_RECALL_BUDGET = 24_000;

/**
 * The largest share of the budget that each group of items gets before all groups compete for the
 * rest. Together they are more than 1, because a group seldom fills its share.
 */
export const SHARES = {
  found: 0.3,
  following: 0.25,
  standing: 0.35,
  named: 0.15,
  close: 0.1,
  recent: 0.3,
};
