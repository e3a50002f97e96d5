import type { Document } from "./json.ts";

/** A request as it arrived, for faults to choose by and for tests to count. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly kind: RequestKind;
  readonly container: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What the answer was, once there is one. */
  status: number | null;
  charge: number;
  /** Paths on which a query filtered without an index. */
  unindexed: readonly string[];
}

export type RequestKind =
  | "ACCOUNT"
  | "DATABASE"
  | "CONTAINER"
  | "RANGES"
  | "PLAN"
  | "QUERY"
  | "BATCH"
  | "BULK"
  | "CHANGE_FEED"
  | "CREATE"
  | "UPSERT"
  | "READ"
  | "REPLACE"
  | "PATCH"
  | "DELETE";

/** What goes wrong with a request. */
export type Fault =
  /** It is refused, and does nothing. */
  | {
      readonly kind: "STATUS";
      readonly status: number;
      readonly substatus?: number;
      readonly retryAfterMs?: number;
    }
  /** The connection breaks before it is heeded. */
  | { readonly kind: "LOST" }
  /** It is heeded, and the connection breaks before the answer is out. */
  | { readonly kind: "ANSWER_LOST" }
  /** It is neither heeded nor answered. */
  | { readonly kind: "SILENCE" }
  /** Something else happens first: another writer, say. */
  | { readonly kind: "BEFORE"; readonly act: () => void | Promise<void> }
  /** A page of a query is empty, though more follow. */
  | { readonly kind: "EMPTY_PAGE" }
  /** A query gives rows that it should not. */
  | { readonly kind: "ROWS"; readonly rows: readonly Document[] };

interface Planned {
  readonly when: (request: Seen) => boolean;
  readonly fault: Fault;
  left: number;
}

/** Faults on demand. */
export class Faults {
  readonly #planned: Planned[] = [];

  /** Lets the next `times` requests that fit go wrong. */
  plan(fault: Fault, when: (request: Seen) => boolean, times = 1): void {
    this.#planned.push({ fault, when, left: times });
  }

  /** How many faults are yet to come. */
  get left(): number {
    return this.#planned.reduce((sum, { left }) => sum + left, 0);
  }

  clear(): void {
    this.#planned.length = 0;
  }

  take(request: Seen): Fault | null {
    const planned = this.#planned.find(({ when, left }) => left > 0 && when(request));
    if (!planned) return null;
    planned.left--;
    return planned.fault;
  }
}
