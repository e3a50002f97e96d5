import { isThere } from "../database/data-folder.ts";
import { Database } from "../database/database.ts";
import { isOutOfDescriptors } from "../database/descriptors.ts";
import { findRemainders } from "../erasure/remainders.ts";
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

/** Runs `use` on a connection of its own. What it builds stays in memory, not in a temporary file. */
const onConnection = <T>(path: string, use: (file: Database) => T): T => {
  const file = new Database(path);
  try {
    file.pragma("temp_store = MEMORY");
    // A checkpoint syncs all that it moves.
    file.pragma("synchronous = NORMAL");
    return use(file);
  } finally {
    file.close();
  }
};

/** Rewrites a file without deleted data between its rows. Takes a second for 80 MB. */
const vacuum = (path: string): void => onConnection(path, (file) => file.exec("VACUUM"));

/**
 * Moves the log of a file into it and empties the log. Returns false if that was not possible,
 * because a reader needs the log.
 */
const emptyLog = (path: string): boolean =>
  onConnection(path, (file) => file.pragma("wal_checkpoint(TRUNCATE)") === 0);

/**
 * Works on the file at a path that take long if it is large. Each opens a connection of its own and
 * closes it, so that any thread can run it, and takes and returns what can be sent to one.
 */
interface FileWorks {
  readonly quickCheck: typeof quickCheck;
  readonly vacuum: typeof vacuum;
  readonly emptyLog: typeof emptyLog;
  readonly findRemainders: typeof findRemainders;
}

export type FileWorkName = keyof FileWorks;
export type FileWorkInput<Name extends FileWorkName> = Parameters<FileWorks[Name]>;
export type FileWorkResult<Name extends FileWorkName> = ReturnType<FileWorks[Name]>;

const FILE_WORKS: {
  readonly [Name in FileWorkName]: (...input: FileWorkInput<Name>) => FileWorkResult<Name>;
} = { quickCheck, vacuum, emptyLog, findRemainders };

/** Runs a work by its name. */
export const runFileWork = <Name extends FileWorkName>(
  name: Name,
  input: FileWorkInput<Name>,
): FileWorkResult<Name> => FILE_WORKS[name](...input);
