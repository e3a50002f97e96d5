import {
  readEarlierSettings,
  readUserSettings,
  UNSET,
  type EarlierSettings,
  type UserSettings,
} from "../memory/memory-settings.ts";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

/** Path of the note that holds the settings of a space. */
export const SETTINGS_PATH = "/settings";

/**
 * The settings of a space, and the tag of their note; all on, no time zone and no tag if the user
 * never set any. One store call.
 */
export const settingsNote = async (
  space: SpaceStore,
): Promise<{
  readonly settings: UserSettings;
  readonly earlier: readonly EarlierSettings[];
  readonly tag: string | null;
}> => {
  const note = await space.note(null, SETTINGS_PATH);
  return note
    ? {
        settings: readUserSettings(note.value),
        earlier: readEarlierSettings(note.value),
        tag: note.tag,
      }
    : { settings: UNSET, earlier: [], tag: null };
};

/** The memory settings of a space. One store call. */
export const memorySettings = async (space: SpaceStore): Promise<UserSettings> =>
  (await settingsNote(space)).settings;

/** The memory settings of a space as they were at a record time. One store call. */
export const memorySettingsAt = async (
  space: SpaceStore,
  knownAt: Instant,
): Promise<UserSettings> => {
  const { settings, earlier } = await settingsNote(space);
  return earlier.find(({ until }) => knownAt < until) ?? settings;
};
