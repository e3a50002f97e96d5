import type { JSONObject } from "@azure/cosmos";
import type { Session } from "../../memory/session.ts";
import { instantOf } from "../../memory/time.ts";
import type { SpaceId } from "../port.ts";
import type { Connection } from "./connection.ts";
import type { Envelope, Owned } from "./documents/envelope.ts";
import { NOTEBOOK_ID, notebookDocument } from "./documents/note-document.ts";
import {
  sessionDocument,
  SESSION_ID,
  type SessionDocument,
  type TurnDocument,
} from "./documents/session-document.ts";
import { guardedDelete } from "./guarded-delete.ts";
import type { Partition } from "./partition.ts";
import { ofType } from "./query.ts";
import { remove } from "./remove.ts";

const NOT_KNOWN =
  "Cosmos DB did not answer in time, or others write to this session all the time. Try again.";

/** Creates a document, or replaces it; false where it is refused with `refusal`. Where no answer comes, it looks. */
const put = async (
  connection: Connection,
  partition: Partition,
  operationType: "Create" | "Upsert",
  document: Envelope,
): Promise<boolean> => {
  for (let tries = 0; ; tries++) {
    const outcome = await partition.batch([
      { operationType, resourceBody: document as unknown as JSONObject },
    ]);
    if (outcome.done) return true;
    if (outcome.status !== null) return false;
    if (await partition.read(document.id)) return true;
    await connection.pause(tries, NOT_KNOWN);
  }
};

/** What a session lies in: its turns, and its notes. */
export interface SessionPartitions {
  readonly turns: Partition;
  readonly notes: Partition;
}

/** Throws where there is such a session already. The notebook comes first, so that no session is without one. */
export const createSession = async (
  connection: Connection,
  { turns, notes }: SessionPartitions,
  space: SpaceId,
  session: Session,
): Promise<void> => {
  const kept =
    (await put(connection, notes, "Upsert", notebookDocument(space, session.id))) &&
    (await put(connection, turns, "Create", sessionDocument(space, session)));
  if (!kept) throw new Error(`The session ${session.id} was refused: there is one of this id.`);
};

/** One that is gone meanwhile needs no title. */
export const retitle = async (
  connection: Connection,
  turns: Partition,
  title: string | null,
): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const outcome = await turns.batch([
      {
        operationType: "Patch",
        id: SESSION_ID,
        resourceBody: { operations: [{ op: "set", path: "/body/title", value: title }] },
      },
    ]);
    if (outcome.done || outcome.status === 404) return;
    if (outcome.status !== null)
      throw new Error(`The session could not be given another title: ${outcome.status}.`);
    await connection.pause(tries, NOT_KNOWN);
  }
};

/** Removes turns up to a sequence number, the oldest first; those that have expired and lie there still among them. Gives how many had not. */
export const deleteTurns = async (
  connection: Connection,
  turns: Partition,
  upTo: number,
): Promise<number> => {
  const now = instantOf(connection.now());
  const rows = await turns.query<TurnDocument>({
    fields: ["expiresAt"],
    where: [ofType("turn"), "c.seq <= @upTo"],
    parameters: { upTo },
    orderBy: "c.seq",
  });
  await remove(
    connection,
    turns,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ expiresAt }) => expiresAt > now).length;
};

/**
 * Without its notebook a session takes no notes any more, so that those there are can be removed; the session itself goes last, when no
 * turn is left. What a crash leaves behind still has its session, and is removed when it is deleted again.
 */
export const deleteSession = async (
  connection: Connection,
  { turns, notes }: SessionPartitions,
): Promise<boolean> => {
  const found = await turns.read<SessionDocument>(SESSION_ID);
  if (!found) return false;
  await remove(connection, notes, await idsOf(notes, [NOTEBOOK]));
  await remove(connection, notes, await idsOf(notes, []));
  for (let tries = 0; ; tries++) {
    const session = await turns.read<SessionDocument>(SESSION_ID);
    if (!session) return true;
    await deleteTurns(connection, turns, session.turnCount);
    const outcome = await turns.batch([guardedDelete(SESSION_ID, session._etag!)]);
    if (outcome.done || outcome.status === 404) return true;
    if (outcome.status !== null && outcome.status !== 412)
      throw new Error(`The session could not be removed: ${outcome.status}.`);
    await connection.pause(tries, NOT_KNOWN);
  }
};

const NOTEBOOK = `c.id = "${NOTEBOOK_ID}"`;
const idsOf = async (partition: Partition, where: readonly string[]): Promise<string[]> =>
  (await partition.query<Owned>({ fields: [], where })).map(({ id }) => id);
