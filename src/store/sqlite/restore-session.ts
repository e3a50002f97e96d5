import type { Session, Turn } from "../../memory/session.ts";
import { toMillis } from "./instants.ts";
import type { SpaceFile } from "./space-file.ts";
import { addTurn, countTurns } from "./turns.ts";

const PUT = `INSERT INTO session (id, title, strategy, created, turns) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET turns = max(turns, excluded.turns)`;
const NUMBER = `SELECT num FROM session WHERE id = ?`;
const KNOWN = `SELECT 1 FROM turn WHERE id = ?`;

/** A session as it is elsewhere, and turns of it under their own numbers; what is there already stays. */
export const restoreSession = (file: SpaceFile, session: Session, turns: readonly Turn[]): void =>
  file.write(() => {
    file.run(
      PUT,
      session.id,
      session.title,
      session.strategy,
      toMillis(session.createdAt),
      session.turnCount,
    );
    const [number] = file.first<readonly [number]>(NUMBER, session.id)!;
    const missing = turns.filter(({ id }) => file.first(KNOWN, id) === undefined);
    for (const turn of missing) addTurn(file, number, turn);
    countTurns(file, missing.length);
  });
