import type { OperationInput } from "@azure/cosmos";
import { Problem } from "../../../memory/problem.ts";

/** The service's limits of one batch: 100 operations, 2 MB. What a batch needs besides is kept free. */
const MOST_OPERATIONS = 100;
const MOST_BYTES = 1_800_000;

const bytesOf = (operation: OperationInput): number => Buffer.byteLength(JSON.stringify(operation));

/** Operations in their order, in as few parts as fit into one batch each, with room for one operation more. Throws PAYLOAD_TOO_LARGE for one that fits into none. */
export const partsOf = (operations: readonly OperationInput[]): OperationInput[][] => {
  const parts: OperationInput[][] = [[]];
  let bytes = 0;
  for (const operation of operations) {
    const own = bytesOf(operation);
    if (own > MOST_BYTES)
      throw new Problem(
        "PAYLOAD_TOO_LARGE",
        "One record of this write is larger than the store takes (1.8 MB).",
      );
    const part = parts.at(-1)!;
    if (part.length > 0 && (part.length + 1 >= MOST_OPERATIONS || bytes + own > MOST_BYTES)) {
      parts.push([operation]);
      bytes = own;
    } else {
      part.push(operation);
      bytes += own;
    }
  }
  return parts;
};
