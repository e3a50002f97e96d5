import type { JSONObject, OperationInput } from "@azure/cosmos";
import type { ErasedCounts, ErasedKind } from "../../erasure.ts";
import type { Envelope } from "../documents/envelope.ts";

/** One operation of an erasure, and what is gone by it. */
export interface AmendingOperation {
  readonly operation: OperationInput;
  readonly removes: readonly ErasedKind[];
}

/** Replaces a document under its id. */
export const replacing = (
  document: Envelope,
  removes: readonly ErasedKind[] = [],
): AmendingOperation => ({
  operation: {
    operationType: "Replace",
    id: document.id,
    resourceBody: document as unknown as JSONObject,
  },
  removes,
});

export const deleting = (id: string, ...removes: readonly ErasedKind[]): AmendingOperation => ({
  operation: { operationType: "Delete", id },
  removes,
});

/** How many of each kind are gone. */
export class ErasedTally {
  readonly #counts = new Map<ErasedKind, number>();

  add(kinds: readonly ErasedKind[]): void {
    for (const kind of kinds) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Gives the counts, and begins anew. */
  take(): ErasedCounts {
    const counts = Object.fromEntries(this.#counts);
    this.#counts.clear();
    return counts;
  }
}
