import { StoreUnavailable } from "../port.ts";
import { resultCodeOf } from "./database/database.ts";
import { ReplacedFolder } from "./database/data-folder.ts";
import { OutOfDescriptors } from "./database/descriptors.ts";
import { NoRoomToOpen } from "./database/room.ts";
import { ForeignFile, LogInUse, NewerFile } from "./database/space-file.ts";

/** The reasons of SQLite and of the file system. Opening a file takes no credentials. */
type Reason = Exclude<StoreUnavailable["reason"], "REFUSED" | "NEWER">;

/**
 * SQLite's primary result codes, which are the lowest byte of the extended ones
 * (https://sqlite.org/rescode.html).
 */
const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOLFS = 22;
const AUTH = 23;
const FORMAT = 24;
const NOTADB = 26;
const primaryOf = (code: number): number => code & 0xff;

/** An I/O error that means a full disk: the shared memory of the log could not grow. */
const IOERR_SHMSIZE = IOERR | (19 << 8);

const REASONS: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [CORRUPT, "DAMAGED"],
  [NOTADB, "DAMAGED"],
  [FORMAT, "DAMAGED"],
  [FULL, "FULL"],
  [BUSY, "UNREACHABLE"],
  [LOCKED, "UNREACHABLE"],
  [PROTOCOL, "UNREACHABLE"],
  [CANTOPEN, "UNREACHABLE"],
  [IOERR, "UNREACHABLE"],
  [READONLY, "UNREACHABLE"],
  [PERM, "UNREACHABLE"],
  [AUTH, "UNREACHABLE"],
  [NOMEM, "UNREACHABLE"],
  [NOLFS, "UNREACHABLE"],
]);

const MESSAGES: Readonly<Record<Reason, string>> = {
  DAMAGED: "The file of this memory is damaged.",
  FULL: "There is no space left to store anything.",
  UNREACHABLE: "The memory cannot be reached now.",
};

/** Another process is writing, or recovers the file. The call will soon succeed. */
export const isBusy = (error: unknown): boolean => {
  if (error instanceof LogInUse) return true;
  const code = resultCodeOf(error);
  return code !== null && [BUSY, LOCKED, PROTOCOL].includes(primaryOf(code));
};

/** SQLite reads invalid data, or cannot read (EIO). Both have one code. */
export const isDamage = (error: unknown): boolean => {
  const code = resultCodeOf(error);
  return code !== null && [CORRUPT, NOTADB].includes(primaryOf(code));
};

/** The file could not be written to when it was opened. SQLite then never writes to it. */
export const isReadOnly = (error: unknown): boolean => {
  const code = resultCodeOf(error);
  return code !== null && primaryOf(code) === READONLY;
};

/** The operating system's code of an error, such as ENOSPC. */
const systemCodeOf = (error: unknown): string | null =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  /^E[A-Z]+$/u.test(error.code)
    ? error.code
    : null;

const UNREACHABLE_ERRORS = [LogInUse, ReplacedFolder, OutOfDescriptors];

const reasonOf = (error: unknown): Reason | undefined => {
  if (UNREACHABLE_ERRORS.some((kind) => error instanceof kind)) return "UNREACHABLE";
  if (error instanceof NoRoomToOpen) return "FULL";
  const code = resultCodeOf(error);
  if (code === IOERR_SHMSIZE) return "FULL";
  if (code !== null) return REASONS.get(primaryOf(code));
  const systemCode = systemCodeOf(error);
  if (systemCode === null) return undefined;
  return systemCode === "ENOSPC" || systemCode === "EDQUOT" ? "FULL" : "UNREACHABLE";
};

/** Errors of this store whose messages are written for the operator. */
const OWN_ERRORS = [ReplacedFolder, ForeignFile, NewerFile, OutOfDescriptors, NoRoomToOpen];

/** The disk, or the quota of the service on it, is full. */
export const isFull = (error: unknown): boolean => reasonOf(error) === "FULL";

/**
 * The cause of an error in words of the operating system or of SQLite, for the operator. They name
 * paths and quote no content.
 */
export const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (OWN_ERRORS.some((kind) => error instanceof kind)) return error.message;
  if (systemCodeOf(error) !== null) return error.message;
  const code = resultCodeOf(error);
  if (code === null) return error.name;
  const words = "errstr" in error ? String(error.errstr) : "SQLite";
  return `${words} (SQLite ${code})`;
};

/**
 * The error that the port throws for one of SQLite or of the file system. Any other error is
 * returned unchanged.
 */
export const asPortError = (error: unknown): unknown => {
  if (error instanceof ForeignFile)
    return new StoreUnavailable("DAMAGED", error.message, { cause: error });
  if (error instanceof NewerFile)
    return new StoreUnavailable("NEWER", error.message, { cause: error });
  const reason = reasonOf(error);
  return reason === undefined
    ? error
    : new StoreUnavailable(reason, MESSAGES[reason], { cause: error });
};
