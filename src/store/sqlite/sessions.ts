import type { SessionId } from "../../memory/ids.ts";
import type { Session, Strategy } from "../../memory/session.ts";
import type { PageRequest } from "../port.ts";
import { toInstant, toMillis } from "./instants.ts";
import { cursorOf, pageOf, placeOf, type ReadPage } from "./pages.ts";
import { asList, oneByRequest } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

type SessionRow = readonly [
  request: number,
  num: number,
  id: string,
  title: string | null,
  strategy: Strategy,
  created: number,
  turns: number,
];
const SESSION = `s.num, s.id, s.title, s.strategy, s.created, s.turns`;

const sessionOf = ([, , id, title, strategy, created, turnCount]: SessionRow): Session => ({
  id,
  title,
  strategy,
  createdAt: toInstant(created),
  turnCount,
});

const CREATE = `INSERT INTO session (id, title, strategy, created, turns) VALUES (?, ?, ?, ?, 0)`;

export const createSession = (
  file: SpaceFile,
  { id, title, strategy, createdAt }: Session,
): void => {
  file.run(CREATE, id, title, strategy, toMillis(createdAt));
};

const BY_ID = `SELECT r.key, ${SESSION} FROM json_each(?) r CROSS JOIN session s ON s.id = r.value`;

export const sessionsById = (file: SpaceFile, ids: readonly SessionId[]): (Session | null)[] =>
  oneByRequest(ids.length, file.all<SessionRow>(BY_ID, asList(ids)), sessionOf);

/** Before the place of a cursor, from the newest back. */
const PAGE = `SELECT 0, ${SESSION} FROM session s WHERE (s.created, s.num) < (?1, ?2) ORDER BY s.created DESC, s.num DESC LIMIT ?3`;

export const sessions = (file: SpaceFile, page: PageRequest): ReadPage<Session> => {
  const [created, num] = placeOf("sessions", 2, page.after) ?? [Number.MAX_SAFE_INTEGER, 0];
  return pageOf(
    file
      .all<SessionRow>(PAGE, created!, num!, page.first + 1)
      .map((row) => ({ item: sessionOf(row), cursor: cursorOf("sessions", row[5], row[1]) })),
    page,
    (open) => open.first<readonly [number]>("SELECT count(*) FROM session")![0],
  );
};

const NUMBER = `SELECT num FROM session WHERE id = ?`;

/** The session's own number; null where there is none. */
export const numberOfSession = (file: SpaceFile, session: SessionId): number | null =>
  file.first<readonly [number]>(NUMBER, session)?.[0] ?? null;

export const retitle = (file: SpaceFile, { id, title }: Pick<Session, "id" | "title">): void => {
  file.run(`UPDATE session SET title = ? WHERE id = ?`, title, id);
};

/** With its turns and its notes. False where there is no such session. */
export const deleteSession = (file: SpaceFile, session: SessionId): boolean =>
  file.write(() => {
    const number = numberOfSession(file, session);
    if (number === null) return false;
    file.run(`DELETE FROM turn WHERE session = ?`, number);
    file.run(`DELETE FROM note WHERE session = ?`, number);
    file.run(`DELETE FROM session WHERE num = ?`, number);
    return true;
  });
