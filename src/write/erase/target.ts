import type { ErasedCounts, Remainder } from "../../store/erasure.ts";
import type { Instant } from "../../memory/time.ts";

export type ErasureScope = "FACT" | "ENTITY" | "EVENT" | "SESSION" | "SPACE";

/** What is to be forgotten for good; `id` is null for the whole space. */
export type ErasureTarget =
  | { readonly scope: Exclude<ErasureScope, "SPACE">; readonly id: string }
  | { readonly scope: "SPACE"; readonly id: null };

/**
 * Why something goes:
 * - ASKED: it is what was named, or a version of it;
 * - OF_ENTITY: it is said of the entity;
 * - NAMES_ENTITY: it names the entity;
 * - SAID_BY_ENTITY: the entity said it;
 * - SOURCE: it was drawn from what goes, or what goes was drawn from it;
 * - REPLY: it answers a turn that goes;
 * - DRAWN_FROM: a summary, an episode or a context into which it went;
 * - LINK: it connects what goes with something;
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

/** One thing that goes, or stays without its words. */
export interface ErasedItem {
  readonly kind: ErasedItemKind;
  /** The local id; of a note its path. */
  readonly id: string;
  /** What it says; null where it says nothing by itself. */
  readonly text: string | null;
  readonly reason: ErasureReason;
  /** Whether it stays: a message as what happened, without what was said; a fact as it is, without who told it; a session without its title. */
  readonly stays: boolean;
}

export interface ErasureCheck {
  /** Whether nothing was found. */
  readonly clean: boolean;
  /** How many of the strings that went were looked for, and how many there were. */
  readonly lookedFor: number;
  readonly of: number;
  /** Strings that something else says too, which stays. */
  readonly saidElsewhere: number;
  /** Every table, container and file that was looked through. */
  readonly places: readonly string[];
  readonly found: readonly Remainder[];
}

export interface ErasureReceipt {
  readonly target: ErasureTarget;
  readonly dryRun: boolean;
  readonly at: Instant;
  /** Of a dry run, what would go. */
  readonly removed: ErasedCounts;
  /** How many records stay without words or ids of what went. */
  readonly rewritten: number;
  /** SHA-256 over what was named, when, and what was removed by kind and id: it tells two receipts apart, and no words from it. */
  readonly hash: string;
  /** Null for a dry run. */
  readonly check: ErasureCheck | null;
  /** What would go, for a dry run; a receipt names nothing. */
  readonly items: readonly ErasedItem[];
}
