import {
  EARLIER_SETTINGS,
  type MemorySwitches,
  type UserSettings,
} from "../../memory/user-settings.ts";
import type { Instant } from "../../memory/time.ts";
import { settingsNote, SETTINGS_PATH } from "../../read/user-settings.ts";
import { checkTimeZone } from "../limits.ts";
import type { SpaceStore } from "../../store/port.ts";

/** The settings to change; the others do not change. `timeZone: null` means UTC. */
export type SettingsUpdate = {
  readonly [K in keyof MemorySwitches]?: boolean | null | undefined;
} & { readonly timeZone?: string | null | undefined };

/**
 * Switches kinds of memory on or off and sets the time zone, from the next request on, and returns
 * the new settings. Recorded data remains. Throws BAD_USER_INPUT for an unknown time zone.
 */
export const updateSettings = async (
  space: SpaceStore,
  update: SettingsUpdate,
  now: Instant,
): Promise<UserSettings> => {
  const timeZone = update.timeZone == null ? update.timeZone : checkTimeZone(update.timeZone);
  for (;;) {
    const { settings, earlier, tag } = await settingsNote(space);
    const updatedSettings: UserSettings = {
      sessionMemory: update.sessionMemory ?? settings.sessionMemory,
      longTermMemory: update.longTermMemory ?? settings.longTermMemory,
      contextGraph: update.contextGraph ?? settings.contextGraph,
      timeZone: timeZone === undefined ? settings.timeZone : timeZone,
    };
    const history = [...earlier, { ...settings, until: now }].slice(-EARLIER_SETTINGS);
    const value = { ...updatedSettings, earlier: history.map((one) => ({ ...one })) };
    if (await space.changeNotes(null, [{ path: SETTINGS_PATH, value, expectedTag: tag }]))
      return updatedSettings;
  }
};
