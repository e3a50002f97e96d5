import type { DerivedKind } from "../../memory/derived-memory.ts";
import type { Outcome } from "../../memory/event.ts";
import type { FactTier } from "../../memory/fact.ts";
import type { EntityId, EventId, SessionId } from "../../memory/ids.ts";
import type { ReferenceKind } from "../../memory/reference.ts";
import type { Role } from "../../memory/session.ts";
import type { Tagged } from "../../memory/tags.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";

export interface PageRequest {
  /** Maximum number of items to return. */
  readonly first: number;
  /** Cursor of the item that precedes the page. Omit for the first page. */
  readonly after?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly { readonly item: T; readonly cursor: string }[];
  readonly hasNextPage: boolean;
  /** Counts the items of all pages. It runs a query, so call it only when the count is wanted. */
  readonly total: () => Promise<number>;
}

/** A page of an empty list. */
export const EMPTY_PAGE: Page<never> = {
  items: [],
  hasNextPage: false,
  total: () => Promise.resolve(0),
};

/** A half-open interval of record time. An omitted bound is open. */
export interface RecordedWithin {
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly to?: Instant | undefined;
}

/** Visible facts. */
export interface FactQuery {
  /** Facts about any of these entities. Omit for all entities. */
  readonly entities?: readonly EntityId[] | undefined;
  readonly slot?: string | undefined;
  readonly minConfidence?: number | undefined;
  readonly tier?: FactTier | undefined;
  /** Facts first stated in this session. */
  readonly session?: SessionId | undefined;
  /** Only facts with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

/** Visible facts of all entities. The interval bounds when a fact was first recorded. */
export interface RecentFactQuery extends RecordedWithin {
  readonly session?: SessionId | undefined;
  /** Only facts with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

export interface EntityQuery {
  readonly type?: string | undefined;
  /** A substring of the name or of an alias, ignoring case and accents. */
  readonly nameContains?: string | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

export type Direction = "OUT" | "IN" | "BOTH";

/** Visible relationships of any of the entities. */
export interface RelationshipQuery {
  readonly entities: readonly EntityId[];
  readonly direction: Direction;
  readonly types?: readonly string[] | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

/** Visible derived memories. The interval bounds when the version was recorded. */
export interface MemoryQuery extends RecordedWithin {
  readonly kinds?: readonly DerivedKind[] | undefined;
  readonly session?: SessionId | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

export interface ReferenceQuery {
  readonly entities?: readonly EntityId[] | undefined;
  readonly kinds?: readonly ReferenceKind[] | undefined;
  readonly session?: SessionId | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

/** Turns of all sessions. The interval bounds when a turn was recorded. */
export interface TurnQuery extends RecordedWithin {
  readonly session?: SessionId | undefined;
  readonly role?: Role | undefined;
  /** Only turns with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  readonly page: PageRequest;
}

/** Changes recorded within an interval. */
export interface ChangeQuery {
  /** Exclusive. */
  readonly from: Instant;
  /** Inclusive. */
  readonly to: Instant;
  /** Changes that concern any of these entities. Omit for all changes. */
  readonly entities?: readonly EntityId[] | undefined;
  readonly page: PageRequest;
}

/**
 * Selects the facts that may replace each other: those of one slot of an entity and of the entities
 * it absorbed, or of one chain.
 */
export type LineQuery =
  | { readonly entities: readonly EntityId[]; readonly slots: readonly string[] }
  | { readonly chain: string };

/** A neighbour of an event in its session. */
export interface NearEvent extends Tagged {
  readonly event: EventId;
  readonly session: SessionId | null;
  readonly speaker: string | null;
  /** The facts extracted from it, if the store has them without a further read. */
  readonly outcome?: Outcome | null | undefined;
  /** Position relative to that event: 0 is the event itself, -1 the one just before it. */
  readonly distance: number;
}
