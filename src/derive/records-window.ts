import type { SessionId } from "../memory/ids.ts";
import { OPEN } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

const PATH = "/derived/records";

/** How far records have been drawn from a session, and up to which turn the stretch reaches that is under way. */
export interface RecordsWindow {
  readonly covered: number;
  readonly until: number;
  /** The note's tag; null for none. */
  readonly tag: string | null;
}

const numberIn = (value: unknown, name: string): number => {
  const found =
    typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)[name]
      : undefined;
  return typeof found === "number" ? found : 0;
};

/** Records that are looked at for how far they go: the newest. */
const LOOKED_AT = 20;

/** How far the records of a session go themselves: an erasure takes its notes away, and what stays must not be drawn again. */
const coveredByRecords = async (space: SpaceStore, session: SessionId): Promise<number> => {
  const { recordedAt } = await space.head();
  if (recordedAt === null) return 0;
  const { items } = await space.derivedMemories({
    kinds: ["EPISODIC", "PROCEDURAL"],
    session,
    at: { knownAt: recordedAt, validAt: OPEN },
    page: { first: LOOKED_AT },
  });
  return Math.max(0, ...items.map(({ item }) => item.covers[session] ?? 0));
};

export const readWindow = async (space: SpaceStore, session: SessionId): Promise<RecordsWindow> => {
  const note = (await space.notes(session, PATH)).find(({ path }) => path === PATH);
  if (note === undefined) {
    const covered = await coveredByRecords(space, session);
    return { covered, until: covered, tag: null };
  }
  return {
    covered: numberIn(note?.value, "covered"),
    until: numberIn(note?.value, "until"),
    tag: note?.tag ?? null,
  };
};

/** False where somebody else has moved it meanwhile. */
export const moveWindow = (
  space: SpaceStore,
  session: SessionId,
  { tag }: RecordsWindow,
  covered: number,
  until: number,
): Promise<boolean> =>
  space.changeNotes(session, [{ path: PATH, value: { covered, until }, expected: tag }]);
