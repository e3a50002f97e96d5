import type { ErasedCounts, Remainder } from "../../store/port/erasure.ts";
import type { Instant } from "../../memory/time.ts";

export type ErasureScope = "FACT" | "ENTITY" | "EVENT" | "SESSION" | "SPACE";

/** A target within a space. */
export interface NamedTarget {
  readonly scope: Exclude<ErasureScope, "SPACE">;
  readonly id: string;
}

/** The target to erase; `id` is null for the whole space. */
export type ErasureTarget = NamedTarget | { readonly scope: "SPACE"; readonly id: null };

/**
 * Why an item is erased:
 * - ASKED: it is the target, or a version of it;
 * - OF_ENTITY: it is about the entity;
 * - NAMES_ENTITY: it names the entity;
 * - SAID_BY_ENTITY: the entity said it;
 * - SOURCE: it was extracted from an erased item, or an erased item from it;
 * - REPLY: it answers an erased turn;
 * - DRAWN_FROM: it is a summary, an episode or a context that was made of an erased item;
 * - LINK: it connects an erased item with something;
 * - NOTHING_LEFT: nothing else is known of it.
 */
export type ErasureReason =
  | "ASKED"
  | "OF_ENTITY"
  | "NAMES_ENTITY"
  | "SAID_BY_ENTITY"
  | "SOURCE"
  | "REPLY"
  | "DRAWN_FROM"
  | "LINK"
  | "NOTHING_LEFT";

export type ErasedItemKind =
  | "FACT"
  | "ENTITY"
  | "RELATIONSHIP"
  | "EVENT"
  | "DECISION"
  | "MEMORY"
  | "REFERENCE"
  | "TURN"
  | "NOTE"
  | "SESSION";

/** An item that is erased, or that is rewritten without erased words. */
export interface ErasedItem {
  readonly kind: ErasedItemKind;
  /** The local id; the path of a note. */
  readonly id: string;
  /** The text of the item; null if it has none. */
  readonly text: string | null;
  readonly reason: ErasureReason;
  /**
   * Whether a part of it remains: an event without its message, a fact without its speaker, a
   * session without its title.
   */
  readonly stays: boolean;
}

export interface ErasureCheck {
  /** Whether no erased string was found. */
  readonly clean: boolean;
  /** Number of erased strings that were searched for, and number of all erased strings. */
  readonly lookedFor: number;
  readonly of: number;
  /** Strings that also occur in a remaining record. */
  readonly saidElsewhere: number;
  /** The tables, containers and files that were searched. */
  readonly places: readonly string[];
  readonly remainders: readonly Remainder[];
}

export interface ErasureReceipt {
  readonly target: ErasureTarget;
  readonly dryRun: boolean;
  readonly at: Instant;
  /** Numbers of removed items; for a dry run, of items that would be removed. */
  readonly removed: ErasedCounts;
  /** The number of records that were rewritten without erased words and ids. */
  readonly rewritten: number;
  /**
   * SHA-256 over the target, the time and the numbers removed. It distinguishes receipts and
   * reveals no words.
   */
  readonly hash: string;
  /** Null for a dry run. */
  readonly check: ErasureCheck | null;
  /** The items that a dry run would erase; the receipt of an erasure names none. */
  readonly items: readonly ErasedItem[];
}
