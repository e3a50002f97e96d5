import type { SessionId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";

/** How far a kind of work has come in a session, by a note of the session; 0 where it has not begun. */
export const coveredTo = async (
  space: SpaceStore,
  session: SessionId,
  path: string,
): Promise<number> => {
  const [note] = (await space.notes(session, path)).filter((one) => one.path === path);
  return typeof note?.value === "number" ? note.value : 0;
};

/** Puts down how far it has come; never back. Who comes second with less changes nothing. */
export const noteCovered = async (
  space: SpaceStore,
  session: SessionId,
  path: string,
  seq: number,
): Promise<void> => {
  for (;;) {
    const [note] = (await space.notes(session, path)).filter((one) => one.path === path);
    if (typeof note?.value === "number" && note.value >= seq) return;
    if (await space.changeNotes(session, [{ path, value: seq, expected: note?.tag ?? null }]))
      return;
    if ((await space.sessionsById([session]))[0] == null) return;
  }
};
