import type { MemorySettings } from "../memory/memory-settings.ts";
import { settingsNote, SETTINGS_PATH } from "../read/memory-settings.ts";
import type { SpaceStore } from "../store/port.ts";

/** What is to be switched on or off; the rest stays as it is. */
export type SettingsUpdate = { readonly [K in keyof MemorySettings]?: boolean | null | undefined };

/** Switches what is remembered on or off, from the next write and the next request on; gives the settings as they are then. What is on record stays on record. */
export const updateSettings = async (
  space: SpaceStore,
  update: SettingsUpdate,
): Promise<MemorySettings> => {
  for (;;) {
    const { settings, tag } = await settingsNote(space);
    const updated: MemorySettings = {
      sessionMemory: update.sessionMemory ?? settings.sessionMemory,
      longTermMemory: update.longTermMemory ?? settings.longTermMemory,
      contextGraph: update.contextGraph ?? settings.contextGraph,
    };
    if (
      await space.changeNotes(null, [{ path: SETTINGS_PATH, value: { ...updated }, expected: tag }])
    )
      return updated;
  }
};
