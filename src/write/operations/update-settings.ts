import { EARLIER_SETTINGS, type MemorySettings } from "../../memory/memory-settings.ts";
import type { Instant } from "../../memory/time.ts";
import { settingsNote, SETTINGS_PATH } from "../../read/memory-settings.ts";
import type { SpaceStore } from "../../store/port.ts";

/** The settings to change; the others stay as they are. */
export type SettingsUpdate = { readonly [K in keyof MemorySettings]?: boolean | null | undefined };

/**
 * Switches kinds of memory on or off, from the next request on, and gives the new settings. What is
 * on record stays on record.
 */
export const updateSettings = async (
  space: SpaceStore,
  update: SettingsUpdate,
  now: Instant,
): Promise<MemorySettings> => {
  for (;;) {
    const { settings, earlier, tag } = await settingsNote(space);
    const updated: MemorySettings = {
      sessionMemory: update.sessionMemory ?? settings.sessionMemory,
      longTermMemory: update.longTermMemory ?? settings.longTermMemory,
      contextGraph: update.contextGraph ?? settings.contextGraph,
    };
    const history = [...earlier, { ...settings, until: now }].slice(-EARLIER_SETTINGS);
    const value = { ...updated, earlier: history.map((one) => ({ ...one })) };
    if (await space.changeNotes(null, [{ path: SETTINGS_PATH, value, expected: tag }]))
      return updated;
  }
};
