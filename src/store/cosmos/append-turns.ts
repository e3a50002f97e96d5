import type { JSONObject } from "@azure/cosmos";
import type { Turn } from "../../memory/session.ts";
import { instantOf, type Instant } from "../../memory/time.ts";
import type { SpaceId } from "../port.ts";
import type { Connection } from "./connection.ts";
import { partsOf } from "./commit/parts.ts";
import {
  SESSION_ID,
  turnDocument,
  turnDocumentId,
  turnOf,
  type SessionDocument,
  type TurnDocument,
} from "./documents/session-document.ts";
import type { Partition } from "./partition.ts";

const NOT_KNOWN =
  "Cosmos DB did not answer in time, or others write to this session all the time. Try again.";

type NewTurn = Omit<Turn, "seq" | "session">;

/** Of these turns those that are on record and have not expired. */
const onRecord = async (
  partition: Partition,
  turns: readonly NewTurn[],
  now: Instant,
): Promise<Turn[]> => {
  const found = await partition.readMany<TurnDocument>(turns.map(({ id }) => turnDocumentId(id)));
  return [...found.values()].filter(({ expiresAt }) => expiresAt > now).map(turnOf);
};

/** As many of the turns, from the first, as one batch takes, with the numbers after the session's last. */
const partOf = (
  space: SpaceId,
  { session, turnCount }: SessionDocument,
  turns: readonly NewTurn[],
  now: number,
): TurnDocument[] => {
  const documents = turns.map((turn, i) =>
    turnDocument(space, session, turnCount + i + 1, turn, now),
  );
  const [part = []] = partsOf(
    documents.map((document) => ({
      operationType: "Upsert",
      resourceBody: document as unknown as JSONObject,
    })),
  );
  return documents.slice(0, part.length);
};

/**
 * Guarded by the session's ETag: where another writer was first, or no answer came, it looks again at what is on record. A turn that has
 * expired and lies there still is replaced.
 */
export const appendTurns = async (
  connection: Connection,
  partition: Partition,
  space: SpaceId,
  turns: readonly NewTurn[],
): Promise<Turn[] | null> => {
  const now = connection.now();
  const wanted = [...new Map(turns.toReversed().map((turn) => [turn.id, turn])).values()].reverse();
  const known = new Map<string, Turn>();
  for (let tries = 0; ;) {
    const missing = wanted.filter(({ id }) => !known.has(id));
    const [session, found] = await Promise.all([
      partition.read<SessionDocument>(SESSION_ID),
      onRecord(partition, missing, instantOf(now)),
    ]);
    if (!session) return null;
    for (const turn of found) known.set(turn.id, turn);
    const fresh = missing.filter(({ id }) => !known.has(id));
    if (fresh.length > 0) {
      const { _etag, ...before } = session;
      const part = partOf(space, session, fresh, now);
      const outcome = await partition.batch([
        {
          operationType: "Replace",
          id: SESSION_ID,
          resourceBody: {
            ...before,
            turnCount: before.turnCount + part.length,
          } as unknown as JSONObject,
          ifMatch: _etag!,
        },
        ...part.map((document) => ({
          operationType: "Upsert" as const,
          resourceBody: document as unknown as JSONObject,
        })),
      ]);
      if (outcome.done) for (const document of part) known.set(document.turn, turnOf(document));
      else if (outcome.status === null || outcome.status === 412 || outcome.status === 404)
        await connection.pause(tries++, NOT_KNOWN);
      else
        throw new Error(
          `Turns were refused: operation ${outcome.at} was answered ${outcome.status}.`,
        );
    }
    if (wanted.every(({ id }) => known.has(id))) return turns.map(({ id }) => known.get(id)!);
  }
};
