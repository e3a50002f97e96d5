import type { Change } from "../../memory/change.ts";
import type { Decision } from "../../memory/decision.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { Emotion, Event, EventStatus, Outcome } from "../../memory/event.ts";
import type { Closing, FactVersion } from "../../memory/fact.ts";
import type {
  DecisionId,
  EntityId,
  EventId,
  FactId,
  MemoryId,
  RelationshipId,
  TextId,
} from "../../memory/ids.ts";
import type { Reference } from "../../memory/reference.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { SearchText } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";

/** The last commit of a space. */
export interface Head {
  /** Its record time. Null for a space in which nothing was ever recorded. */
  readonly recordedAt: Instant | null;
  /** Changes with every commit and every erasure. */
  readonly tag: string;
}

/**
 * Ends the record time of a version at the record time of the commit. A version expires once and
 * never changes otherwise.
 */
export type Expiry =
  | {
      readonly kind: "FACT";
      readonly id: FactId;
      readonly n: number;
      readonly closing: Closing & { readonly decision: DecisionId };
    }
  | { readonly kind: "RELATIONSHIP"; readonly id: RelationshipId; readonly n: number }
  | { readonly kind: "ENTITY"; readonly id: EntityId; readonly n: number }
  | { readonly kind: "MEMORY"; readonly id: MemoryId; readonly n: number };

/** The result of processing an event that is PENDING or has FAILED. */
export interface Settlement {
  readonly event: EventId;
  readonly status: EventStatus;
  readonly emotion: Emotion | null;
  readonly outcome: Outcome;
}

/** The records of one atomic write, all of them at `recordedAt`. */
export interface Commit {
  readonly recordedAt: Instant;
  readonly events?: readonly Event[];
  readonly settled?: readonly Settlement[];
  readonly entities?: readonly EntityVersion[];
  readonly facts?: readonly FactVersion[];
  readonly relationships?: readonly RelationshipVersion[];
  readonly expiries?: readonly Expiry[];
  readonly decisions?: readonly Decision[];
  readonly reverted?: readonly { readonly decision: DecisionId; readonly by: DecisionId }[];
  readonly texts?: readonly SearchText[];
  /**
   * Vectors for texts that were recorded without one. Vector search finds these texts from this
   * commit on.
   */
  readonly vectors?: readonly { readonly text: TextId; readonly vector: Float32Array }[];
  /**
   * Search texts of entities, memories and events that search no longer finds as of `recordedAt`.
   */
  readonly textsExpired?: readonly TextId[];
  readonly changes?: readonly Change[];
  readonly memories?: readonly DerivedMemory[];
  readonly references?: readonly Reference[];
}
