import type { DerivedKind, DerivedMemory } from "../memory/derived-memory.ts";
import type { FactVersion } from "../memory/fact.ts";
import type { SessionId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { Role, Turn } from "../memory/session.ts";
import { earlier, plusMillis, type Instant } from "../memory/time.ts";
import type { Page, PageRequest, SpaceStore } from "../store/port.ts";
import type { View } from "./view.ts";

export type MemoryType = "TURN" | "FACT" | DerivedKind;

export interface MemoriesRequest {
  /** Left out: all. */
  readonly types?: readonly MemoryType[] | undefined;
  readonly session?: SessionId | undefined;
  /** Turns alone have a role: with one, nothing else is listed. */
  readonly role?: Role | undefined;
  /** First recorded (facts) or recorded (all else) from this instant on … */
  readonly from?: Instant | undefined;
  /** … and before this one. */
  readonly to?: Instant | undefined;
  /** As of when turns are listed, where a time point was named: they are no part of a commit, so that the head of the record does not tell of them. */
  readonly turnsKnownAt?: Instant | undefined;
  readonly page: PageRequest;
}

/** One of a list of memories. */
export type ListedMemory =
  | { readonly kind: "TURN"; readonly record: Turn }
  | { readonly kind: "FACT"; readonly record: FactVersion }
  | { readonly kind: "DERIVED"; readonly record: DerivedMemory };

/** By what the list is ordered. */
const recordedAt = (memory: ListedMemory): Instant =>
  memory.kind === "FACT" ? memory.record.firstRecordedAt : memory.record.recordedAt;

type Source = "turns" | "facts" | "derived";
/** How far each of the lists has been read of which the list is made: the place after an item. */
type Place = Partial<Record<Source, string>>;

const SOURCES: readonly Source[] = ["turns", "facts", "derived"];

const placeIn = (cursor: string | undefined): Place => {
  if (cursor === undefined) return {};
  try {
    const place = JSON.parse(cursor) as unknown;
    if (
      typeof place === "object" &&
      place !== null &&
      Object.entries(place).every(
        ([source, at]) => SOURCES.some((one) => one === source) && typeof at === "string",
      )
    )
      return place;
  } catch {
    // Said below.
  }
  throw new Problem("INVALID_CURSOR", "The cursor `after` does not come from this list.");
};

interface Reader {
  readonly source: Source;
  readonly page: Page<ListedMemory>;
}

const mapped = <T>(page: Page<T>, show: (item: T) => ListedMemory): Page<ListedMemory> => ({
  ...page,
  items: page.items.map(({ item, cursor }) => ({ item: show(item), cursor })),
});

/** The lists that are asked for, each from its place on. */
const readersOf = async (
  space: SpaceStore,
  view: View,
  { types, session, role, from, to, turnsKnownAt, page }: MemoriesRequest,
): Promise<Reader[]> => {
  const place = placeIn(page.after);
  const wants = (type: MemoryType): boolean =>
    (types === undefined || types.includes(type)) && (role === undefined || type === "TURN");
  const kinds = (
    ["THREAD_SUMMARY", "USER_SUMMARY", "EPISODIC", "PROCEDURAL", "OBSERVATION"] as const
  ).filter(wants);
  const next = (source: Source): PageRequest => ({ first: page.first, after: place[source] });
  const known = turnsKnownAt === undefined ? undefined : plusMillis(turnsKnownAt, 1);
  const before = to !== undefined && known !== undefined ? earlier(to, known) : (to ?? known);
  const readers: Promise<Reader>[] = [];
  if (wants("TURN"))
    readers.push(
      space
        .turnsRecorded({ session, role, from, to: before, page: next("turns") })
        .then((found) => ({
          source: "turns",
          page: mapped(found, (record) => ({ kind: "TURN", record })),
        })),
    );
  if (wants("FACT"))
    readers.push(
      space
        .recentFacts({ at: view.at, session, from, to, page: next("facts") })
        .then((found) => ({
          source: "facts",
          page: mapped(found, (record) => ({ kind: "FACT", record })),
        })),
    );
  if (kinds.length > 0)
    readers.push(
      space
        .derivedMemories({ at: view.at, kinds, session, from, to, page: next("derived") })
        .then((found) => ({
          source: "derived",
          page: mapped(found, (record) => ({ kind: "DERIVED", record })),
        })),
    );
  return Promise.all(readers);
};

/**
 * All that is remembered at a view, in one list, the last recorded first: turns, facts, summaries, episodes, procedures and observations. At most
 * three store calls a page. Throws INVALID_CURSOR.
 */
export const memories = async (
  space: SpaceStore,
  view: View,
  request: MemoriesRequest,
): Promise<Page<ListedMemory>> => {
  const readers = await readersOf(space, view, request);
  const at = new Map<Source, number>(readers.map(({ source }) => [source, 0]));
  let place = placeIn(request.page.after);
  const items: { item: ListedMemory; cursor: string }[] = [];
  const nextOf = ({ source, page }: Reader) => page.items[at.get(source)!];
  for (
    let newest;
    items.length < request.page.first;
    items.push({ item: newest.item, cursor: JSON.stringify(place) })
  ) {
    const reader = readers
      .filter((one) => nextOf(one) !== undefined)
      .toSorted((a, b) =>
        recordedAt(nextOf(a)!.item) < recordedAt(nextOf(b)!.item)
          ? 1
          : recordedAt(nextOf(a)!.item) > recordedAt(nextOf(b)!.item)
            ? -1
            : 0,
      )[0];
    if (reader === undefined) break;
    newest = nextOf(reader)!;
    at.set(reader.source, at.get(reader.source)! + 1);
    place = { ...place, [reader.source]: newest.cursor };
  }
  return {
    items,
    hasNextPage: readers.some((reader) => reader.page.hasNextPage || nextOf(reader) !== undefined),
    total: async () =>
      (await Promise.all(readers.map(({ page }) => page.total()))).reduce(
        (sum, count) => sum + count,
        0,
      ),
  };
};
