import { CHARGES, type Answer } from "./answer.ts";
import type { ContainerState } from "../storage/account.ts";
import { badRequest, Failure } from "./failure.ts";
import type { ReceivedRequest } from "./faults.ts";
import type { Json } from "../storage/json.ts";
import type { Operation, Stored } from "../storage/items.ts";

const MOST_OPERATIONS = 100;

const KNOWN_OPERATIONS = new Set(["Create", "Upsert", "Replace", "Read", "Delete", "Patch"]);

const operationsOf = (body: unknown): (Operation & { readonly partitionKey?: string })[] => {
  const operations = body as (Operation & { readonly partitionKey?: string })[];
  if (operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw badRequest("A batch has 1 to 100 operations.");
  for (const { operationType } of operations)
    if (!KNOWN_OPERATIONS.has(operationType))
      throw badRequest(`The double does not know the operation ${operationType}.`);
  return operations.map((operation) =>
    operation.operationType === "Patch" && Array.isArray(operation.resourceBody)
      ? { ...operation, resourceBody: { operations: operation.resourceBody } }
      : operation,
  );
};

const STATUS: Readonly<Record<Operation["operationType"], number>> = {
  Create: 201,
  Upsert: 201,
  Replace: 200,
  Read: 200,
  Delete: 204,
  Patch: 200,
};
const chargeOf = ({ operationType }: Operation): number =>
  operationType === "Read" ? CHARGES.read : CHARGES.write;

const succeeded = (operation: Operation, stored: Stored, minimal: boolean): object => ({
  statusCode: STATUS[operation.operationType],
  requestCharge: chargeOf(operation),
  eTag: stored.etag,
  ...(operation.operationType === "Delete" || (minimal && operation.operationType !== "Read")
    ? {}
    : { resourceBody: stored.document }),
});

/** Whether the client does not want the written documents back. */
const isMinimal = ({ headers }: ReceivedRequest): boolean => headers["prefer"] === "return=minimal";

const failed = (failure: unknown): object => {
  if (!(failure instanceof Failure)) throw failure;
  return {
    statusCode: failure.status,
    requestCharge: 1,
    ...(failure.substatus === undefined ? {} : { subStatusCode: failure.substatus }),
  };
};

export const answerBatch = ({ items }: ContainerState, request: ReceivedRequest): Answer => {
  const { headers, body } = request;
  const operations = operationsOf(body);
  const key = JSON.parse(headers["x-ms-documentdb-partitionkey"] ?? "[]") as readonly Json[];
  const charge = operations.reduce((sum, operation) => sum + chargeOf(operation), 0);
  const outcome = items.atomically(key, operations);
  if ("results" in outcome)
    return {
      status: 200,
      charge,
      body: outcome.results.map(({ operation, stored }) =>
        succeeded(operation, stored, isMinimal(request)),
      ),
    };
  return {
    status: 207,
    charge,
    body: operations.map((_, i) =>
      i === outcome.at ? failed(outcome.failure) : { statusCode: 424, requestCharge: 0 },
    ),
  };
};

/** Runs each operation by itself, on its own partition key. */
export const answerBulk = ({ items }: ContainerState, request: ReceivedRequest): Answer => {
  let charge = 0;
  const results = operationsOf(request.body).map((operation) => {
    charge += chargeOf(operation);
    try {
      return succeeded(
        operation,
        items.run(JSON.parse(operation.partitionKey ?? "[]") as readonly Json[], operation),
        isMinimal(request),
      );
    } catch (error) {
      return failed(error);
    }
  });
  return {
    status: results.some((result) => (result as { statusCode: number }).statusCode >= 400)
      ? 207
      : 200,
    charge,
    body: results,
  };
};
