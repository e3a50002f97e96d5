import type { JobKind } from "../jobs/job.ts";

/** After how many turns each kind of work is begun; 0 for never. Of a session's turns, or of all of a user's turns and messages. */
export type Thresholds = { readonly [Kind in JobKind]: number };

/**
 * Those of the toolkit that seed 001 describes: summaries and extraction are off unless they are asked for, since each costs model calls.
 * So do profiles, one for every entity that was touched, and the pipeline seeds them.
 */
export const DEFAULT_THRESHOLDS: Thresholds = {
  THREAD_SUMMARY: 0,
  FACT_EXTRACTION: 0,
  RECORDS: 0,
  USER_SUMMARY: 0,
  DEDUP: 5,
  PROFILES: 0,
};
