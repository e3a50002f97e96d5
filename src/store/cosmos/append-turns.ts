import type { JSONObject, OperationInput } from "@azure/cosmos";
import type { Session, Turn } from "../../memory/session.ts";
import type { SpaceId } from "../port.ts";
import type { Connection } from "./connection.ts";
import { partsOf } from "./commit/parts.ts";
import { sessionDocument, SESSION_ID, turnDocument, turnDocumentId, turnOf, type SessionDocument, type TurnDocument } from "./documents/session-document.ts";
import type { Partition } from "./partition.ts";

const NOT_KNOWN = "Cosmos DB did not answer in time, or others write to this session all the time. Try again.";

type NewTurn = Omit<Turn, "seq" | "session">;

/** Throws where there is such a session already. */
export const createSession = async (connection: Connection, partition: Partition, space: SpaceId, session: Session): Promise<void> => {
  const document = sessionDocument(space, session);
  for (let tries = 0; ; tries++) {
    const outcome = await partition.batch([{ operationType: "Create", resourceBody: document as unknown as JSONObject }]);
    if (outcome.done) return;
    if (outcome.status !== null) throw new Error(`The session ${session.id} was refused: ${outcome.status}.`);
    if (await partition.read(SESSION_ID)) return;
    await connection.pause(tries, NOT_KNOWN);
  }
};

/** Of these turns those that are on record, by id. */
const onRecord = async (partition: Partition, turns: readonly NewTurn[]): Promise<Map<string, Turn>> =>
  new Map([...(await partition.readMany<TurnDocument>(turns.map(({ id }) => turnDocumentId(id)))).values()].map((document) => [document.turn, turnOf(document)]));

/** As many of the turns, from the first, as one batch takes, with the numbers after the session's last. */
const batchOf = (space: SpaceId, { _etag, ...session }: SessionDocument, turns: readonly NewTurn[]): OperationInput[] => {
  const created = turns.map((turn, i): OperationInput => ({ operationType: "Create", resourceBody: turnDocument(space, session.session, session.turnCount + i + 1, turn) as unknown as JSONObject }));
  const [part = []] = partsOf(created);
  return [{ operationType: "Replace", id: SESSION_ID, resourceBody: { ...session, turnCount: session.turnCount + part.length } as unknown as JSONObject, ifMatch: _etag! }, ...part];
};

/** Guarded by the session's ETag: where another writer was first, or no answer came, it looks again at what is on record. */
export const appendTurns = async (connection: Connection, partition: Partition, space: SpaceId, turns: readonly NewTurn[]): Promise<Turn[] | null> => {
  const wanted = [...new Map(turns.toReversed().map((turn) => [turn.id, turn])).values()].reverse();
  for (let tries = 0; ; ) {
    const [session, known] = await Promise.all([partition.read<SessionDocument>(SESSION_ID), onRecord(partition, wanted)]);
    if (!session) return null;
    const missing = wanted.filter(({ id }) => !known.has(id));
    if (missing.length === 0) return turns.map(({ id }) => known.get(id)!);
    const outcome = await partition.batch(batchOf(space, session, missing));
    if (outcome.done) continue;
    if (outcome.status === null || outcome.status === 412 || outcome.status === 409) await connection.pause(tries++, NOT_KNOWN);
    else throw new Error(`Turns were refused: operation ${outcome.at} was answered ${outcome.status}.`);
  }
};
