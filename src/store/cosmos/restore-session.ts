import type { JSONObject, OperationInput } from "@azure/cosmos";
import type { Session, Turn } from "../../memory/session.ts";
import type { SpaceId } from "../port.ts";
import { partsOf } from "./commit/parts.ts";
import type { Connection } from "./connection.ts";
import {
  SESSION_ID,
  turnDocument,
  turnDocumentId,
  type SessionDocument,
  type TurnDocument,
} from "./documents/session-document.ts";
import { createSession, type SessionPartitions } from "./keep-sessions.ts";
import type { Partition } from "./partition.ts";

const NOT_KNOWN =
  "Cosmos DB did not answer in time, or others write to this session all the time. Try again.";

/** A session whose count is at least that of the one that is restored. */
const countedTo = async (
  connection: Connection,
  turns: Partition,
  turnCount: number,
): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const session = await turns.read<SessionDocument>(SESSION_ID);
    if (!session || session.turnCount >= turnCount) return;
    const { _etag, ...before } = session;
    const outcome = await turns.batch([
      {
        operationType: "Replace",
        id: SESSION_ID,
        resourceBody: { ...before, turnCount } as unknown as JSONObject,
        ifMatch: _etag!,
      },
    ]);
    if (outcome.done) return;
    await connection.pause(tries, NOT_KNOWN);
  }
};

/** A session as it is elsewhere, and turns of it under their own numbers; what is there already stays. */
export const restoreSession = async (
  connection: Connection,
  partitions: SessionPartitions,
  space: SpaceId,
  session: Session,
  turns: readonly Turn[],
): Promise<void> => {
  if (!(await partitions.turns.read<SessionDocument>(SESSION_ID)))
    await createSession(connection, partitions, space, session);
  await countedTo(connection, partitions.turns, session.turnCount);
  const known = await partitions.turns.readMany<TurnDocument>(
    turns.map(({ id }) => turnDocumentId(id)),
    ["turn"],
  );
  const missing = turns.filter(({ id }) => !known.has(turnDocumentId(id)));
  const operations = missing.map(({ session: of, seq, ...turn }): OperationInput => ({
    operationType: "Upsert",
    resourceBody: turnDocument(space, of, seq, turn, connection.now()) as unknown as JSONObject,
  }));
  if (operations.length === 0) return;
  for (const part of partsOf(operations))
    for (let tries = 0; ; tries++) {
      const outcome = await partitions.turns.batch(part);
      if (outcome.done) break;
      if (outcome.status !== null)
        throw new Error(
          `Turns were refused: operation ${outcome.at} was answered ${outcome.status}.`,
        );
      await connection.pause(tries, NOT_KNOWN);
    }
};
