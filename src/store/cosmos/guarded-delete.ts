import type { OperationInput } from "@azure/cosmos";

/** Deletes a document that has this ETag still. The service takes the condition with every operation of a batch (.NET: `TransactionalBatchItemRequestOptions.IfMatchEtag`), and the SDK sends it; only its type does not tell. */
export const guardedDelete = (id: string, ifMatch: string): OperationInput => {
  const operation = { operationType: "Delete" as const, id, ifMatch };
  return operation;
};
