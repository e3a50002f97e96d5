import type { SessionId, TurnId } from "../../memory/ids.ts";
import type { Role, Turn } from "../../memory/session.ts";
import type { SpaceStore, TurnQuery } from "../port.ts";
import { removeExpired } from "./expiry.ts";
import { END, toInstant, toMillis } from "./instants.ts";
import { cursorOf, pageOf, placeOf, type ReadPage } from "./pages.ts";
import { asList, oneByRequest } from "./requests.ts";
import { numberOfSession } from "./sessions.ts";
import type { SpaceFile } from "./space-file.ts";

/** `now`, in all of this file, is in milliseconds since 1970: nobody is shown a turn that has expired then. */

type TurnRow = readonly [
  request: number,
  id: string,
  session: string,
  seq: number,
  role: Role,
  content: string,
  metadata: string | null,
  toolName: string | null,
  toolCallId: string | null,
  occurred: number,
  recorded: number,
  event: string | null,
  expires: number,
  num: number,
];
const TURN = `t.id, s.id, t.seq, t.role, t.content, t.metadata, t.tool_name, t.tool_call, t.occurred, t.recorded, t.event, t.expires, t.num`;

const turnOf = ([
  ,
  id,
  session,
  seq,
  role,
  content,
  metadata,
  toolName,
  toolCallId,
  occurred,
  recorded,
  event,
  expires,
]: TurnRow): Turn => ({
  id,
  session,
  seq,
  role,
  content,
  toolName,
  toolCallId,
  event,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>),
  occurredAt: toInstant(occurred),
  recordedAt: toInstant(recorded),
  expiresAt: expires === END ? null : toInstant(expires),
});

const BY_ID = `SELECT r.key, ${TURN} FROM json_each(?1) r CROSS JOIN turn t ON t.id = r.value AND t.expires > ?2 CROSS JOIN session s ON s.num = t.session`;

export const turnsById = (file: SpaceFile, ids: readonly TurnId[], now: number): (Turn | null)[] =>
  oneByRequest(ids.length, file.all<TurnRow>(BY_ID, asList(ids), now), turnOf);

const COUNTED = `SELECT num, turns FROM session WHERE id = ?`;
const COUNT = `UPDATE session SET turns = ? WHERE num = ?`;
const COUNT_ALL = `UPDATE space SET turns_stored = turns_stored + ?`;
const ADD = `
INSERT INTO turn (id, session, seq, role, content, metadata, tool_name, tool_call, occurred, recorded, event, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** `session`: its own number. */
export const addTurn = (file: SpaceFile, session: number, turn: Omit<Turn, "session">): void => {
  const metadata = turn.metadata === null ? null : JSON.stringify(turn.metadata);
  const expires = turn.expiresAt === null ? END : toMillis(turn.expiresAt);
  file.run(
    ADD,
    turn.id,
    session,
    turn.seq,
    turn.role,
    turn.content,
    metadata,
    turn.toolName,
    turn.toolCallId,
    toMillis(turn.occurredAt),
    toMillis(turn.recordedAt),
    turn.event,
    expires,
  );
};

/** Moves the space's position, by which a follower sees that turns were stored. */
export const countTurns = (file: SpaceFile, stored: number): void =>
  void file.run(COUNT_ALL, stored);

export const appendTurns = (
  file: SpaceFile,
  session: SessionId,
  turns: readonly Omit<Turn, "seq" | "session">[],
  now: number,
): Turn[] | null =>
  file.write(() => {
    removeExpired(file, now);
    const found = file.first<readonly [number, number]>(COUNTED, session);
    if (found === undefined) return null;
    const [number, last] = found;
    let seq = last;
    const stored = turns.map((turn): Turn => {
      const [known] = turnsById(file, [turn.id], now);
      if (known) return known;
      seq += 1;
      addTurn(file, number, { ...turn, seq });
      return { ...turn, session, seq };
    });
    if (seq > last) {
      file.run(COUNT, seq, number);
      countTurns(file, seq - last);
    }
    return stored;
  });

const DELETE = `DELETE FROM turn WHERE session = ? AND seq <= ?`;

export const deleteTurns = (
  file: SpaceFile,
  session: SessionId,
  upTo: number,
  now: number,
): number =>
  file.write(() => {
    removeExpired(file, now);
    return file.run(DELETE, numberOfSession(file, session), upTo);
  });

const between = (direction: "ASC" | "DESC"): string => `
SELECT 0, ${TURN} FROM session s CROSS JOIN turn t ON t.session = s.num
WHERE s.id = ?1 AND t.seq > ?2 AND t.seq < ?3 AND t.expires > ?5 ORDER BY t.seq ${direction} LIMIT ?4`;
const end = (direction: "ASC" | "DESC"): string => `
SELECT t.seq FROM session s CROSS JOIN turn t ON t.session = s.num WHERE s.id = ?1 AND t.expires > ?2 ORDER BY t.seq ${direction} LIMIT 1`;

type Turns = Awaited<ReturnType<SpaceStore["turns"]>>;

/** What lies between `after` and `before`, of that the `first` ones, of these the `last` ones; and whether the session goes on beyond them. */
export const turns = (
  file: SpaceFile,
  { session, first, after, last, before }: Parameters<SpaceStore["turns"]>[0],
  now: number,
): Turns => {
  const all = -1;
  const range = [session, after ?? 0, before ?? Number.MAX_SAFE_INTEGER] as const;
  const rows =
    first === undefined && last !== undefined
      ? file.all<TurnRow>(between("DESC"), ...range, last, now).reverse()
      : file.all<TurnRow>(between("ASC"), ...range, first ?? all, now);
  const found = rows
    .map(turnOf)
    .slice(first !== undefined && last !== undefined ? Math.max(0, rows.length - last) : 0);
  const [lowest] = file.first<readonly [number]>(end("ASC"), session, now) ?? [Infinity];
  const [highest] = file.first<readonly [number]>(end("DESC"), session, now) ?? [0];
  const lastSeen = found.at(-1)?.seq ?? after ?? 0;
  const firstSeen = found[0]?.seq ?? (after ?? 0) + 1;
  return { turns: found, hasNextPage: lastSeen < highest, hasPreviousPage: lowest < firstSeen };
};

/** ?1 and ?2 the place before which, ?3 and ?4 from when until when, ?5 now, ?6 the session, ?7 the role. */
const recordedIn = (session: boolean): string => `
FROM turn t CROSS JOIN session s ON s.num = t.session
WHERE ${session ? "t.session = ?6" : "?6 IS NULL"} AND (t.recorded, t.num) < (?1, ?2) AND t.recorded >= ?3 AND t.recorded < ?4 AND t.expires > ?5 AND (?7 IS NULL OR t.role = ?7)`;

/** Turns of all sessions, the last recorded first. */
export const turnsRecorded = (
  file: SpaceFile,
  { session, role, from, to, page }: TurnQuery,
  now: number,
): ReadPage<Turn> => {
  const after = placeOf("turns", 2, page.after) ?? [Number.MAX_SAFE_INTEGER, 0];
  const number = session === undefined ? null : (numberOfSession(file, session) ?? 0);
  const source = recordedIn(session !== undefined);
  const range = [
    from === undefined ? -Number.MAX_SAFE_INTEGER : toMillis(from),
    to === undefined ? Number.MAX_SAFE_INTEGER : toMillis(to),
    now,
    number,
    role ?? null,
  ] as const;
  const rows = file.all<TurnRow>(
    `SELECT 0, ${TURN} ${source} ORDER BY t.recorded DESC, t.num DESC LIMIT ?8`,
    after[0]!,
    after[1]!,
    ...range,
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({ item: turnOf(row), cursor: cursorOf("turns", row[10], row[13]) })),
    page,
    (open) =>
      open.first<readonly [number]>(
        `SELECT count(*) ${source}`,
        Number.MAX_SAFE_INTEGER,
        0,
        ...range,
      )![0],
  );
};

const OF_SESSIONS = `SELECT r.key, ${TURN} FROM json_each(?) r CROSS JOIN session s ON s.id = r.value CROSS JOIN turn t ON t.session = s.num ORDER BY t.session, t.seq`;

/** All turns of some sessions, expired ones that lie there still included. */
export const turnsOfSessions = (file: SpaceFile, sessions: readonly SessionId[]): Turn[] =>
  file.all<TurnRow>(OF_SESSIONS, asList(sessions)).map(turnOf);
