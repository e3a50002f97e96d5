import { isThere } from "../database/data-folder.ts";
import { Database } from "../database/database.ts";
import { isOutOfDescriptors } from "../database/descriptors.ts";
import { causeOf, isBusy } from "../port-errors.ts";

/**
 * The error that SQLite finds in the structure of a file; null if there is none, and for a file
 * that is missing, in use, or cannot be opened because there are no file descriptors left.
 */
export const quickCheck = (path: string): string | null => {
  try {
    const file = new Database(path, { readOnly: true });
    try {
      const result = String(file.pragma("quick_check(1)"));
      return result === "ok" ? null : result;
    } finally {
      file.close();
    }
  } catch (error) {
    if (isBusy(error) || isOutOfDescriptors(error) || !isThere(path)) return null;
    return causeOf(error);
  }
};
