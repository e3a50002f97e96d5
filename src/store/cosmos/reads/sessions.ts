import type { SessionId } from "../../../memory/ids.ts";
import type { Session } from "../../../memory/session.ts";
import type { Instant } from "../../../memory/time.ts";
import type { Page, PageRequest } from "../../port.ts";
import { SESSION, sessionOf, SESSION_ID } from "../documents/session-document.ts";
import type { Partition } from "../partition/partition.ts";
import { oneOf, ofType, withFilters } from "../partition/query.ts";
import { readPage } from "./pages.ts";

const IS_SESSION = ofType("session");

/** Takes a point read for one session, and a query over the space for several. */
export const sessionsById = async (
  space: Partition,
  partitionOf: (session: SessionId) => Partition,
  ids: readonly SessionId[],
): Promise<(Session | null)[]> => {
  const [id, ...others] = new Set(ids);
  if (id === undefined) return [];
  const rows =
    others.length === 0
      ? [await partitionOf(id).read(SESSION, SESSION_ID)]
      : await space.query(SESSION, {
          where: [IS_SESSION, oneOf("session", "sessions")],
          parameters: { sessions: [id, ...others] },
        });
  const byId = new Map(rows.flatMap((row) => (row ? [[row.session, sessionOf(row)]] : [])));
  return ids.map((id) => byId.get(id) ?? null);
};

/** Last created first. */
export const sessions = (
  space: Partition,
  page: PageRequest,
  knownAt?: Instant,
): Promise<Page<Session>> => {
  // `since` begins with the instant of creation, and what follows it sorts before `~`.
  const all = withFilters({ where: [IS_SESSION] }, [
    ["c.since <= @until", "until", knownAt && `${knownAt} ~`],
  ]);
  return readPage(space, SESSION, "sessions", "NEWEST_FIRST", all, page, sessionOf);
};
