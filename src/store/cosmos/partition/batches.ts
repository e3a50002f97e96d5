import type { OperationInput } from "@azure/cosmos";
import { Problem } from "../../../memory/problem.ts";
import type { Envelope } from "../documents/envelope.ts";

/** A change of one property of a document. `add` to `/list/-` appends. */
export interface Patch {
  readonly op: "set" | "add";
  readonly path: string;
  readonly value: unknown;
}

/**
 * One operation of a transactional batch. `ifMatch`: the ETag that the document must still have.
 */
export type BatchOperation =
  | { readonly operationType: "Create" | "Upsert"; readonly resourceBody: Envelope }
  | {
      readonly operationType: "Replace";
      readonly id: string;
      readonly resourceBody: Envelope;
      readonly ifMatch?: string;
    }
  | {
      readonly operationType: "Patch";
      readonly id: string;
      readonly resourceBody: { readonly operations: readonly Patch[] };
    }
  | { readonly operationType: "Delete"; readonly id: string; readonly ifMatch?: string }
  | { readonly operationType: "Read"; readonly id: string };

export const creating = <D extends Envelope>(resourceBody: D): BatchOperation => ({
  operationType: "Create",
  resourceBody,
});
export const upserting = <D extends Envelope>(resourceBody: D): BatchOperation => ({
  operationType: "Upsert",
  resourceBody,
});
export const replacing = <D extends Envelope>(
  resourceBody: D,
  ifMatch?: string,
): BatchOperation => ({
  operationType: "Replace",
  id: resourceBody.id,
  resourceBody,
  ...(ifMatch === undefined ? {} : { ifMatch }),
});
export const patching = (id: string, operations: readonly Patch[]): BatchOperation => ({
  operationType: "Patch",
  id,
  resourceBody: { operations },
});
export const deleting = (id: string, ifMatch?: string): BatchOperation => ({
  operationType: "Delete",
  id,
  ...(ifMatch === undefined ? {} : { ifMatch }),
});

/**
 * The operations in the types of the SDK. These require index signatures, which interfaces lack,
 * and have no condition on a Delete, although Cosmos DB accepts one with every operation (.NET:
 * `TransactionalBatchItemRequestOptions.IfMatchEtag`) and the SDK sends it.
 */
export const sdkOperations = (operations: readonly BatchOperation[]): OperationInput[] => [
  ...(operations as readonly OperationInput[]),
];

/**
 * The limits of Cosmos DB for one batch are 100 operations and 2 MB; the rest is reserved for the
 * envelope of the request.
 */
export const MOST_OPERATIONS = 100;
const MOST_BYTES = 1_800_000;

const bytesOf = (operation: BatchOperation): number => Buffer.byteLength(JSON.stringify(operation));

/**
 * Splits operations, in their order, into as few batches as possible. Each batch has room for one
 * more operation. Throws PAYLOAD_TOO_LARGE for an operation that fits into no batch.
 */
export const splitIntoBatches = (operations: readonly BatchOperation[]): BatchOperation[][] => {
  let batch: BatchOperation[] = [];
  let bytes = 0;
  const batches = [batch];
  for (const operation of operations) {
    const size = bytesOf(operation);
    if (size > MOST_BYTES)
      throw new Problem(
        "PAYLOAD_TOO_LARGE",
        "A record of the write is larger than the store allows (1.8 MB).",
      );
    if (batch.length > 0 && (batch.length + 1 >= MOST_OPERATIONS || bytes + size > MOST_BYTES)) {
      batch = [];
      bytes = 0;
      batches.push(batch);
    }
    batch.push(operation);
    bytes += size;
  }
  return batches;
};
