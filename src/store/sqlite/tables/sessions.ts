import type { SessionId } from "../../../memory/ids.ts";
import type { Session, Strategy } from "../../../memory/session.ts";
import type { Instant } from "../../../memory/time.ts";
import type { PageRequest } from "../../port.ts";
import { END, toInstant, toMillis } from "../database/instants.ts";
import { cursorOf, pageOf, positionPairOf, type ReadPage } from "../database/pages.ts";
import { asList, oneByRequest } from "../database/requests.ts";
import type { SpaceFile } from "../database/space-file.ts";

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

const sessionOf = ([, , id, title, strategy, createdMillis, turnCount]: SessionRow): Session => ({
  id,
  title,
  strategy,
  createdAt: toInstant(createdMillis),
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
  oneByRequest(ids, file.all<SessionRow>(BY_ID, asList(ids)), sessionOf);

/** ?1 and ?2 the position of the cursor. Newest first. */
const PAGE = `
SELECT 0, ${SESSION}
FROM session s
WHERE (s.created, s.num) < (?1, ?2) AND s.created <= ?4
ORDER BY s.created DESC, s.num DESC
LIMIT ?3`;

export const sessions = (
  file: SpaceFile,
  page: PageRequest,
  knownAt?: Instant,
): ReadPage<Session> => {
  const until = knownAt === undefined ? END : toMillis(knownAt);
  const [createdMillis, num] = positionPairOf("sessions", page.after, [Number.MAX_SAFE_INTEGER, 0]);
  return pageOf(
    file
      .all<SessionRow>(PAGE, createdMillis, num, page.first + 1, until)
      .map((row) => ({ item: sessionOf(row), cursor: cursorOf("sessions", row[5], row[1]) })),
    page,
    (open) =>
      open.only<readonly [number]>("SELECT count(*) FROM session WHERE created <= ?", until)[0],
  );
};

const NUMBER = `SELECT num FROM session WHERE id = ?`;

/** The number of a session; null if there is no such session. */
export const numberOfSession = (file: SpaceFile, session: SessionId): number | null =>
  file.first<readonly [number]>(NUMBER, session)?.[0] ?? null;

export const retitle = (file: SpaceFile, { id, title }: Pick<Session, "id" | "title">): void => {
  file.run(`UPDATE session SET title = ? WHERE id = ?`, title, id);
};

/** Deletes a session with its turns and notes. Returns false if there is no such session. */
export const deleteSession = (file: SpaceFile, session: SessionId): boolean =>
  file.write(() => {
    const number = numberOfSession(file, session);
    if (number === null) return false;
    file.run(`DELETE FROM turn WHERE session = ?`, number);
    file.run(`DELETE FROM note WHERE session = ?`, number);
    file.run(`DELETE FROM session WHERE num = ?`, number);
    return true;
  });
