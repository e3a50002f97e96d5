import type { Decision } from "../memory/decision.ts";
import type { EntityVersion } from "../memory/entity.ts";
import type { Event } from "../memory/event.ts";
import type { FactVersion } from "../memory/fact.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { TimePoint } from "../memory/time.ts";
import type { TokenUsage } from "../memory/usage.ts";

export interface StageTrace {
  readonly stage: string;
  readonly durationMs: number;
  readonly modelCalls: number;
  readonly tokens: TokenUsage;
  /** What it asked of a store that charges: requests, and request units as the service tells them. */
  readonly storeRequests: number;
  readonly requestUnits: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Everything that a draft holds at its end, committed or not: a reader of the report needs no store for it. */
export interface Drafted {
  readonly entities: readonly EntityVersion[];
  readonly facts: readonly FactVersion[];
  readonly relationships: readonly RelationshipVersion[];
  readonly decisions: readonly Decision[];
}

/** What a write did (contract.graphql, `WriteResult`). */
export interface WriteReport {
  /** Where the results are to be read: the record time of the commit, or of the one that a dry run would have made. */
  readonly at: TimePoint;
  /** Null where nothing was logged: an empty message, a dry run. */
  readonly event: Event | null;
  readonly added: readonly FactVersion[];
  /** The versions that took the place of others. */
  readonly updated: readonly FactVersion[];
  /** The versions that were confirmed. */
  readonly unchanged: readonly FactVersion[];
  /** The newest versions of the facts that were retracted. */
  readonly deleted: readonly FactVersion[];
  readonly entities: readonly EntityVersion[];
  readonly relationships: readonly RelationshipVersion[];
  readonly decisions: readonly Decision[];
  readonly tokens: TokenUsage;
  readonly durationMs: number;
  readonly extractor: string;
  readonly error: string | null;
  readonly trace: readonly StageTrace[] | null;
  readonly drafted: Drafted;
  /** Whether it is of an earlier write with the same idempotency key. */
  readonly repeated?: boolean | undefined;
}
