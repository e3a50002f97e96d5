import type { Json } from "./json.ts";

/** What goes back to the client. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Json | object | undefined;
  /** Request units. Nominal, so that sums can be checked: the service charges by what it does. */
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
