import {
  readEarlierSettings,
  readUserSettings,
  UNSET,
  type EarlierSettings,
  type UserSettings,
} from "../memory/user-settings.ts";
import type { Instant } from "../memory/time.ts";
import { ScopedValue } from "../async/scoped-value.ts";
import type { Note, SpaceStore } from "../store/port.ts";

/** Path of the note that holds the settings of a space. */
export const SETTINGS_PATH = "/settings";

/** Reads of settings that a request has started and that no caller has used yet. */
const readsAhead = new ScopedValue<Map<SpaceStore, Promise<Note | null>>>();

/** Runs a request whose settings may be read ahead (`readSettingsAhead`). */
export const readingSettingsAhead = <T>(request: () => T): T => readsAhead.run(new Map(), request);

/**
 * Starts to read the settings of a space for the first caller, while the request reads its head. A
 * second caller reads them again, because a model call may have taken a minute in between. Does
 * nothing outside of `readingSettingsAhead`.
 */
export const readSettingsAhead = (space: SpaceStore): void => {
  const reads = readsAhead.current;
  if (reads === undefined) return;
  const note = space.note(null, SETTINGS_PATH);
  // An error is thrown to the caller that uses the result.
  note.catch(() => undefined);
  reads.set(space, note);
};

const readNote = (space: SpaceStore): Promise<Note | null> => {
  const readAhead = readsAhead.current?.get(space);
  readsAhead.current?.delete(space);
  return readAhead ?? space.note(null, SETTINGS_PATH);
};

/**
 * The settings of a space, and the tag of their note. If the user has set none, all kinds of memory
 * are on, and time zone and tag are null. One store call.
 */
export const settingsNote = async (
  space: SpaceStore,
): Promise<{
  readonly settings: UserSettings;
  readonly earlier: readonly EarlierSettings[];
  readonly tag: string | null;
}> => {
  const note = await readNote(space);
  return note
    ? {
        settings: readUserSettings(note.value),
        earlier: readEarlierSettings(note.value),
        tag: note.tag,
      }
    : { settings: UNSET, earlier: [], tag: null };
};

/** The memory settings of a space. One store call. */
export const userSettings = async (space: SpaceStore): Promise<UserSettings> =>
  (await settingsNote(space)).settings;

/** The memory settings of a space as they were at a record time. One store call. */
export const userSettingsAt = async (
  space: SpaceStore,
  knownAt: Instant,
): Promise<UserSettings> => {
  const { settings, earlier } = await settingsNote(space);
  return earlier.find(({ until }) => knownAt < until) ?? settings;
};
