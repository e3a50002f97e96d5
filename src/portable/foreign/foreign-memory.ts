import type { Instant } from "../../memory/time.ts";
import type { EntityRef } from "../../write/requests.ts";

/** A fact that another memory holds. */
export interface ForeignFact {
  readonly kind: "FACT";
  /** The same each time that the same memory is read: what is on record already is not recorded again. */
  readonly key: string;
  readonly entity: EntityRef;
  readonly text: string;
  readonly relationship?: { readonly type: string; readonly target: EntityRef };
  /** When it was said; null where that is not told. */
  readonly occurredAt: Instant | null;
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
}

/** A message that another memory keeps, and has drawn its facts from. */
export interface ForeignMessage {
  readonly kind: "MESSAGE";
  readonly key: string;
  readonly message: string;
  readonly speaker: string | null;
  /** The entity that it sums up, and whose profile it is. */
  readonly profileOf?: EntityRef;
  readonly occurredAt: Instant | null;
}

export type ForeignRecord = ForeignFact | ForeignMessage;

/** What a file of another memory holds, oldest first, and what of it is of no use, with the reason. */
export interface ForeignMemory {
  readonly records: readonly ForeignRecord[];
  readonly leftOut: readonly { readonly what: string; readonly reason: string }[];
}

const saidAt = ({ occurredAt }: ForeignRecord): string => occurredAt ?? "9999";

/** What was said later overrules, so it comes later; in the order of the file where nothing tells. */
export const oldestFirst = (records: readonly ForeignRecord[]): ForeignRecord[] =>
  records.toSorted((a, b) => (saidAt(a) < saidAt(b) ? -1 : saidAt(a) > saidAt(b) ? 1 : 0));
