import type { TurnId } from "../../../memory/ids.ts";
import type { Turn } from "../../../memory/session.ts";
import type { Instant } from "../../../memory/time.ts";
import type { Page, SpaceStore, TurnQuery } from "../../port.ts";
import { TURN, turnOf } from "../documents/session-document.ts";
import { OWNED } from "../documents/shape.ts";
import type { Partition } from "../partition/partition.ts";
import { holdsAll, IS_LIVE, oneOf, ofType, withFilters } from "../partition/query.ts";
import { readPage } from "./pages.ts";

/** Turns that have not expired by `@now`. Others are never shown. */
const IS_LIVE_TURN = [ofType("turn"), IS_LIVE];

export const turnsById = async (
  space: Partition,
  ids: readonly TurnId[],
  now: Instant,
): Promise<(Turn | null)[]> => {
  if (ids.length === 0) return [];
  const rows = await space.query(TURN, {
    where: [...IS_LIVE_TURN, oneOf("turn", "turns")],
    parameters: { turns: [...new Set(ids)], now },
  });
  const byId = new Map(rows.map((row) => [row.turn, turnOf(row)]));
  return ids.map((id) => byId.get(id) ?? null);
};

type TurnsQuery = Omit<Parameters<SpaceStore["turns"]>[0], "session">;
type TurnsPage = Awaited<ReturnType<SpaceStore["turns"]>>;

/** Whether a live turn exists at sequence numbers that meet the condition on `@seq`. */
const turnExists = async (
  partition: Partition,
  condition: string,
  seq: number,
  now: Instant,
): Promise<boolean> =>
  (
    await partition.query(OWNED, {
      where: [...IS_LIVE_TURN, condition],
      parameters: { seq, now },
      top: 1,
    })
  ).length > 0;

/**
 * Turns between `after` and `before`, read from the end at which the query starts to count. `isCut`
 * says whether there are more turns between the bounds.
 */
const turnsBetween = async (
  partition: Partition,
  { after = 0, before = Number.MAX_SAFE_INTEGER }: TurnsQuery,
  isBackwards: boolean,
  most: number | undefined,
  now: Instant,
): Promise<{ readonly turns: Turn[]; readonly isCut: boolean }> => {
  const rows = await partition.query(TURN, {
    where: [...IS_LIVE_TURN, "c.seq > @after", "c.seq < @before"],
    parameters: { after, before, now },
    orderBy: isBackwards ? "c.seq DESC" : "c.seq",
    top: most === undefined ? undefined : most + 1,
  });
  const turns = rows.slice(0, most).map(turnOf);
  return { turns: isBackwards ? turns.toReversed() : turns, isCut: turns.length < rows.length };
};

const lastOf = <T>(items: readonly T[], count: number): T[] =>
  items.slice(Math.max(0, items.length - count));

/**
 * The turns between `after` and `before`, limited to the `first` and then to the `last` of these as
 * in cursor connections, and whether the session continues beyond them.
 */
export const turns = async (
  partition: Partition,
  query: TurnsQuery,
  now: Instant,
): Promise<TurnsPage> => {
  const { first, last, after = 0 } = query;
  const isBackwards = first === undefined && last !== undefined;
  const most = isBackwards ? last : first;
  const { turns: between, isCut } = await turnsBetween(partition, query, isBackwards, most, now);
  const page = first !== undefined && last !== undefined ? lastOf(between, last) : between;
  const firstSeq = page[0]?.seq ?? after + 1;
  const lastSeq = page.at(-1)?.seq ?? after;
  const [hasNextPage, hasPreviousPage] = await Promise.all([
    (isCut && !isBackwards) || turnExists(partition, "c.seq > @seq", lastSeq, now),
    (isCut && isBackwards) ||
      (firstSeq > 1 && turnExists(partition, "c.seq < @seq", firstSeq, now)),
  ]);
  return { turns: page, hasNextPage, hasPreviousPage };
};

/** Last recorded first. `partition`: of the session if the query names one, else of the space. */
export const turnsRecorded = (
  partition: Partition,
  { role, tags, from, to, page }: TurnQuery,
  now: Instant,
): Promise<Page<Turn>> => {
  const live = withFilters({ where: IS_LIVE_TURN, parameters: { now } }, [
    ["c.role = @role", "role", role],
    ...holdsAll("body.tags", "tag", tags),
    // `since` starts with the record time.
    ["c.since >= @since", "since", from],
    ["c.since < @until", "until", to],
  ]);
  return readPage(partition, TURN, "turns", "NEWEST_FIRST", live, page, turnOf);
};
