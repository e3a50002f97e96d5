import { Database } from "../database/database.ts";

/**
 * A value that changes whenever something is stored in the file of a space or removed from it. If
 * it is equal in two files of one space, they have the same content.
 */
const STATE = `
SELECT born, tag, recorded, notes_changed, turns_stored, erasures,
  (SELECT count(*) FROM session), (SELECT coalesce(max(num), 0) FROM session), (SELECT count(*) FROM turn)
FROM space`;

type Row = readonly (string | number | null)[];

/** The state of an open file; null if its space is being created or erased. */
export const stateIn = (file: Database): string | null => {
  const version = Number(file.pragma("user_version"));
  const row = version === 0 ? undefined : file.first<Row>(STATE);
  return row === undefined ? null : [version, ...row].join(" ");
};

/** The state of the file at a path. */
export const stateOf = (path: string): string | null => {
  const file = new Database(path, { readOnly: true });
  try {
    return stateIn(file);
  } finally {
    file.close();
  }
};

/** The error that SQLite finds in a file; null if there is none. */
export const damageOf = (path: string): string | null => {
  const file = new Database(path, { readOnly: true });
  try {
    const result = String(file.pragma("integrity_check(1)"));
    return result === "ok" ? null : result;
  } finally {
    file.close();
  }
};
