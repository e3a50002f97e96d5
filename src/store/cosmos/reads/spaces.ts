import { SERVICE_TENANT, type SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import type { Owner } from "../documents/envelope.ts";
import { isText, Shape } from "../documents/shape.ts";
import { ofType } from "../partition/query.ts";
import type { ContainerName } from "../provisioning/choices.ts";

const PAGE_SIZE = 1000;
const OWNER = new Shape<Owner>(["tenant", "user"], { tenant: isText, user: isText });

/**
 * The spaces that own documents of a container that meet a condition. This is the only kind of
 * query that names no space. It returns only tenants and users.
 */
async function* ownersIn(
  connection: Connection,
  container: ContainerName,
  where: string,
): AsyncGenerator<SpaceId, void> {
  const spec = { query: `SELECT c.tenant, c.user FROM c WHERE ${where}`, parameters: [] };
  const iterator = connection
    .container(container)
    .items.query<unknown>(spec, { maxItemCount: PAGE_SIZE });
  do {
    const { resources } = await connection.call("spaces", () => iterator.fetchNext());
    for (const row of resources ?? [])
      if (OWNER.fits(row) && row.tenant !== SERVICE_TENANT)
        yield { tenant: row.tenant, user: row.user };
  } while (iterator.hasMoreResults());
}

async function* distinctSpaces(
  ...lists: readonly AsyncIterable<SpaceId>[]
): AsyncGenerator<SpaceId, void> {
  const keys = new Set<string>();
  for (const list of lists)
    for await (const space of list) {
      const key = JSON.stringify([space.tenant, space.user]);
      if (!keys.has(key)) yield space;
      keys.add(key);
    }
}

const IS_MOVED_HEAD = `${ofType("head")} AND NOT IS_NULL(c.recordedAt)`;

/** Every space with a commit, a session or a note of its own. */
export const allSpaces = (connection: Connection): AsyncGenerator<SpaceId, void> =>
  distinctSpaces(
    ownersIn(connection, "graph", IS_MOVED_HEAD),
    ownersIn(connection, "turns", ofType("session")),
    ownersIn(connection, "counters", ofType("note")),
  );

/** Every space with commits or turns. */
export const followedSpaces = (connection: Connection): AsyncGenerator<SpaceId, void> =>
  distinctSpaces(
    ownersIn(connection, "graph", IS_MOVED_HEAD),
    ownersIn(connection, "turns", `${ofType("session")} AND c.turnCount > 0`),
  );
