import type { SessionId, TurnId } from "../../../memory/ids.ts";
import type { Role, Turn, Session } from "../../../memory/session.ts";
import type { SpaceStore, TurnQuery } from "../../port.ts";
import { END, toInstant, toMillis } from "../database/instants.ts";
import { cursorOf, pageOf, positionPairOf, type ReadPage } from "../database/pages.ts";
import { asList, oneByRequest } from "../database/requests.ts";
import { numberOfSession } from "./sessions.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { isRecordOf, isUnknown, jsonColumn } from "../database/json-columns.ts";
import { hasTags, tagsColumn, tagsOf } from "./tags-column.ts";

const TURNS = `DELETE FROM turn WHERE expires <= ? AND expires < ${END}`;
const NOTES = `DELETE FROM note WHERE expires <= ? AND expires < ${END}`;

/**
 * Removes expired turns and notes, which are hidden from readers. Every write of turns or notes
 * calls it. Throughout this file, `now` is in milliseconds since 1970.
 */
export const removeExpired = (file: SpaceFile, now: number): void => {
  file.run(TURNS, now);
  file.run(NOTES, now);
};

const PUT = `
INSERT INTO session (id, title, strategy, created, turns)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET turns = max(turns, excluded.turns)`;
const NUMBER = `SELECT num FROM session WHERE id = ?`;
const KNOWN = `SELECT 1 FROM turn WHERE id = ?`;

/**
 * Stores a session of another store, and turns with their own numbers. Stored data does not change.
 */
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
    const [number] = file.only<readonly [number]>(NUMBER, session.id);
    const missingTurns = turns.filter(({ id }) => file.first(KNOWN, id) === undefined);
    for (const turn of missingTurns) addTurn(file, number, turn);
    countTurns(file, missingTurns.length);
  });

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
  tags: string | null,
  timeZone: string | null,
  speaker: string | null,
];
const TURN = `t.id, s.id, t.seq, t.role, t.content, t.metadata, t.tool_name, t.tool_call, t.occurred, t.recorded, t.event, t.expires, t.num, t.tags, t.time_zone, t.speaker`;

const metadataOf = jsonColumn("turn.metadata", isRecordOf(isUnknown));

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
  occurredMillis,
  recordedMillis,
  event,
  expires,
  ,
  tags,
  timeZone,
  speaker,
]: TurnRow): Turn => ({
  id,
  session,
  seq,
  role,
  ...(speaker !== null && { speaker }),
  content,
  toolName,
  toolCallId,
  event,
  metadata: metadata === null ? null : metadataOf(metadata),
  occurredAt: toInstant(occurredMillis),
  ...(timeZone !== null && { timeZone }),
  recordedAt: toInstant(recordedMillis),
  expiresAt: expires === END ? null : toInstant(expires),
  ...(tags !== null && { tags: tagsOf(tags) }),
});

const BY_ID = `
SELECT r.key, ${TURN}
FROM json_each(?1) r
CROSS JOIN turn t ON t.id = r.value AND t.expires > ?2
CROSS JOIN session s ON s.num = t.session`;

export const turnsById = (file: SpaceFile, ids: readonly TurnId[], now: number): (Turn | null)[] =>
  oneByRequest(ids, file.all<TurnRow>(BY_ID, asList(ids), now), turnOf);

const COUNTED = `SELECT num, turns FROM session WHERE id = ?`;
const COUNT = `UPDATE session SET turns = ? WHERE num = ?`;
const COUNT_ALL = `UPDATE space SET turns_stored = turns_stored + ?`;
const ADD = `
INSERT INTO turn (id, session, seq, role, content, metadata, tool_name, tool_call, occurred, recorded, event, expires, tags, time_zone, speaker)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** `session` is the session's number. */
const addTurn = (file: SpaceFile, session: number, turn: Omit<Turn, "session">): void => {
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
    tagsColumn(turn.tags),
    turn.timeZone ?? null,
    turn.speaker ?? null,
  );
};

/** Moves the position of the space, which shows followers that turns were stored. */
const countTurns = (file: SpaceFile, turnCount: number): void =>
  void file.run(COUNT_ALL, turnCount);

/**
 * Appends turns to a session; one whose id it has is not stored again. Null if there is no such
 * session. Turns that have expired are removed first.
 */
export const appendTurns = (
  file: SpaceFile,
  session: SessionId,
  turns: readonly Omit<Turn, "seq" | "session">[],
  now: number,
): Turn[] | null =>
  file.write(() => {
    removeExpired(file, now);
    const count = file.first<readonly [number, number]>(COUNTED, session);
    if (count === undefined) return null;
    const [number, last] = count;
    let seq = last;
    const storedTurns = turns.map((turn): Turn => {
      const [knownTurn] = turnsById(file, [turn.id], now);
      if (knownTurn) return knownTurn;
      seq += 1;
      addTurn(file, number, { ...turn, seq });
      return { ...turn, session, seq };
    });
    if (seq > last) {
      file.run(COUNT, seq, number);
      countTurns(file, seq - last);
    }
    return storedTurns;
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

/** SQLite treats a negative limit as no limit. */
const NO_LIMIT = -1;

type Turns = Awaited<ReturnType<SpaceStore["turns"]>>;

/**
 * The turns between `after` and `before`, limited to the `first` and then to the `last` of these,
 * and whether there are more on either side.
 */
export const turns = (
  file: SpaceFile,
  {
    session,
    first,
    after = 0,
    last,
    before = Number.MAX_SAFE_INTEGER,
  }: Parameters<SpaceStore["turns"]>[0],
  now: number,
): Turns => {
  const range = [session, after, before] as const;
  const rows =
    first === undefined && last !== undefined
      ? file.all<TurnRow>(between("DESC"), ...range, last, now).reverse()
      : file.all<TurnRow>(between("ASC"), ...range, first ?? NO_LIMIT, now);
  const pageTurns = rows
    .map(turnOf)
    .slice(first !== undefined && last !== undefined ? Math.max(0, rows.length - last) : 0);
  const [lowest] = file.first<readonly [number]>(end("ASC"), session, now) ?? [Infinity];
  const [highest] = file.first<readonly [number]>(end("DESC"), session, now) ?? [0];
  const lastSeen = pageTurns.at(-1)?.seq ?? after;
  const firstSeen = pageTurns[0]?.seq ?? after + 1;
  return { turns: pageTurns, hasNextPage: lastSeen < highest, hasPreviousPage: lowest < firstSeen };
};

/**
 * ?1 and ?2 the position of the cursor, ?3 and ?4 the interval of record time, ?5 now, ?6 session,
 * ?7 role, ?8 tags.
 */
const recordedIn = (session: boolean): string => `
FROM turn t CROSS JOIN session s ON s.num = t.session
WHERE ${session ? "t.session = ?6" : "?6 IS NULL"} AND (t.recorded, t.num) < (?1, ?2) AND t.recorded >= ?3 AND t.recorded < ?4 AND t.expires > ?5 AND (?7 IS NULL OR t.role = ?7) AND ${hasTags("t.tags", "?8")}`;

/** The turns that have not expired, the last recorded first. */
export const turnsRecorded = (
  file: SpaceFile,
  { session, role, tags, from, to, page }: TurnQuery,
  now: number,
): ReadPage<Turn> => {
  const after = positionPairOf("turns", page.after, [Number.MAX_SAFE_INTEGER, 0]);
  const number = session === undefined ? null : (numberOfSession(file, session) ?? 0);
  const source = recordedIn(session !== undefined);
  const range = [
    from === undefined ? -Number.MAX_SAFE_INTEGER : toMillis(from),
    to === undefined ? Number.MAX_SAFE_INTEGER : toMillis(to),
    now,
    number,
    role ?? null,
    tagsColumn(tags),
  ] as const;
  const rows = file.all<TurnRow>(
    `SELECT 0, ${TURN} ${source} ORDER BY t.recorded DESC, t.num DESC LIMIT ?9`,
    ...after,
    ...range,
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({ item: turnOf(row), cursor: cursorOf("turns", row[10], row[13]) })),
    page,
    (open) =>
      open.only<readonly [number]>(
        `SELECT count(*) ${source}`,
        Number.MAX_SAFE_INTEGER,
        0,
        ...range,
      )[0],
  );
};

const OF_SESSIONS = `
SELECT r.key, ${TURN}
FROM json_each(?) r
CROSS JOIN session s ON s.id = r.value
CROSS JOIN turn t ON t.session = s.num
ORDER BY t.session, t.seq`;

/** All turns of the sessions, including expired turns that have not been removed yet. */
export const turnsOfSessions = (file: SpaceFile, sessions: readonly SessionId[]): Turn[] =>
  file.all<TurnRow>(OF_SESSIONS, asList(sessions)).map(turnOf);
