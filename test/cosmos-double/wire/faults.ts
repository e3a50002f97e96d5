import type { Document } from "../storage/json.ts";

/** A request as it arrived, for faults to match and for tests to count. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly kind: RequestKind;
  readonly container: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Set with the response. */
  status: number | null;
  charge: number;
  /** Paths by which a query filtered or ordered, and those of them without an index. */
  filtered: readonly string[];
  unindexed: readonly string[];
  /** Documents that a query loaded: those that the indexes could not rule out. */
  loaded: number;
  /** Its place in the longest chain of requests that waited for one another, from 1. */
  readonly round: number;
}

export type RequestKind =
  | "ACCOUNT"
  | "DATABASE"
  | "CONTAINER"
  | "OFFER"
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

/** A fault of a request. The request is executed unless the fault says otherwise. */
export type Fault =
  /** The request is refused with a status and not executed, unless `isExecuted`. */
  | {
      readonly kind: "STATUS";
      readonly status: number;
      readonly isExecuted?: boolean;
      readonly message?: string;
      readonly substatus?: number;
      readonly retryAfterMs?: number;
    }
  /** The connection breaks before the request is executed. */
  | { readonly kind: "LOST" }
  /** The request is executed, but the connection breaks before the response. */
  | { readonly kind: "ANSWER_LOST" }
  /** The request is neither executed nor answered. */
  | { readonly kind: "SILENCE" }
  /** Something else happens first, for example another write. */
  | { readonly kind: "BEFORE"; readonly act: () => void | Promise<void> }
  /** The request is executed, and something else happens before its response arrives. */
  | { readonly kind: "ANSWER_LATE"; readonly act: () => void | Promise<void> }
  /** A query returns an empty page although more pages follow. */
  | { readonly kind: "EMPTY_PAGE" }
  /** A query returns rows that it should not. */
  | { readonly kind: "ROWS"; readonly rows: readonly Document[] };

interface PlannedFault {
  readonly when: (request: ReceivedRequest) => boolean;
  readonly fault: Fault;
  remaining: number;
}

/** Faults and lagging replicas by chance. */
export interface Storm {
  /** From 0 to 1. */
  readonly random: () => number;
  /** Share of requests that meet a fault. */
  readonly faults: number;
  /** Share of reads that a replica answers which lags. */
  readonly lags: number;
}

/** Statuses of a storm; after some of them a request may have been executed. */
const REFUSED = [429, 449, 503];
const UNCERTAIN = [408, 410, 500, 502, 504];
/** Writes that a replica lags behind, at most. */
const MOST_BEHIND = 5;

const anyOf = <T>(random: () => number, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;

const stormFault = (random: () => number): Fault => {
  const kind = anyOf(random, ["REFUSED", "UNCERTAIN", "LOST", "ANSWER_LOST"] as const);
  if (kind === "REFUSED") return { kind: "STATUS", status: anyOf(random, REFUSED) };
  if (kind === "UNCERTAIN")
    return { kind: "STATUS", status: anyOf(random, UNCERTAIN), isExecuted: random() < 1 / 2 };
  return { kind };
};

/** Faults on demand. */
export class Faults {
  readonly #planned: PlannedFault[] = [];
  /** Null while the weather is fair. */
  storm: Storm | null = null;

  /** Makes the next `times` requests that match fail. */
  plan(fault: Fault, when: (request: ReceivedRequest) => boolean, times = 1): void {
    this.#planned.push({ fault, when, remaining: times });
  }

  /** Number of planned faults that have not happened yet. */
  get left(): number {
    return this.#planned.reduce((sum, { remaining }) => sum + remaining, 0);
  }

  clear(): void {
    this.#planned.length = 0;
  }

  /** The fault that a request meets. */
  take(request: ReceivedRequest): Fault | null {
    const planned = this.#planned.find(({ when, remaining }) => remaining > 0 && when(request));
    if (planned) {
      planned.remaining--;
      return planned.fault;
    }
    return this.storm && this.storm.random() < this.storm.faults
      ? stormFault(this.storm.random)
      : null;
  }

  /** By how many writes the replica lags that answers a request. */
  writesBehind({ kind }: ReceivedRequest): number {
    if (!this.storm || (kind !== "READ" && kind !== "QUERY")) return 0;
    const { random, lags } = this.storm;
    return random() < lags ? Math.ceil(random() * MOST_BEHIND) : 0;
  }
}
