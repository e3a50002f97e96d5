/** What is read as of the past, … */
export const READINGS = [
  "facts page (GraphQL)",
  "facts page (store)",
  "walk (GraphQL)",
  "search (HYBRID)",
] as const;
/**
 * … and as of when: now, and when the first, the middle and the last but one of the versions were
 * believed.
 */
export const TIMES = ["present", "first", "middle", "last but one"] as const;

export type Reading = (typeof READINGS)[number];
export type Time = (typeof TIMES)[number];

/** What the work of reading something as of some time is called. */
export const workOf = (reading: Reading, time: Time): string => `${reading}, ${time}`;
