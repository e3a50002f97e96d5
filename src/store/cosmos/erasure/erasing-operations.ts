import type { ErasedKind } from "../../port/erasure.ts";
import type { Envelope } from "../documents/envelope.ts";
import { deleting, replacing, type BatchOperation } from "../partition/batches.ts";

/**
 * One operation of an erasure, and the kinds of the items that it erases: one for each item that
 * the receipt counts.
 */
export interface ErasingOperation {
  readonly operation: BatchOperation;
  readonly erases: readonly ErasedKind[];
}

/** Replaces a document by a rewritten one. */
export const rewriting = <D extends Envelope>(
  document: D,
  erases: readonly ErasedKind[] = [],
): ErasingOperation => ({ operation: replacing(document), erases });

export const erasing = (id: string, ...erases: readonly ErasedKind[]): ErasingOperation => ({
  operation: deleting(id),
  erases,
});
