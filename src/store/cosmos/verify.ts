import { StoreUnavailable } from "../port.ts";
import type { Connection } from "./connection.ts";
import { definitions, type Definition } from "./containers.ts";

const damaged = (message: string): StoreUnavailable => new StoreUnavailable("DAMAGED", message);

/** In what a container differs from what the service needs, in words; null where it will do. Indexes may be tuned; keys, policies and TTL may not. */
export const differenceOf = (wanted: Definition, found: Partial<Definition>): string | null => {
  const paths = (definition: Partial<Definition>): string =>
    (definition.partitionKey?.paths ?? []).join(", ");
  if (paths(wanted) !== paths(found))
    return `its partition key is ${paths(found)}, not ${paths(wanted)}`;
  if (wanted.defaultTtl !== undefined && found.defaultTtl === undefined)
    return "its TTL is off, so that what should die would not";
  const [vector] = wanted.vectorEmbeddingPolicy?.vectorEmbeddings ?? [];
  if (vector) {
    const own = found.vectorEmbeddingPolicy?.vectorEmbeddings.find(
      ({ path }) => path === vector.path,
    );
    if (!own) return `it has no vector policy on ${vector.path}`;
    if (own.dimensions !== vector.dimensions)
      return `its vectors have ${own.dimensions} dimensions, the embedder's have ${vector.dimensions}`;
    if (own.distanceFunction !== vector.distanceFunction)
      return `its vectors are compared by ${own.distanceFunction}, not by ${vector.distanceFunction}`;
  }
  const [text] = wanted.fullTextPolicy?.fullTextPaths ?? [];
  if (text && !found.fullTextPolicy?.fullTextPaths.some(({ path }) => path === text.path))
    return `it has no full text policy on ${text.path}`;
  return null;
};

/** Throws a StoreUnavailable that names the remedy where the database is not as the service needs it. */
export const verify = async (connection: Connection): Promise<void> => {
  for (const wanted of definitions(connection.embedder.dimensions)) {
    const found = await connection
      .container(wanted.id)
      .read()
      .then(
        ({ resource }) => resource,
        (error: unknown) => {
          if ((error as { code?: unknown }).code === 404) return null;
          throw error;
        },
      );
    if (!found)
      throw damaged(
        `The container ${wanted.id} of the database ${connection.database} is missing. Run \`npm run provision\`.`,
      );
    const difference = differenceOf(wanted, found as Definition);
    if (difference !== null)
      throw damaged(
        `The container ${wanted.id} does not fit: ${difference}. Neither can be changed in place: name another COSMOS_DATABASE and run \`npm run provision\`, or use the embedder that it was made for.`,
      );
  }
};
