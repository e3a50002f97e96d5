import { SERVICE_TENANT, type SpaceId } from "../../port.ts";
import type { Connection } from "../connection.ts";
import type { ContainerName } from "../containers.ts";
import { ofType } from "../query.ts";

const PAGE_SIZE = 1000;

/** Whose the documents of a container are that fit, each space once: the one kind of query that names no space, and gives nothing but whose they are. */
async function* ownersIn(
  connection: Connection,
  container: ContainerName,
  where: string,
  seen: Set<string>,
): AsyncGenerator<SpaceId, void> {
  const spec = { query: `SELECT c.tenant, c.user FROM c WHERE ${where}`, parameters: [] };
  const iterator = connection
    .container(container)
    .items.query<SpaceId>(spec, { maxItemCount: PAGE_SIZE });
  do {
    const { resources } = await connection.call("spaces", () => iterator.fetchNext());
    for (const { tenant, user } of resources ?? []) {
      const key = JSON.stringify([tenant, user]);
      if (!seen.has(key) && tenant !== SERVICE_TENANT) yield { tenant, user };
      seen.add(key);
    }
  } while (iterator.hasMoreResults());
}

const COMMITTED = `${ofType("head")} AND NOT IS_NULL(c.recordedAt)`;

/** Every space that has a commit, a session or a note of its own. */
export async function* allSpaces(connection: Connection): AsyncGenerator<SpaceId, void> {
  const seen = new Set<string>();
  yield* ownersIn(connection, "graph", COMMITTED, seen);
  yield* ownersIn(connection, "turns", ofType("session"), seen);
  yield* ownersIn(connection, "counters", ofType("note"), seen);
}

/** Every space in which there are commits or turns. */
export async function* followedSpaces(connection: Connection): AsyncGenerator<SpaceId, void> {
  const seen = new Set<string>();
  yield* ownersIn(connection, "graph", COMMITTED, seen);
  yield* ownersIn(connection, "turns", `${ofType("session")} AND c.turnCount > 0`, seen);
}
