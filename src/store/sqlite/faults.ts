import Database from "better-sqlite3";
import { Problem } from "../../memory/problem.ts";
import { StoreUnavailable } from "../port.ts";
import { ForeignFile } from "./space-file.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Another process is writing, or recovers the file: it is over in a moment. */
export const isBusy = (error: unknown): boolean =>
  /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(codeOf(error));

/** SQLite's result codes and the operating system's, by what they mean for the one who asked. */
const REASONS: readonly (readonly [RegExp, StoreUnavailable["reason"], string])[] = [
  [/^SQLITE_(?:CORRUPT|NOTADB|FORMAT)/, "DAMAGED", "The file of this memory is damaged."],
  [
    /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/,
    "FULL",
    "There is no space left to store anything.",
  ],
  [
    /^(?:SQLITE_(?:BUSY|LOCKED|PROTOCOL|CANTOPEN|IOERR|READONLY|PERM|AUTH|NOMEM|NOLFS)|E[A-Z]+$)/,
    "UNREACHABLE",
    "The memory cannot be reached now.",
  ],
];

/** What a caller of the port is told of an error; anything that is not about the store comes back as it is. */
export const asPortError = (error: unknown): unknown => {
  if (error instanceof Problem || error instanceof StoreUnavailable) return error;
  if (error instanceof ForeignFile)
    return new StoreUnavailable("DAMAGED", error.message, { cause: error });
  if (!(error instanceof Database.SqliteError) && !/^E[A-Z]+$/.test(codeOf(error))) return error;
  for (const [pattern, reason, message] of REASONS)
    if (pattern.test(codeOf(error))) return new StoreUnavailable(reason, message, { cause: error });
  return error;
};
