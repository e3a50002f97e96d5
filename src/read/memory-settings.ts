import { ALL_ON, readMemorySettings, type MemorySettings } from "../memory/memory-settings.ts";
import type { SpaceStore } from "../store/port.ts";

export const SETTINGS_PATH = "/settings";

/** What the user lets be remembered, and the tag of the note that says so; all of it where nothing was ever said. One store call. */
export const settingsNote = async (
  space: SpaceStore,
): Promise<{ readonly settings: MemorySettings; readonly tag: string | null }> => {
  const note = (await space.notes(null, SETTINGS_PATH)).find(({ path }) => path === SETTINGS_PATH);
  return note
    ? { settings: readMemorySettings(note.value), tag: note.tag }
    : { settings: ALL_ON, tag: null };
};

export const memorySettings = async (space: SpaceStore): Promise<MemorySettings> =>
  (await settingsNote(space)).settings;
