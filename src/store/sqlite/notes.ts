import type { SessionId } from "../../memory/ids.ts";
import { checkNoteChanges, type Note, type NoteChange, type NoteValue } from "../port.ts";
import { removeExpired } from "./expiry.ts";
import { END, toInstant, toMillis } from "./instants.ts";
import { numberOfSession } from "./sessions.ts";
import type { SpaceFile } from "./space-file.ts";

/** The number under which the space's own notes lie: no session has it. */
const OF_SPACE = 0;
/** Sorts behind every path that begins as another does. */
const HIGHEST = "\u{10FFFF}";

type Row = readonly [path: string, value: string, tag: number, expires: number];

const LIST = `SELECT path, value, tag, expires FROM note WHERE session = ? AND path >= ? AND path < ? AND expires > ? ORDER BY path`;

const numberOf = (file: SpaceFile, session: SessionId | null): number | null =>
  session === null ? OF_SPACE : numberOfSession(file, session);

/** `now` is in milliseconds since 1970. */
export const notes = (
  file: SpaceFile,
  session: SessionId | null,
  prefix: string,
  now: number,
): Note[] =>
  file
    .all<Row>(LIST, numberOf(file, session), prefix, prefix + HIGHEST, now)
    .map(([path, value, tag, expires]) => ({
      path,
      value: JSON.parse(value) as NoteValue,
      tag: String(tag),
      expiresAt: expires === END ? null : toInstant(expires),
    }));

const TAG = `SELECT tag FROM note WHERE session = ? AND path = ?`;
const PUT = `INSERT INTO note (session, path, value, tag, expires) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, tag = excluded.tag, expires = excluded.expires`;
const REMOVE = `DELETE FROM note WHERE session = ? AND path = ?`;
const COUNT = `UPDATE space SET notes_changed = notes_changed + 1`;
const COUNTED = `SELECT notes_changed FROM space`;

/** False, and nothing is changed, where one change does not meet what it expects. No tag is ever given twice. */
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
    const isMet = ({ path, expected }: NoteChange): boolean => {
      const standing = file.first<readonly [number]>(TAG, number, path)?.[0];
      return (
        expected === undefined || expected === (standing === undefined ? null : String(standing))
      );
    };
    if (!changes.every(isMet)) return false;
    file.run(COUNT);
    const [tag] = file.first<readonly [number]>(COUNTED)!;
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
