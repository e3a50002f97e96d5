import type { Json } from "../storage/json.ts";

/** A response to the client. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Json | object | undefined;
  /** Request units. Nominal values, so that tests can check sums; the service charges by the work done. */
  readonly charge: number;
}

export const CHARGES = {
  read: 1,
  write: 6,
  query: 3,
  perRow: 0.1,
  plan: 0,
  metadata: 1,
  feed: 2,
} as const;
