import type { SpaceFile } from "./space-file.ts";

/**
 * The file is written anew, since moving rows about leaves copies between them, and the log is emptied. Throws as SQLite does where others hold
 * on to the file, so that it is tried again.
 */
export const scrub = (file: SpaceFile): void => {
  file.vacuum();
  if (!file.emptyLog())
    throw Object.assign(new Error("A reader holds on to the log."), { code: "SQLITE_BUSY" });
};
