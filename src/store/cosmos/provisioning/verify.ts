import type { ContainerDefinition } from "@azure/cosmos";
import { StoreUnavailable } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { errorCode } from "../connection/port-errors.ts";
import { definitions, type Definition } from "./containers.ts";

/** The resource of a read; null where the service answers 404. */
export const readIfExists = async <T>(
  read: Promise<{ readonly resource: T | undefined }>,
): Promise<T | null> => {
  try {
    return (await read).resource ?? null;
  } catch (error) {
    if (errorCode(error) === 404) return null;
    throw error;
  }
};

const keyPaths = ({ partitionKey }: ContainerDefinition): string =>
  (partitionKey?.paths ?? []).join(", ");

const keyDifference = (wanted: ContainerDefinition, stored: ContainerDefinition): string | null =>
  keyPaths(wanted) === keyPaths(stored)
    ? null
    : `its partition key is ${keyPaths(stored)}, not ${keyPaths(wanted)}`;

const ttlDifference = (wanted: ContainerDefinition, stored: ContainerDefinition): string | null =>
  wanted.defaultTtl !== undefined && stored.defaultTtl === undefined
    ? "its TTL is off, so that expired documents would stay"
    : null;

const vectorDifference = (
  wanted: ContainerDefinition,
  stored: ContainerDefinition,
): string | null => {
  const [vector] = wanted.vectorEmbeddingPolicy?.vectorEmbeddings ?? [];
  if (!vector) return null;
  const policy = stored.vectorEmbeddingPolicy?.vectorEmbeddings.find(
    ({ path }) => path === vector.path,
  );
  if (!policy) return `it has no vector policy on ${vector.path}`;
  if (policy.dimensions !== vector.dimensions)
    return `its vectors have ${policy.dimensions} dimensions, the embedder's have ${vector.dimensions}`;
  if (policy.distanceFunction !== vector.distanceFunction)
    return `its vectors are compared by ${policy.distanceFunction}, not by ${vector.distanceFunction}`;
  return null;
};

const fullTextDifference = (
  wanted: ContainerDefinition,
  stored: ContainerDefinition,
): string | null => {
  const [text] = wanted.fullTextPolicy?.fullTextPaths ?? [];
  const storedPaths = stored.fullTextPolicy?.fullTextPaths ?? [];
  return text && !storedPaths.some(({ path }) => path === text.path)
    ? `it has no full text policy on ${text.path}`
    : null;
};

/**
 * How a container differs from what the adapter needs, as a clause; null where it fits. Indexes may differ, so that operators can tune them;
 * keys, policies and TTL may not.
 */
export const differenceOf = (
  wanted: ContainerDefinition,
  stored: ContainerDefinition,
): string | null =>
  keyDifference(wanted, stored) ??
  ttlDifference(wanted, stored) ??
  vectorDifference(wanted, stored) ??
  fullTextDifference(wanted, stored);

/** The paths of an index, and whether it has any path at all. */
const indexedPaths = ({ indexingPolicy }: ContainerDefinition): ReadonlySet<string> =>
  new Set((indexingPolicy?.includedPaths ?? []).flatMap(({ path }) => path ?? []));

const compositeKey = (index: readonly object[]): string => JSON.stringify(index);

/** The stored definition with the indexes that it lacks, and what these are; null where it lacks none. */
export const withMissingIndexes = (
  wanted: Definition,
  stored: ContainerDefinition,
): { readonly definition: ContainerDefinition; readonly added: readonly string[] } | null => {
  const own = indexedPaths(stored);
  const paths = own.has("/*") ? [] : [...indexedPaths(wanted)].filter((path) => !own.has(path));
  const composites = stored.indexingPolicy?.compositeIndexes ?? [];
  const ownComposites = new Set(composites.map(compositeKey));
  const missing = (wanted.indexingPolicy?.compositeIndexes ?? []).filter(
    (index) => !ownComposites.has(compositeKey(index)),
  );
  if (paths.length + missing.length === 0) return null;
  const resource = Object.fromEntries(
    Object.entries(stored).filter(([property]) => !property.startsWith("_")),
  );
  return {
    added: [...paths, ...missing.map((index) => index.map(({ path }) => path).join(" with "))],
    definition: {
      ...resource,
      id: wanted.id,
      indexingPolicy: {
        ...stored.indexingPolicy,
        includedPaths: [
          ...(stored.indexingPolicy?.includedPaths ?? []),
          ...paths.map((path) => ({ path })),
        ],
        compositeIndexes: [...composites, ...missing],
      },
    },
  };
};

/** The database or the account does not fit; the message names the remedy. */
export const damaged = (message: string, cause?: unknown): StoreUnavailable =>
  new StoreUnavailable("DAMAGED", message, { cause });

/** Consistency levels at which a reader sees what it has written. */
const STRONG_ENOUGH: ReadonlySet<string> = new Set(["Strong", "BoundedStaleness", "Session"]);

/**
 * Throws a StoreUnavailable (DAMAGED) with the remedy for an account on which commits are not safe: with several write regions the last
 * writer wins and ETags do not protect; below Session a reader may miss what it has just written.
 */
export const verifyAccount = async ({ client }: Connection): Promise<void> => {
  const { resource } = await client.getDatabaseAccount();
  if (resource?.enableMultipleWritableLocations)
    throw damaged(
      "The account has multi-region writes, under which the last writer wins and commits are not safe. Turn them off (`az cosmosdb update --enable-multiple-write-locations false`); more read regions are fine.",
    );
  const consistency = resource?.consistencyPolicy;
  if (consistency !== undefined && !STRONG_ENOUGH.has(consistency))
    throw damaged(
      `The account's default consistency is ${consistency}. Set Session or a stronger one (\`az cosmosdb update --default-consistency-level Session\`).`,
    );
};

/** Throws a StoreUnavailable (DAMAGED) with the remedy if a container is missing or does not fit. */
export const verify = async (connection: Connection): Promise<void> => {
  await verifyAccount(connection);
  for (const definition of definitions(connection.embedder.dimensions)) {
    const stored = await readIfExists(connection.container(definition.id).read());
    if (!stored)
      throw damaged(
        `The container ${definition.id} of the database ${connection.database} is missing. Run \`palimpsest provision\`.`,
      );
    const difference = differenceOf(definition, stored);
    if (difference !== null)
      throw damaged(
        `The container ${definition.id} does not fit: ${difference}. This cannot be changed in place: name another COSMOS_DATABASE and run \`palimpsest provision\`, or use the embedder that it was made for.`,
      );
  }
};
