import type { SessionId } from "../../../memory/ids.ts";
import type { Session } from "../../../memory/session.ts";
import type { Page, PageRequest } from "../../port.ts";
import { sessionOf, SESSION_ID, type SessionDocument } from "../documents/session-document.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType, type Query } from "../query.ts";

const SESSION = ofType("session");

/** One session is read by its id, several by one query over the space. */
export const sessionsById = async (
  space: Partition,
  within: (session: SessionId) => Partition,
  ids: readonly SessionId[],
): Promise<(Session | null)[]> => {
  const wanted = [...new Set(ids)];
  const rows =
    wanted.length === 1
      ? [await within(wanted[0]!).read<SessionDocument>(SESSION_ID)]
      : wanted.length === 0
        ? []
        : await space.query<SessionDocument>({
            where: [SESSION, oneOf("session", "sessions")],
            parameters: { sessions: wanted },
          });
  const found = new Map(rows.flatMap((row) => (row ? [[row.session, row]] : [])));
  return ids.map((id) => {
    const session = found.get(id);
    return session ? sessionOf(session) : null;
  });
};

export const sessions = async (space: Partition, page: PageRequest): Promise<Page<Session>> => {
  const after = placeOf("sessions", page.after);
  const all: Query = { where: [SESSION] };
  const rows = await space.query<SessionDocument>({
    where: [SESSION, ...(after === null ? [] : ["c.since < @after"])],
    parameters: after === null ? {} : { after },
    orderBy: "c.since DESC",
    top: page.first + 1,
  });
  return pageOf(
    "sessions",
    rows,
    page,
    sessionOf,
    ({ since }) => since,
    () => space.count(all),
  );
};
