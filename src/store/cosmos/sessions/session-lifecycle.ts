import type { Session, Turn } from "../../../memory/session.ts";
import { instantOf } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import type { Envelope } from "../documents/envelope.ts";
import { NOTEBOOK_ID, notebookDocument } from "../documents/note-document.ts";
import {
  SESSION,
  sessionDocument,
  SESSION_ID,
  TURN,
  turnDocument,
  turnDocumentId,
} from "../documents/session-document.ts";
import { OWNED } from "../documents/shape.ts";
import {
  creating,
  deleting,
  patching,
  replacing,
  splitIntoBatches,
  upserting,
  type BatchOperation,
} from "../partition/batches.ts";
import type { Partition } from "../partition/partition.ts";
import { ofType } from "../partition/query.ts";
import { deleteDocuments } from "../partition/delete-documents.ts";

export const UNKNOWN_SESSION_WRITE =
  "Cosmos DB did not answer in time, or others keep writing to this session. Try again.";

/** The partitions of one session. */
export interface SessionPartitions {
  readonly turns: Partition;
  readonly notes: Partition;
}

/**
 * Writes a document by an operation that creates it. Returns false if it is refused. If no response
 * comes, it checks whether the document exists.
 */
const writeDocument = async (
  connection: Connection,
  partition: Partition,
  operationOf: (document: Envelope) => BatchOperation,
  document: Envelope,
): Promise<boolean> => {
  for (let attempt = 0; ; attempt++) {
    const outcome = await partition.batch([operationOf(document)]);
    if (outcome.done) return true;
    if (outcome.status !== null) return false;
    if (await partition.read(OWNED, document.id)) return true;
    await connection.pause(attempt, UNKNOWN_SESSION_WRITE);
  }
};

/**
 * Throws if there is a session with this id. The notebook is created first, so that no session is
 * without one.
 */
export const createSession = async (
  connection: Connection,
  { turns, notes }: SessionPartitions,
  space: SpaceId,
  session: Session,
): Promise<void> => {
  const isCreated =
    (await writeDocument(connection, notes, upserting, notebookDocument(space, session.id))) &&
    (await writeDocument(connection, turns, creating, sessionDocument(space, session)));
  if (!isCreated)
    throw new Error(`The session ${session.id} was refused: a session with this id exists.`);
};

/** Changes the title. Does nothing if the session no longer exists. */
export const changeTitle = async (
  connection: Connection,
  turns: Partition,
  title: string | null,
): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    const outcome = await turns.batch([
      patching(SESSION_ID, [{ op: "set", path: "/body/title", value: title }]),
    ]);
    if (outcome.done || outcome.status === 404) return;
    if (outcome.status !== null)
      throw new Error(`The title of the session could not be changed: ${outcome.status}.`);
    await connection.pause(attempt, UNKNOWN_SESSION_WRITE);
  }
};

/**
 * Deletes turns up to a sequence number, oldest first, including expired turns that the service has
 * not removed yet. Returns the number of those that had not expired.
 */
export const deleteTurns = async (
  connection: Connection,
  turns: Partition,
  upTo: number,
): Promise<number> => {
  const now = instantOf(connection.now());
  const rows = await turns.query(TURN.only("expiresAt"), {
    where: [ofType("turn"), "c.seq <= @upTo"],
    parameters: { upTo },
    orderBy: "c.seq",
  });
  await deleteDocuments(
    connection,
    turns,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ expiresAt }) => expiresAt > now).length;
};

const idsWhere = async (partition: Partition, where: readonly string[]): Promise<string[]> =>
  (await partition.query(OWNED, { where })).map(({ id }) => id);

/**
 * Deletes a session with its turns and notes. Returns false if there is none. The notebook goes
 * first, so that no further notes are written; the session goes last, when no turn is left. After a
 * crash the session still exists and can be deleted again.
 */
export const deleteSession = async (
  connection: Connection,
  { turns, notes }: SessionPartitions,
): Promise<boolean> => {
  if (!(await turns.read(SESSION, SESSION_ID))) return false;
  await deleteDocuments(connection, notes, await idsWhere(notes, [`c.id = "${NOTEBOOK_ID}"`]));
  await deleteDocuments(connection, notes, await idsWhere(notes, []));
  for (let attempt = 0; ; attempt++) {
    const session = await turns.read(SESSION, SESSION_ID);
    if (!session) return true;
    await deleteTurns(connection, turns, session.turnCount);
    const outcome = await turns.batch([deleting(SESSION_ID, session._etag)]);
    if (outcome.done || outcome.status === 404) return true;
    if (outcome.status !== null && outcome.status !== 412)
      throw new Error(`The session could not be deleted: ${outcome.status}.`);
    await connection.pause(attempt, UNKNOWN_SESSION_WRITE);
  }
};

/** Raises the turn count of a stored session to at least `turnCount`. */
const raiseTurnCount = async (
  connection: Connection,
  turns: Partition,
  turnCount: number,
): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    const session = await turns.read(SESSION, SESSION_ID);
    if (!session || session.turnCount >= turnCount) return;
    const { _etag, ...unchangedSession } = session;
    const outcome = await turns.batch([replacing({ ...unchangedSession, turnCount }, _etag)]);
    if (outcome.done) return;
    await connection.pause(attempt, UNKNOWN_SESSION_WRITE);
  }
};

/** Restores a session and its turns with their own numbers. Stored data does not change. */
export const restoreSession = async (
  connection: Connection,
  partitions: SessionPartitions,
  space: SpaceId,
  session: Session,
  turns: readonly Turn[],
): Promise<void> => {
  if (!(await partitions.turns.read(SESSION, SESSION_ID)))
    await createSession(connection, partitions, space, session);
  await raiseTurnCount(connection, partitions.turns, session.turnCount);
  const storedTurns = await partitions.turns.readMany(
    TURN.only("turn"),
    turns.map(({ id }) => turnDocumentId(id)),
  );
  const operations = turns
    .filter(({ id }) => !storedTurns.has(turnDocumentId(id)))
    .map(({ session: sessionId, seq, ...turn }) =>
      upserting(turnDocument(space, sessionId, seq, turn, connection.now())),
    );
  if (operations.length === 0) return;
  for (const batch of splitIntoBatches(operations))
    await writeRestoredTurns(connection, partitions.turns, batch);
};

/** Writes a batch of upserts, again if no response arrives: repeating it changes nothing. */
const writeRestoredTurns = async (
  connection: Connection,
  turns: Partition,
  batch: readonly BatchOperation[],
): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    const outcome = await turns.batch(batch);
    if (outcome.done) return;
    if (outcome.status !== null)
      throw new Error(
        `Turns were refused: operation ${outcome.at} failed with status ${outcome.status}.`,
      );
    await connection.pause(attempt, UNKNOWN_SESSION_WRITE);
  }
};
