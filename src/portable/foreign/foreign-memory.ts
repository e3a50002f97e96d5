import type { ImportanceCategory } from "../../memory/importance.ts";
import type { Instant } from "../../memory/time.ts";
import type { EntityRef } from "../../write/requests.ts";

/** Programs whose memories can be imported, as `palimpsest import --from` names them. */
export const FOREIGN_PROGRAMS = [
  "mem0",
  "graphiti",
  "zep",
  "langgraph",
  "mcp",
  "chatgpt",
  "claude",
] as const;
export type ForeignProgram = (typeof FOREIGN_PROGRAMS)[number];

/** A fact of a foreign memory. */
export interface ForeignFact {
  readonly kind: "FACT";
  /**
   * Identifies the fact. It is the same each time the file is read, so that the fact is recorded
   * once.
   */
  readonly key: string;
  readonly entity: EntityRef;
  readonly text: string;
  readonly slot?: string;
  readonly value?: string;
  /** Default: SPECIFIC_EVENT. */
  readonly importanceCategory?: ImportanceCategory;
  readonly relationship?: { readonly type: string; readonly target: EntityRef };
  /** Time at which it was said; null if the file has none. */
  readonly occurredAt: Instant | null;
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
}

/** A message of a foreign memory from which it has extracted its facts. */
export interface ForeignMessage {
  readonly kind: "MESSAGE";
  readonly key: string;
  readonly message: string;
  readonly speaker: string | null;
  /** The entity whose profile the message is. */
  readonly profileOf?: EntityRef;
  readonly occurredAt: Instant | null;
}

/** A message of the user to another program, from which nothing has been extracted yet. */
export interface ForeignUtterance {
  readonly kind: "SAID";
  readonly key: string;
  readonly message: string;
  readonly occurredAt: Instant;
  /** The preceding messages of the user, oldest first. */
  readonly recentMessages: readonly string[];
}

export type ForeignRecord = ForeignFact | ForeignMessage | ForeignUtterance;

/** Something in the file that cannot be imported, and why. */
export interface OmittedItem {
  readonly what: string;
  readonly reason: string;
}

/**
 * The content of a file of a foreign memory: its records, oldest first, and the items that cannot
 * be imported.
 */
export interface ForeignMemory {
  readonly records: readonly ForeignRecord[];
  readonly omittedItems: readonly OmittedItem[];
}

/** One item read: a record, an omission, or neither. */
export type ReadItem = ForeignRecord | ({ readonly kind: "OMITTED" } & OmittedItem) | null;

export const omit = (what: string, reason: string): ReadItem => ({
  kind: "OMITTED",
  what,
  reason,
});

const UNDATED = "9999";
const occurrenceOf = ({ occurredAt }: ForeignRecord): string => occurredAt ?? UNDATED;

const byOccurrence = (a: ForeignRecord, b: ForeignRecord): number =>
  occurrenceOf(a) < occurrenceOf(b) ? -1 : Number(occurrenceOf(a) > occurrenceOf(b));

/**
 * Sorts items into a memory. Later statements overrule earlier ones, so records are ordered by
 * time; undated ones come last, in the order of the file.
 */
export const memoryOf = (items: readonly ReadItem[]): ForeignMemory => {
  const records: ForeignRecord[] = [];
  const omittedItems: OmittedItem[] = [];
  for (const item of items)
    if (item?.kind === "OMITTED") omittedItems.push({ what: item.what, reason: item.reason });
    else if (item !== null) records.push(item);
  return { records: records.toSorted(byOccurrence), omittedItems };
};
