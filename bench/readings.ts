/** The kinds of reads of the past … */
export const READINGS = [
  "facts page (GraphQL)",
  "facts page (store)",
  "walk (GraphQL)",
  "search (HYBRID)",
] as const;
/**
 * … and their record times: now, and the times at which the first, the middle and the last but one
 * of the versions were believed.
 */
export const TIMES = ["present", "first", "middle", "last but one"] as const;

export type Reading = (typeof READINGS)[number];
export type Time = (typeof TIMES)[number];

/** The name of the task of reading something as of some time. */
export const workOf = (reading: Reading, time: Time): string => `${reading}, ${time}`;
