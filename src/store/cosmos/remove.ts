import type { Connection } from "./connection.ts";
import type { Owned } from "./documents/envelope.ts";
import type { Partition } from "./partition.ts";

/** The service's limit of one batch. */
const MOST_OPERATIONS = 100;
const NOT_KNOWN =
  "Cosmos DB did not answer in time; whether everything was removed is not known. Try again.";

/** Removes documents, in the order given, as many at once as one batch takes. What others have removed meanwhile is gone as well. */
export const remove = async (
  connection: Connection,
  partition: Partition,
  ids: readonly string[],
): Promise<void> => {
  for (let start = 0; start < ids.length; start += MOST_OPERATIONS) {
    let left = ids.slice(start, start + MOST_OPERATIONS);
    for (let tries = 0; left.length > 0; tries++) {
      const outcome = await partition.batch(left.map((id) => ({ operationType: "Delete", id })));
      if (outcome.done) break;
      if (outcome.status !== null && outcome.status !== 404)
        throw new Error(`${left[outcome.at]!} could not be removed: ${outcome.status}.`);
      await connection.pause(tries, NOT_KNOWN);
      const there = await partition.readMany<Owned>(left, []);
      left = left.filter((id) => there.has(id));
    }
  }
};
