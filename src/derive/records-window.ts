import type { SessionId } from "../memory/ids.ts";
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
  const found = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof found === "number" ? found : 0;
};

export const readWindow = async (space: SpaceStore, session: SessionId): Promise<RecordsWindow> => {
  const note = (await space.notes(session, PATH)).find(({ path }) => path === PATH);
  return { covered: numberIn(note?.value, "covered"), until: numberIn(note?.value, "until"), tag: note?.tag ?? null };
};

/** False where somebody else has moved it meanwhile. */
export const moveWindow = (space: SpaceStore, session: SessionId, { tag }: RecordsWindow, covered: number, until: number): Promise<boolean> =>
  space.changeNotes(session, [{ path: PATH, value: { covered, until }, expected: tag }]);
