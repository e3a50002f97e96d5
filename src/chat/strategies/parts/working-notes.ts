import { z } from "zod";
import { instantOf } from "../../../memory/time.ts";
import { turnExpiry } from "../../../memory/turn-ttl.ts";
import type { Note, NoteChange, NoteValue } from "../../../store/port.ts";
import type { SessionProgress, Situation } from "../strategy.ts";

/**
 * A kind of working note: a text that a strategy made from the turns of a session, such as a
 * summary. A note that is replaced or removed is kept under `/closed` as long as the turns that saw
 * it, so that their contexts can be assembled again: a note is visible to the turns from `from + 1`
 * to `to`.
 */
interface NoteKind<T extends NoteValue> {
  /** The path of the note, or the beginning of the paths of several. */
  readonly path: string;
  readonly storedNote: z.ZodType<{
    readonly value: T;
    readonly from: number;
    readonly to?: number | undefined;
  }>;
}

/** Defines a kind of note by its path and the schema of its value. */
export const noteKind = <T extends NoteValue>(path: string, value: z.ZodType<T>): NoteKind<T> => ({
  path,
  storedNote: z.object({ value, from: z.number(), to: z.number().optional() }),
});

export interface WorkingNote<T> {
  readonly path: string;
  readonly value: T;
  /** The last turn of the session when the note was written. */
  readonly from: number;
  readonly tag: string;
}

const CLOSED = "/closed";

/** A number as the last part of a path: paths sort in the order of their numbers. */
export const pathNumber = (value: number): string => String(value).padStart(9, "0");

/** Reads a stored note. Throws a ZodError if it is of another kind. */
export const readNote = <T extends NoteValue>(
  kind: NoteKind<T>,
  { path, tag, value: storedValue }: Note,
): WorkingNote<T> => {
  const { value, from } = kind.storedNote.parse(storedValue);
  return { path, tag, value, from };
};

/** The current notes of a kind, by path. One store call. */
export const workingNotes = async <T extends NoteValue>(
  { space, session }: Pick<Situation, "space" | "session">,
  kind: NoteKind<T>,
): Promise<WorkingNote<T>[]> =>
  (await space.notes(session.id, kind.path)).map((note) => readNote(kind, note));

/**
 * Notes of a kind that were replaced or removed, and that were visible to the message of a
 * situation. One store call.
 */
const closedNotesSeen = async <T extends NoteValue>(
  { space, session, before }: Situation,
  kind: NoteKind<T>,
): Promise<WorkingNote<T>[]> =>
  (await space.notes(session.id, `${CLOSED}${kind.path}`)).flatMap(
    ({ path, tag, value: storedValue }) => {
      const { value, from, to = 0 } = kind.storedNote.parse(storedValue);
      const original = path.slice(CLOSED.length, path.lastIndexOf("/"));
      return before <= to ? [{ path: original, tag, value, from }] : [];
    },
  );

/**
 * The notes of a kind that are visible to the message of a situation, by path. At most two store
 * calls.
 */
export const notesSeen = async <T extends NoteValue>(
  situation: Situation,
  kind: NoteKind<T>,
): Promise<WorkingNote<T>[]> => {
  const current = await workingNotes(situation, kind);
  if (!situation.past) return current;
  return [...current, ...(await closedNotesSeen(situation, kind))]
    .filter(({ from }) => from < situation.before)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/**
 * Keeps a note that is replaced or removed for the turns that saw it, for as long as a turn that is
 * stored now.
 */
const keepForReaders = <T extends NoteValue>(
  { services, session, lastSeq }: SessionProgress,
  { path, value, from }: WorkingNote<T>,
): NoteChange[] =>
  from >= lastSeq // No turn has seen it.
    ? []
    : [
        {
          path: `${CLOSED}${path}/${pathNumber(from)}`,
          value: { value, from, to: lastSeq },
          expiresAt: turnExpiry(session.strategy, instantOf(services.write.now())),
        },
      ];

/** Replaces a note, or adds one. */
export const putNote = <T extends NoteValue>(
  progress: SessionProgress,
  path: string,
  value: T,
  replacedNote: WorkingNote<T> | undefined,
): NoteChange[] => [
  { path, value: { value, from: progress.lastSeq }, expectedTag: replacedNote?.tag ?? null },
  ...(replacedNote === undefined ? [] : keepForReaders(progress, replacedNote)),
];

/** Changes a note in a way that its readers do not notice. */
export const touchNote = <T extends NoteValue>(
  { path, from, tag }: WorkingNote<T>,
  value: T,
): NoteChange[] => [{ path, value: { value, from }, expectedTag: tag }];

/** Removes a note. */
export const removeNote = <T extends NoteValue>(
  progress: SessionProgress,
  note: WorkingNote<T>,
): NoteChange[] => [{ path: note.path, expectedTag: note.tag }, ...keepForReaders(progress, note)];
