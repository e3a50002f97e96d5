import type { ContainerDefinition } from "@azure/cosmos";
import { StoreUnavailable } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { errorCode } from "../connection/port-errors.ts";
import { definitions, type Definition } from "./containers.ts";

/** The resource of a read; null if the service answers 404. */
export const readIfExists = async <T>(
  response: Promise<{ readonly resource: T | undefined }>,
): Promise<T | null> => {
  try {
    return (await response).resource ?? null;
  } catch (error) {
    if (errorCode(error) === 404) return null;
    throw error;
  }
};

const keyPaths = ({ partitionKey }: ContainerDefinition): string =>
  (partitionKey?.paths ?? []).join(", ");

const keyDifference = (
  definition: ContainerDefinition,
  storedDefinition: ContainerDefinition,
): string | null =>
  keyPaths(definition) === keyPaths(storedDefinition)
    ? null
    : `its partition key is ${keyPaths(storedDefinition)}, not ${keyPaths(definition)}`;

const ttlDifference = (
  definition: ContainerDefinition,
  storedDefinition: ContainerDefinition,
): string | null =>
  definition.defaultTtl !== undefined && storedDefinition.defaultTtl === undefined
    ? "its TTL is off, so that expired documents would stay"
    : null;

/**
 * How the vector policy of a container differs from that of the embedder, in words; null if vectors
 * can be stored and compared. The policy of a container cannot be changed.
 */
const vectorDifference = (
  definition: ContainerDefinition,
  storedDefinition: ContainerDefinition,
): string | null => {
  const [vector] = definition.vectorEmbeddingPolicy?.vectorEmbeddings ?? [];
  if (!vector) return null;
  const policy = storedDefinition.vectorEmbeddingPolicy?.vectorEmbeddings.find(
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
  definition: ContainerDefinition,
  storedDefinition: ContainerDefinition,
): string | null => {
  const [text] = definition.fullTextPolicy?.fullTextPaths ?? [];
  const storedPaths = storedDefinition.fullTextPolicy?.fullTextPaths ?? [];
  return text && !storedPaths.some(({ path }) => path === text.path)
    ? `it has no full text policy on ${text.path}`
    : null;
};

/**
 * The difference between a container and what the adapter needs, as a clause; null if it fits.
 * Indexes may differ, so that operators can tune them; keys, policies and TTL may not.
 */
export const differenceOf = (
  definition: ContainerDefinition,
  storedDefinition: ContainerDefinition,
): string | null =>
  keyDifference(definition, storedDefinition) ??
  ttlDifference(definition, storedDefinition) ??
  vectorDifference(definition, storedDefinition) ??
  fullTextDifference(definition, storedDefinition);

/** The indexed paths of a container; `/*` stands for all paths. */
const indexedPaths = ({ indexingPolicy }: ContainerDefinition): ReadonlySet<string> =>
  new Set((indexingPolicy?.includedPaths ?? []).flatMap(({ path }) => path ?? []));

const compositeKey = (index: readonly object[]): string => JSON.stringify(index);

/**
 * The stored definition with the missing indexes added, and the list of these; null if none is
 * missing.
 */
export const withMissingIndexes = (
  definition: Definition,
  storedDefinition: ContainerDefinition,
): { readonly definition: ContainerDefinition; readonly addedPaths: readonly string[] } | null => {
  const own = indexedPaths(storedDefinition);
  const paths = own.has("/*") ? [] : [...indexedPaths(definition)].filter((path) => !own.has(path));
  const composites = storedDefinition.indexingPolicy?.compositeIndexes ?? [];
  const ownComposites = new Set(composites.map(compositeKey));
  const missingIndexes = (definition.indexingPolicy?.compositeIndexes ?? []).filter(
    (index) => !ownComposites.has(compositeKey(index)),
  );
  if (paths.length + missingIndexes.length === 0) return null;
  const resource = Object.fromEntries(
    Object.entries(storedDefinition).filter(([property]) => !property.startsWith("_")),
  );
  return {
    addedPaths: [
      ...paths,
      ...missingIndexes.map((index) => index.map(({ path }) => path).join(" with ")),
    ],
    definition: {
      ...resource,
      id: definition.id,
      indexingPolicy: {
        ...storedDefinition.indexingPolicy,
        includedPaths: [
          ...(storedDefinition.indexingPolicy?.includedPaths ?? []),
          ...paths.map((path) => ({ path })),
        ],
        compositeIndexes: [...composites, ...missingIndexes],
      },
    },
  };
};

/** The database or the account does not fit; the message names the remedy. */
export const damageError = (message: string, cause?: unknown): StoreUnavailable =>
  new StoreUnavailable("DAMAGED", message, { cause });

/** Consistency levels at which a reader sees what it has written. */
const STRONG_ENOUGH: ReadonlySet<string> = new Set(["Strong", "BoundedStaleness", "Session"]);

/**
 * Throws a StoreUnavailable (DAMAGED) with the remedy for an account on which commits are not safe:
 * with several write regions the last writer wins and ETags do not protect; below Session a reader
 * may miss what it has just written.
 */
export const verifyAccount = async ({ client }: Connection): Promise<void> => {
  const { resource } = await client.getDatabaseAccount();
  if (resource?.enableMultipleWritableLocations)
    throw damageError(
      "The account has multi-region writes, under which the last writer wins and commits are not safe. Turn them off (`az cosmosdb update --enable-multiple-write-locations false`); more read regions are fine.",
    );
  const consistency = resource?.consistencyPolicy;
  if (consistency !== undefined && !STRONG_ENOUGH.has(consistency))
    throw damageError(
      `The account's default consistency is ${consistency}. Set Session or a stronger one (\`az cosmosdb update --default-consistency-level Session\`).`,
    );
};

/**
 * Throws a StoreUnavailable (DAMAGED) with the remedy if a container is missing or does not fit.
 */
export const verify = async (connection: Connection): Promise<void> => {
  await verifyAccount(connection);
  for (const definition of definitions(connection.embedder.dimensions)) {
    const storedDefinition = await readIfExists(connection.container(definition.id).read());
    if (!storedDefinition)
      throw damageError(
        `The container ${definition.id} of the database ${connection.database} is missing. Run \`palimpsest provision\`.`,
      );
    const difference = differenceOf(definition, storedDefinition);
    if (difference !== null)
      throw damageError(
        `The container ${definition.id} does not fit: ${difference}. This cannot be changed in place: name another COSMOS_DATABASE and run \`palimpsest provision\`, or use the embedder that it was made for.`,
      );
  }
};
