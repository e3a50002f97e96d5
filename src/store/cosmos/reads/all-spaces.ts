import type { SpaceId } from "../../port.ts";
import type { Connection } from "../connection.ts";
import { ofType } from "../query.ts";

const PAGE_SIZE = 1000;

/** Every space that has a head: the one query that names no space, and gives nothing but whose they are. */
export async function* allSpaces(connection: Connection): AsyncGenerator<SpaceId, void> {
  const spec = { query: `SELECT c.tenant, c.user FROM c WHERE ${ofType("head")} AND NOT IS_NULL(c.recordedAt)`, parameters: [] };
  const iterator = connection.container("graph").items.query<SpaceId>(spec, { maxItemCount: PAGE_SIZE });
  do {
    const { resources } = await connection.call("spaces", () => iterator.fetchNext());
    for (const { tenant, user } of resources ?? []) yield { tenant, user };
  } while (iterator.hasMoreResults());
}
