import type { SessionId, TurnId } from "../../memory/ids.ts";
import type { Role, Session, Strategy, Turn } from "../../memory/session.ts";
import type { PageRequest } from "../port.ts";
import { toInstant, toMillis } from "./instants.ts";
import { cursorOf, pageOf, placeOf, type ReadPage } from "./pages.ts";
import { asList, oneByRequest } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

type SessionRow = readonly [request: number, num: number, id: string, title: string | null, strategy: Strategy, created: number, turns: number];
const SESSION = `s.num, s.id, s.title, s.strategy, s.created, (SELECT coalesce(max(t.seq), 0) FROM turn t WHERE t.session = s.num)`;

const sessionOf = ([, , id, title, strategy, created, turnCount]: SessionRow): Session => ({ id, title, strategy, createdAt: toInstant(created), turnCount });

const CREATE = `INSERT INTO session (id, title, strategy, created) VALUES (?, ?, ?, ?)`;

export const createSession = (file: SpaceFile, { id, title, strategy, createdAt }: Session): void => {
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
    file.all<SessionRow>(PAGE, created!, num!, page.first + 1).map((row) => ({ item: sessionOf(row), cursor: cursorOf("sessions", row[5], row[1]) })),
    page,
    (open) => open.first<readonly [number]>("SELECT count(*) FROM session")![0],
  );
};

type TurnRow = readonly [
  request: number, id: string, session: string, seq: number, role: Role, content: string, metadata: string | null, occurred: number, recorded: number, event: string | null,
];
const TURN = `t.id, s.id, t.seq, t.role, t.content, t.metadata, t.occurred, t.recorded, t.event`;

const turnOf = ([, id, session, seq, role, content, metadata, occurred, recorded, event]: TurnRow): Turn => ({
  id, session, seq, role, content, event,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>),
  occurredAt: toInstant(occurred),
  recordedAt: toInstant(recorded),
});

const TURNS_BY_ID = `SELECT r.key, ${TURN} FROM json_each(?) r CROSS JOIN turn t ON t.id = r.value CROSS JOIN session s ON s.num = t.session`;

export const turnsById = (file: SpaceFile, ids: readonly TurnId[]): (Turn | null)[] => oneByRequest(ids.length, file.all<TurnRow>(TURNS_BY_ID, asList(ids)), turnOf);

const SESSION_NUMBER = `SELECT s.num, (SELECT coalesce(max(t.seq), 0) FROM turn t WHERE t.session = s.num) FROM session s WHERE s.id = ?`;
const ADD = `INSERT INTO turn (id, session, seq, role, content, metadata, occurred, recorded, event) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export const appendTurns = (file: SpaceFile, session: SessionId, turns: readonly Omit<Turn, "seq" | "session">[]): Turn[] | null =>
  file.write(() => {
    const found = file.first<readonly [number, number]>(SESSION_NUMBER, session);
    if (found === undefined) return null;
    const [number, last] = found;
    let seq = last;
    return turns.map((turn): Turn => {
      const [known] = turnsById(file, [turn.id]);
      if (known) return known;
      seq += 1;
      const metadata = turn.metadata === null ? null : JSON.stringify(turn.metadata);
      file.run(ADD, turn.id, number, seq, turn.role, turn.content, metadata, toMillis(turn.occurredAt), toMillis(turn.recordedAt), turn.event);
      return { ...turn, session, seq };
    });
  });

export interface TurnQuery {
  readonly session: SessionId;
  readonly first?: number | undefined;
  readonly after?: number | undefined;
  readonly last?: number | undefined;
  readonly before?: number | undefined;
}

const between = (direction: "ASC" | "DESC"): string => `
SELECT 0, ${TURN} FROM session s CROSS JOIN turn t ON t.session = s.num
WHERE s.id = ?1 AND t.seq > ?2 AND t.seq < ?3 ORDER BY t.seq ${direction} LIMIT ?4`;
const LAST_SEQ = `SELECT coalesce(max(t.seq), 0) FROM session s CROSS JOIN turn t ON t.session = s.num WHERE s.id = ?`;

export interface TurnPage {
  readonly turns: readonly Turn[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** What lies between `after` and `before`, of that the `first` ones, of these the `last` ones; and whether the session goes on beyond them. */
export const turns = (file: SpaceFile, { session, first, after, last, before }: TurnQuery): TurnPage => {
  const all = -1;
  const range = [session, after ?? 0, before ?? Number.MAX_SAFE_INTEGER] as const;
  const rows = first === undefined && last !== undefined
    ? file.all<TurnRow>(between("DESC"), ...range, last).reverse()
    : file.all<TurnRow>(between("ASC"), ...range, first ?? all);
  const found = rows.map(turnOf).slice(first !== undefined && last !== undefined ? Math.max(0, rows.length - last) : 0);
  const [end] = file.first<readonly [number]>(LAST_SEQ, session)!;
  const lastSeen = found.at(-1)?.seq ?? after ?? 0;
  const firstSeen = found[0]?.seq ?? (after ?? 0) + 1;
  return { turns: found, hasNextPage: lastSeen < end, hasPreviousPage: Math.min(firstSeen - 1, end) > 0 };
};
