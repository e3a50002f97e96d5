import type { Turn } from "../../../memory/session.ts";
import { instantOf, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import {
  SESSION,
  SESSION_ID,
  TURN,
  turnDocument,
  turnDocumentId,
  turnOf,
  type SessionDocument,
  type TurnDocument,
} from "../documents/session-document.ts";
import type { StoredDocument } from "../documents/shape.ts";
import { replacing, splitIntoBatches, upserting } from "../partition/batches.ts";
import type { Partition } from "../partition/partition.ts";
import { UNKNOWN_SESSION_WRITE } from "./session-lifecycle.ts";

type NewTurn = Omit<Turn, "seq" | "session">;

/**
 * The statuses of a batch that came after that of another writer, or after the end of the session.
 */
const OVERTAKEN: ReadonlySet<number> = new Set([404, 412]);

/** Those of the turns that the session has already and that have not expired. */
const storedTurns = async (
  partition: Partition,
  turns: readonly NewTurn[],
  now: Instant,
): Promise<Turn[]> => {
  const documents = await partition.readMany(
    TURN,
    turns.map(({ id }) => turnDocumentId(id)),
  );
  return [...documents.values()].filter(({ expiresAt }) => expiresAt > now).map(turnOf);
};

/**
 * Documents for the first of the turns, as many as fit into one batch, numbered after the last turn
 * of the session.
 */
const nextDocuments = (
  space: SpaceId,
  { session, turnCount }: SessionDocument,
  turns: readonly NewTurn[],
  now: number,
): TurnDocument[] => {
  const documents = turns.map((turn, i) =>
    turnDocument(space, session, turnCount + i + 1, turn, now),
  );
  const [batch = []] = splitIntoBatches(documents.map(upserting));
  return documents.slice(0, batch.length);
};

/**
 * Writes turns together with the new count of the session. Returns false if another writer was
 * first or no response came, so that the caller must look again.
 */
const writeTurns = async (
  partition: Partition,
  { _etag, ...session }: StoredDocument<SessionDocument>,
  documents: readonly TurnDocument[],
): Promise<boolean> => {
  const turnCount = session.turnCount + documents.length;
  const outcome = await partition.batch([
    replacing({ ...session, turnCount }, _etag),
    ...documents.map(upserting),
  ]);
  if (outcome.done) return true;
  if (outcome.status === null || OVERTAKEN.has(outcome.status)) return false;
  throw new Error(
    `Turns were refused: operation ${outcome.at} failed with status ${outcome.status}.`,
  );
};

/**
 * Appends turns and returns all of them as stored; null if the session does not exist. Turns that
 * are already stored do not change. Of two turns with the same id, the first counts. A stored turn
 * that has expired is replaced. The ETag of the session guards the write: if another writer was
 * first, or no response came, the stored turns are read again.
 */
export const appendTurns = async (
  connection: Connection,
  partition: Partition,
  space: SpaceId,
  turns: readonly NewTurn[],
): Promise<Turn[] | null> => {
  const now = connection.now();
  const distinct = [...new Map(turns.toReversed().map((turn) => [turn.id, turn])).values()];
  distinct.reverse();
  const appendedTurns = new Map<string, Turn>();
  const isMissing = ({ id }: NewTurn): boolean => !appendedTurns.has(id);
  for (let attempt = 0; ;) {
    const [session, earlierTurns] = await Promise.all([
      partition.read(SESSION, SESSION_ID),
      storedTurns(partition, distinct.filter(isMissing), instantOf(now)),
    ]);
    if (!session) return null;
    for (const turn of earlierTurns) appendedTurns.set(turn.id, turn);
    const missingTurns = distinct.filter(isMissing);
    if (missingTurns.length > 0) {
      const documents = nextDocuments(space, session, missingTurns, now);
      if (await writeTurns(partition, session, documents))
        for (const document of documents) appendedTurns.set(document.turn, turnOf(document));
      else await connection.pause(attempt++, UNKNOWN_SESSION_WRITE);
    }
    if (!distinct.some(isMissing)) return turns.flatMap(({ id }) => appendedTurns.get(id) ?? []);
  }
};
