import type { Connection } from "../connection/connection.ts";
import { OWNED } from "../documents/shape.ts";
import { deleting, MOST_OPERATIONS } from "./batches.ts";
import type { Partition } from "./partition.ts";

const UNKNOWN_OUTCOME =
  "Cosmos DB did not answer in time; it is not known whether everything was deleted. Try again.";

/**
 * Deletes documents in the given order, batch by batch. Documents that others delete meanwhile are
 * ignored.
 */
export const deleteDocuments = async (
  connection: Connection,
  partition: Partition,
  ids: readonly string[],
): Promise<void> => {
  for (let start = 0; start < ids.length; start += MOST_OPERATIONS) {
    let remainingIds = ids.slice(start, start + MOST_OPERATIONS);
    for (let attempt = 0; remainingIds.length > 0; attempt++) {
      const outcome = await partition.batch(remainingIds.map((id) => deleting(id)));
      if (outcome.done) break;
      if (outcome.status !== null && outcome.status !== 404)
        throw new Error(
          `The document ${remainingIds[outcome.at]} could not be deleted: ${outcome.status}.`,
        );
      await connection.pause(attempt, UNKNOWN_OUTCOME);
      const storedDocuments = await partition.readMany(OWNED, remainingIds);
      remainingIds = remainingIds.filter((id) => storedDocuments.has(id));
    }
  }
};
