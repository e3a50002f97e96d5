import { z } from "zod";
import type { SpaceImport } from "../store/port.ts";

/** The note of a space that was imported, or is being imported. */
const IMPORT_NOTE = "/import";

const storedState = z.object({
  /** Id of the export. */
  export: z.string(),
  /** Whether everything is imported. */
  done: z.boolean(),
});
export type ImportState = Readonly<z.infer<typeof storedState>>;

export const importState = async (
  space: Pick<SpaceImport, "note">,
): Promise<ImportState | null> => {
  const note = await space.note(null, IMPORT_NOTE);
  return note ? storedState.parse(note.value) : null;
};

/** Whether an import is running. Nothing else may write then. */
export const isBeingImported = async (space: Pick<SpaceImport, "note">): Promise<boolean> =>
  (await importState(space))?.done === false;

/** Records that an import starts: until it ends, nothing else writes to the space. */
export const beginImport = async (
  space: Pick<SpaceImport, "changeNotes">,
  id: string,
): Promise<void> => {
  const value: ImportState = { export: id, done: false };
  await space.changeNotes(null, [{ path: IMPORT_NOTE, value, expectedTag: null }]);
};

export const endImport = async (
  space: Pick<SpaceImport, "changeNotes">,
  id: string,
): Promise<void> => {
  const value: ImportState = { export: id, done: true };
  await space.changeNotes(null, [{ path: IMPORT_NOTE, value }]);
};
