import type { Event, EventStatus } from "../../memory/event.ts";
import type { FactTier, FactVersion } from "../../memory/fact.ts";
import type { EntityId, SessionId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";
import type { Page, PageRequest, RecordedWithin } from "./queries.ts";

/** Knowledge at a record time, at one moment of valid time or (null) at all moments. */
export interface GraphTime {
  readonly knownAt: Instant;
  readonly validAt: Instant | null;
}

/** Facts that were true at any moment of an interval, as known at a record time. */
export interface DuringQuery {
  /** Facts about any of these entities. Omit for all entities. */
  readonly entities?: readonly EntityId[] | undefined;
  readonly slot?: string | undefined;
  readonly minConfidence?: number | undefined;
  readonly tier?: FactTier | undefined;
  /** Only facts with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Half-open. An omitted bound is open. */
  readonly during: { readonly from?: Instant | undefined; readonly to?: Instant | undefined };
  readonly knownAt: Instant;
  readonly page: PageRequest;
}

/** Events as they were at a record time. The interval bounds when they were recorded. */
export interface EventQuery extends RecordedWithin {
  readonly statuses?: readonly EventStatus[] | undefined;
  readonly session?: SessionId | undefined;
  readonly speaker?: string | undefined;
  /** Only events with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Without events that were removed from search (`textsExpired`). */
  readonly searchable?: true | undefined;
  readonly knownAt: Instant;
  readonly page: PageRequest;
}

/** Number of facts or versions that start or end at an instant. */
export interface InstantCount {
  readonly at: Instant;
  readonly count: number;
}

export type TimeAxis = "VALID" | "RECORD";

export interface BoundaryQuery {
  readonly axis: TimeAxis;
  /** Half-open. */
  readonly from: Instant;
  readonly to: Instant;
  /** Facts about any of these entities. Omit for all entities. */
  readonly entities?: readonly EntityId[] | undefined;
  readonly knownAt: Instant;
}

export interface Extent {
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
  readonly recordedFrom: Instant | null;
  readonly recordedTo: Instant | null;
}

/**
 * Reads across a space for a graphical overview. No result contains a version with an empty valid
 * interval.
 */
export interface SpaceOverview {
  /**
   * Versions of relationships, in the order in which the relationships, and then their versions,
   * were recorded: the visible ones, or for all times every version recorded by then. At most
   * `limit`.
   */
  graphRelationships(query: {
    readonly at: GraphTime;
    readonly types?: readonly string[] | undefined;
    readonly limit: number;
  }): Promise<RelationshipVersion[]>;
  /** The entities of visible facts; for all times, those of any fact ever. At most `limit`. */
  factOwners(query: { readonly at: GraphTime; readonly limit: number }): Promise<EntityId[]>;
  /** In the order in which the facts were first recorded. */
  factsDuring(query: DuringQuery): Promise<Page<FactVersion>>;
  /**
   * Visible facts about others that mention any of the entities, in the order in which they were
   * first recorded.
   */
  factsMentioning(
    queries: readonly {
      readonly entities: readonly EntityId[];
      readonly at: TimePoint;
      readonly page: PageRequest;
    }[],
  ): Promise<Page<FactVersion>[]>;
  /**
   * Every version of the facts about the entities, in the order in which the facts, and then the
   * versions, were recorded.
   */
  factVersionsAbout(
    requests: readonly {
      readonly entities: readonly EntityId[];
      readonly slot?: string | undefined;
      readonly knownAt: Instant;
    }[],
  ): Promise<FactVersion[][]>;
  /** Newest first. */
  eventLog(query: EventQuery): Promise<Page<Event>>;
  /**
   * The first and the last instant at which a fact begins or ends, or at which a version was
   * recorded or expired.
   */
  extent(knownAt: Instant): Promise<Extent>;
  /**
   * The instants at which facts begin and end, as believed at `knownAt`, or at which their versions
   * were recorded and expired up to then; in order, each once. Unknown starts and open ends do not
   * count.
   */
  factBoundaries(
    query: BoundaryQuery,
  ): Promise<{ readonly starts: readonly InstantCount[]; readonly ends: readonly InstantCount[] }>;
}
