import type { Instant } from "../../memory/time.ts";

/**
 * A small JSON document apart from the record, such as `/settings` or `/tier2/summary/000000001`:
 * settings, counters, jobs, working notes of a strategy. Only its current state is kept. Views of
 * the past do not show notes.
 */
export interface Note {
  readonly path: string;
  readonly value: NoteValue;
  /** Changes with every change of the note, and is never used again. */
  readonly tag: string;
  /**
   * The instant from which on the note is hidden. It is removed some time later. Null for a note
   * that stays.
   */
  readonly expiresAt: Instant | null;
}

export type NoteValue =
  | null
  | boolean
  | number
  | string
  | readonly NoteValue[]
  | { readonly [key: string]: NoteValue | undefined };

export interface NoteChange {
  readonly path: string;
  /** The new value. Omit to remove the note. */
  readonly value?: NoteValue | undefined;
  /** Omit or null for a note that stays. */
  readonly expiresAt?: Instant | null | undefined;
  /**
   * The tag that the note must have; null if there must be no note. Without it, the note changes in
   * any case.
   */
  readonly expectedTag?: string | null | undefined;
}

/** Maximum number of changes in one call, so that every store can apply them atomically. */
export const NOTE_CHANGES = 100;
/** Maximum total size of the values in one call, in bytes of JSON. */
export const NOTE_BYTES = 1_000_000;

/** Throws a RangeError for changes that exceed a limit or name a path twice. */
export const checkNoteChanges = (changes: readonly NoteChange[]): void => {
  if (changes.length > NOTE_CHANGES)
    throw new RangeError(`${changes.length} note changes in one call exceed ${NOTE_CHANGES}.`);
  if (new Set(changes.map(({ path }) => path)).size < changes.length)
    throw new RangeError("Two note changes name the same path.");
  const bytes = Buffer.byteLength(JSON.stringify(changes.map(({ value }) => value)));
  if (bytes > NOTE_BYTES)
    throw new RangeError(`Note changes of ${bytes} bytes in one call exceed ${NOTE_BYTES}.`);
};
