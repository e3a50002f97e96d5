import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Json } from "./json.ts";

export interface KeyDefinition {
  readonly paths: readonly string[];
  readonly kind?: string | undefined;
  readonly version?: number | undefined;
}

// The SDK's own hash, which its package does not export: both must agree on where a key lives.
const require = createRequire(import.meta.url);
const root = join(dirname(require.resolve("@azure/cosmos")), "utils", "hashing");
const { hashV2PartitionKey } = require(join(root, "v2.js")) as {
  hashV2PartitionKey: (key: readonly Json[]) => string;
};
const { hashMultiHashPartitionKey } = require(join(root, "multiHash.js")) as {
  hashMultiHashPartitionKey: (key: readonly Json[]) => string;
};

/** Position of a partition key (or of the first parts of a hierarchical one) among the physical partitions, in hexadecimal digits that compare as text. */
export const effectiveKey = (key: readonly Json[], definition: KeyDefinition): string =>
  definition.paths.length > 1 || definition.kind === "MultiHash"
    ? hashMultiHashPartitionKey(key)
    : hashV2PartitionKey(key);

export interface KeyRange {
  readonly id: string;
  readonly minInclusive: string;
  readonly maxExclusive: string;
}

/** Two physical partitions, so that code that relies on there being one fails. */
export const RANGES: readonly KeyRange[] = [
  { id: "0", minInclusive: "", maxExclusive: "1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF" },
  { id: "1", minInclusive: "1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", maxExclusive: "FF" },
];

export const rangeOf = (effective: string): KeyRange => {
  const range = RANGES.find(
    ({ minInclusive, maxExclusive }) => minInclusive <= effective && effective < maxExclusive,
  );
  if (!range) throw new Error(`No physical partition holds the key ${effective}.`);
  return range;
};
