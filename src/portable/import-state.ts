import type { SpaceStore } from "../store/port.ts";

/** Where a space says which export it is made from. */
export const IMPORT_NOTE = "/import";

/** An export that a space is made from. */
export interface ImportState {
  readonly export: string;
  /** Whether all of it is on record. */
  readonly done: boolean;
}

export const importState = async (space: SpaceStore): Promise<ImportState | null> => {
  const [note] = await space.notes(null, IMPORT_NOTE);
  return (note?.value as unknown as ImportState | undefined) ?? null;
};

/** Whether an import is under way: then nobody else may write. */
export const isBeingImported = async (space: SpaceStore): Promise<boolean> =>
  (await importState(space))?.done === false;
