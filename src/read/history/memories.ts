import { z } from "zod";
import type { DerivedKind, DerivedMemory } from "../../memory/derived-memory.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { Role, Turn } from "../../memory/session.ts";
import { earlier, plusMillis, type Instant } from "../../memory/time.ts";
import type { Page, PageRequest, SpaceStore } from "../../store/port.ts";
import { foreignCursor } from "../../store/port/lists.ts";
import type { View } from "../view.ts";

export type MemoryType = "TURN" | "FACT" | DerivedKind;

interface MemoriesRequest {
  /** All types by default. */
  readonly types?: readonly MemoryType[] | undefined;
  readonly session?: SessionId | undefined;
  /** Only turns have a role. If a role is given, only turns are listed. */
  readonly role?: Role | undefined;
  /** Only turns and facts with all of these tags. Derived memories have no tags. */
  readonly tags?: readonly string[] | undefined;
  /** Start of the interval of record times. A fact counts by when it was first recorded. */
  readonly from?: Instant | undefined;
  /** Exclusive end of that interval. */
  readonly to?: Instant | undefined;
  /**
   * Record time up to which turns are listed, if the client named a time point. No commit records
   * turns, so the head does not limit them.
   */
  readonly turnsKnownAt?: Instant | undefined;
  readonly page: PageRequest;
}

/** An item of a list of memories. */
export type ListedMemory =
  | { readonly kind: "TURN"; readonly record: Turn }
  | { readonly kind: "FACT"; readonly record: FactVersion }
  | { readonly kind: "DERIVED"; readonly record: DerivedMemory };

/** The instant that orders the list. */
const recordedAt = (memory: ListedMemory): Instant =>
  memory.kind === "FACT" ? memory.record.firstRecordedAt : memory.record.recordedAt;

/** The lists of the store that one list of memories is merged from. */
type Source = "turns" | "facts" | "derived";

/**
 * The position in each source: the cursor of its last item. The cursor of the merged list is this
 * object as JSON.
 */
const positionSchema = z
  .strictObject({ turns: z.string(), facts: z.string(), derived: z.string() })
  .partial();
type Position = z.infer<typeof positionSchema>;

const jsonSchema = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "not JSON" });
    return z.NEVER;
  }
});
const cursorSchema = jsonSchema.pipe(positionSchema);

const positionOf = (cursor: string | undefined): Position => {
  if (cursor === undefined) return {};
  const { data: position } = cursorSchema.safeParse(cursor);
  if (position === undefined) throw foreignCursor();
  return position;
};

/** A page of one source, newest first. */
interface SourcePage {
  readonly source: Source;
  readonly page: Page<ListedMemory>;
}

const mapPage = <T>(page: Page<T>, show: (item: T) => ListedMemory): Page<ListedMemory> => ({
  ...page,
  items: page.items.map(({ item, cursor }) => ({ item: show(item), cursor })),
});

const DERIVED_KINDS: readonly DerivedKind[] = [
  "THREAD_SUMMARY",
  "USER_SUMMARY",
  "EPISODIC",
  "PROCEDURAL",
  "OBSERVATION",
];

/** The next page of every requested source. */
const sourcePages = (
  space: SpaceStore,
  { at }: View,
  { types, session, role, tags, from, to, turnsKnownAt, page: { first } }: MemoriesRequest,
  position: Position,
): Promise<SourcePage[]> => {
  const wants = (type: MemoryType): boolean =>
    (types === undefined || types.includes(type)) && (role === undefined || type === "TURN");
  const pageOf = (source: Source): PageRequest => ({ first, after: position[source] });
  const turns = async (): Promise<SourcePage> => {
    const knownBefore = turnsKnownAt === undefined ? undefined : plusMillis(turnsKnownAt, 1);
    const before =
      to !== undefined && knownBefore !== undefined
        ? earlier(to, knownBefore)
        : (to ?? knownBefore);
    const page = await space.turnsRecorded({
      session,
      role,
      tags,
      from,
      to: before,
      page: pageOf("turns"),
    });
    return { source: "turns", page: mapPage(page, (record) => ({ kind: "TURN", record })) };
  };
  const facts = async (): Promise<SourcePage> => {
    const page = await space.recentFacts({ at, session, tags, from, to, page: pageOf("facts") });
    return { source: "facts", page: mapPage(page, (record) => ({ kind: "FACT", record })) };
  };
  const kinds = tags === undefined ? DERIVED_KINDS.filter(wants) : [];
  const memoryPage = async (): Promise<SourcePage> => {
    const page = await space.derivedMemories({
      at,
      kinds,
      session,
      from,
      to,
      page: pageOf("derived"),
    });
    return { source: "derived", page: mapPage(page, (record) => ({ kind: "DERIVED", record })) };
  };
  return Promise.all([
    ...(wants("TURN") ? [turns()] : []),
    ...(wants("FACT") ? [facts()] : []),
    ...(kinds.length > 0 ? [memoryPage()] : []),
  ]);
};

const compareDescending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

/**
 * All memories at a view in one list, the last recorded first: turns, facts, summaries, episodes,
 * procedures and observations. At most three store calls per page. Throws INVALID_CURSOR.
 */
export const memories = async (
  space: SpaceStore,
  view: View,
  request: MemoriesRequest,
): Promise<Page<ListedMemory>> => {
  let position = positionOf(request.page.after);
  const pages = await sourcePages(space, view, request, position);
  // Items recorded at the same instant stay in the order of their sources.
  const newestFirst = pages
    .flatMap(({ source, page }) => page.items.map(({ item, cursor }) => ({ source, item, cursor })))
    .toSorted((a, b) => compareDescending(recordedAt(a.item), recordedAt(b.item)));
  const items = newestFirst.slice(0, request.page.first).map(({ source, item, cursor }) => {
    position = { ...position, [source]: cursor };
    return { item, cursor: JSON.stringify(position) };
  });
  return {
    items,
    hasNextPage: items.length < newestFirst.length || pages.some(({ page }) => page.hasNextPage),
    total: async () => {
      const totals = await Promise.all(pages.map(({ page }) => page.total()));
      return totals.reduce((sum, total) => sum + total, 0);
    },
  };
};
