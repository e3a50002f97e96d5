import type { SessionId } from "../../../memory/ids.ts";
import { checkNoteChanges, type Note, type NoteChange } from "../../port.ts";
import { removeExpired } from "./turns.ts";
import { END, toInstant, toMillis } from "../database/instants.ts";
import { numberOfSession } from "./sessions.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { isNoteValue, jsonColumn } from "../database/json-columns.ts";

/** The number in place of a session's for the notes of the space. No session has it. */
export const NOTES_OF_SPACE = 0;
/** A suffix that makes a prefix sort after every path with that prefix. */
const HIGHEST = "\u{10FFFF}";

type Row = readonly [path: string, value: string, tag: number, expires: number];

const LIST = `
SELECT path, value, tag, expires
FROM note
WHERE session = ? AND path >= ? AND path < ? AND expires > ?
ORDER BY path`;

const ONE = `
SELECT path, value, tag, expires
FROM note
WHERE session = ? AND path = ? AND expires > ?`;

const numberOf = (file: SpaceFile, session: SessionId | null): number | null =>
  session === null ? NOTES_OF_SPACE : numberOfSession(file, session);

const noteValueOf = jsonColumn("note.value", isNoteValue);

const noteOf = ([path, value, tag, expires]: Row): Note => ({
  path,
  value: noteValueOf(value),
  tag: String(tag),
  expiresAt: expires === END ? null : toInstant(expires),
});

/** `now` is in milliseconds since 1970. */
export const note = (
  file: SpaceFile,
  session: SessionId | null,
  path: string,
  now: number,
): Note | null => {
  const row = file.first<Row>(ONE, numberOf(file, session), path, now);
  return row === undefined ? null : noteOf(row);
};

/** `now` is in milliseconds since 1970. */
export const notes = (
  file: SpaceFile,
  session: SessionId | null,
  prefix: string,
  now: number,
): Note[] =>
  file.all<Row>(LIST, numberOf(file, session), prefix, prefix + HIGHEST, now).map(noteOf);

const TAG = `SELECT tag FROM note WHERE session = ? AND path = ?`;
const PUT = `
INSERT INTO note (session, path, value, tag, expires)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET value = excluded.value, tag = excluded.tag, expires = excluded.expires`;
const REMOVE = `DELETE FROM note WHERE session = ? AND path = ?`;
const COUNT = `UPDATE space SET notes_changed = notes_changed + 1`;
const COUNTED = `SELECT notes_changed FROM space`;

/**
 * Makes all changes. Makes none and returns false if one expects another tag. Tags are never used
 * twice.
 */
export const changeNotes = (
  file: SpaceFile,
  session: SessionId | null,
  changes: readonly NoteChange[],
  now: number,
): boolean => {
  checkNoteChanges(changes);
  return file.write(() => {
    removeExpired(file, now);
    const number = numberOf(file, session);
    if (number === null) return false;
    const isMet = ({ path, expectedTag }: NoteChange): boolean => {
      const standing = file.first<readonly [number]>(TAG, number, path)?.[0];
      return (
        expectedTag === undefined ||
        expectedTag === (standing === undefined ? null : String(standing))
      );
    };
    if (!changes.every(isMet)) return false;
    file.run(COUNT);
    const [tag] = file.only<readonly [number]>(COUNTED);
    for (const { path, value, expiresAt } of changes) {
      if (value === undefined) file.run(REMOVE, number, path);
      else
        file.run(
          PUT,
          number,
          path,
          JSON.stringify(value),
          tag,
          expiresAt === undefined || expiresAt === null ? END : toMillis(expiresAt),
        );
    }
    return true;
  });
};
