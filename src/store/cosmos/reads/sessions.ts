import type { SessionId, TurnId } from "../../../memory/ids.ts";
import type { Session, Turn } from "../../../memory/session.ts";
import type { Page, PageRequest } from "../../port.ts";
import { sessionOf, SESSION_ID, turnOf, type SessionDocument, type TurnDocument } from "../documents/session-document.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType, type Query } from "../query.ts";

const SESSION = ofType("session");
const TURN = ofType("turn");

/** One session is read by its id, several by one query over the space. */
export const sessionsById = async (space: Partition, within: (session: SessionId) => Partition, ids: readonly SessionId[]): Promise<(Session | null)[]> => {
  const wanted = [...new Set(ids)];
  const rows = wanted.length === 1
    ? [await within(wanted[0]!).read<SessionDocument>(SESSION_ID)]
    : wanted.length === 0 ? [] : await space.query<SessionDocument>({ where: [SESSION, oneOf("session", "sessions")], parameters: { sessions: wanted } });
  const found = new Map(rows.flatMap((row) => (row ? [[row.session, row]] : [])));
  return ids.map((id) => {
    const session = found.get(id);
    return session ? sessionOf(session) : null;
  });
};

export const sessions = async (space: Partition, page: PageRequest): Promise<Page<Session>> => {
  const after = placeOf("sessions", page.after);
  const all: Query = { where: [SESSION] };
  const rows = await space.query<SessionDocument>({ where: [SESSION, ...(after === null ? [] : ["c.since < @after"])], parameters: after === null ? {} : { after }, orderBy: "c.since DESC", top: page.first + 1 });
  return pageOf("sessions", rows, page, sessionOf, ({ since }) => since, () => space.count(all));
};

export const turnsById = async (space: Partition, ids: readonly TurnId[]): Promise<(Turn | null)[]> => {
  if (ids.length === 0) return [];
  const rows = await space.query<TurnDocument>({ where: [TURN, oneOf("turn", "turns")], parameters: { turns: [...new Set(ids)] } });
  const found = new Map(rows.map((row) => [row.turn, row]));
  return ids.map((id) => {
    const turn = found.get(id);
    return turn ? turnOf(turn) : null;
  });
};

export interface TurnQuery {
  readonly session: SessionId;
  readonly first?: number | undefined;
  readonly after?: number | undefined;
  readonly last?: number | undefined;
  readonly before?: number | undefined;
}

export interface TurnPage {
  readonly turns: readonly Turn[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** What lies between `after` and `before`, of that the `first` ones, of these the `last` ones; and whether the session goes on beyond them. */
export const turns = async (partition: Partition, { first, after = 0, last, before = Number.MAX_SAFE_INTEGER }: TurnQuery): Promise<TurnPage> => {
  const backwards = first === undefined && last !== undefined;
  const [session, rows] = await Promise.all([
    partition.read<SessionDocument>(SESSION_ID),
    partition.query<TurnDocument>({
      where: [TURN, "c.seq > @after", "c.seq < @before"], parameters: { after, before }, orderBy: backwards ? "c.seq DESC" : "c.seq", top: backwards ? last : first,
    }),
  ]);
  const inOrder = (backwards ? rows.toReversed() : rows).map(turnOf);
  const found = first !== undefined && last !== undefined ? inOrder.slice(Math.max(0, inOrder.length - last)) : inOrder;
  const end = session?.turnCount ?? 0;
  const lastSeen = found.at(-1)?.seq ?? after;
  const firstSeen = found[0]?.seq ?? after + 1;
  return { turns: found, hasNextPage: lastSeen < end, hasPreviousPage: Math.min(firstSeen - 1, end) > 0 };
};
