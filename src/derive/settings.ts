/** Facts that one reconciliation looks at (seed 001), at least and at most. */
export const RECONCILED_FACTS = { byDefault: 50, least: 2, most: 200 } as const;
