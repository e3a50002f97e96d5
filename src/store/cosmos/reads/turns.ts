import type { TurnId } from "../../../memory/ids.ts";
import type { Turn } from "../../../memory/session.ts";
import type { Instant } from "../../../memory/time.ts";
import type { Page, SpaceStore, TurnQuery } from "../../port.ts";
import { turnOf, type TurnDocument } from "../documents/session-document.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType, STANDING, type Query } from "../query.ts";

/** `now`, in all of this file: nobody is shown a turn that has expired by then. */
const TURN = [ofType("turn"), STANDING];

export const turnsById = async (
  space: Partition,
  ids: readonly TurnId[],
  now: Instant,
): Promise<(Turn | null)[]> => {
  if (ids.length === 0) return [];
  const rows = await space.query<TurnDocument>({
    where: [...TURN, oneOf("turn", "turns")],
    parameters: { turns: [...new Set(ids)], now },
  });
  const found = new Map(rows.map((row) => [row.turn, row]));
  return ids.map((id) => {
    const turn = found.get(id);
    return turn ? turnOf(turn) : null;
  });
};

type TurnsQuery = Parameters<SpaceStore["turns"]>[0];
type Turns = Awaited<ReturnType<SpaceStore["turns"]>>;

/** What lies between `after` and `before`, of that the `first` ones, of these the `last` ones; and whether the session goes on beyond them. */
export const turns = async (
  partition: Partition,
  { first, after = 0, last, before = Number.MAX_SAFE_INTEGER }: Omit<TurnsQuery, "session">,
  now: Instant,
): Promise<Turns> => {
  const backwards = first === undefined && last !== undefined;
  const most = backwards ? last : first;
  const rows = await partition.query<TurnDocument>({
    where: [...TURN, "c.seq > @after", "c.seq < @before"],
    parameters: { after, before, now },
    orderBy: backwards ? "c.seq DESC" : "c.seq",
    top: most === undefined ? undefined : most + 1,
  });
  const wanted = rows.slice(0, most);
  const inOrder = (backwards ? wanted.toReversed() : wanted).map(turnOf);
  const found =
    first !== undefined && last !== undefined
      ? inOrder.slice(Math.max(0, inOrder.length - last))
      : inOrder;
  const firstSeen = found[0]?.seq ?? after + 1;
  const lastSeen = found.at(-1)?.seq ?? after;
  const goesOn = async (where: string, seq: number): Promise<boolean> =>
    (
      await partition.query<TurnDocument>({
        fields: [],
        where: [...TURN, where],
        parameters: { seq, now },
        top: 1,
      })
    ).length > 0;
  const isCut = rows.length > wanted.length;
  const [hasNextPage, hasPreviousPage] = await Promise.all([
    (isCut && !backwards) || goesOn("c.seq > @seq", lastSeen),
    (isCut && backwards) || (firstSeen > 1 && goesOn("c.seq < @seq", firstSeen)),
  ]);
  return { turns: found, hasNextPage, hasPreviousPage };
};

const recorded = (
  { role, from, to }: Pick<TurnQuery, "role" | "from" | "to">,
  now: Instant,
): Query => ({
  where: [
    ...TURN,
    ...(role === undefined ? [] : ["c.role = @role"]),
    // A place begins with its instant.
    ...(from === undefined ? [] : ["c.since >= @since"]),
    ...(to === undefined ? [] : ["c.since < @until"]),
  ],
  parameters: {
    now,
    ...(role === undefined ? {} : { role }),
    ...(from === undefined ? {} : { since: from }),
    ...(to === undefined ? {} : { until: to }),
  },
  orderBy: "c.since DESC",
});

/** Newest first. `partition`: of the session, where one is named, of the space otherwise. */
export const turnsRecorded = async (
  partition: Partition,
  query: TurnQuery,
  now: Instant,
): Promise<Page<Turn>> => {
  const after = placeOf("turns", query.page.after);
  const all = recorded(query, now);
  const rows = await partition.query<TurnDocument>({
    ...all,
    where: [...all.where, ...(after === null ? [] : ["c.since < @after"])],
    parameters: { ...all.parameters, ...(after === null ? {} : { after }) },
    top: query.page.first + 1,
  });
  return pageOf(
    "turns",
    rows,
    query.page,
    turnOf,
    ({ since }) => since,
    () => partition.count(all),
  );
};
