import { instantOf, type Instant } from "../../memory/time.ts";
import { turnExpiry } from "../../memory/turn-ttl.ts";
import type { NoteChange, NoteValue } from "../../store/port.ts";
import type { Progress, Situation } from "../strategy.ts";

/**
 * What a strategy has made of a session's turns, under a path. What is replaced or removed stays under `/closed` as long as the turns
 * that saw it, so that their contexts can be put together again as they were: a note is seen by the turns from `from + 1` to `to`.
 */
export interface WorkingNote<T> {
  readonly path: string;
  readonly value: T;
  /** The last turn of the session when it was written. */
  readonly from: number;
  readonly tag: string;
}

interface Stored {
  readonly value: NoteValue;
  readonly from: number;
  readonly to?: number;
}

const CLOSED = "/closed";
const padded = (seq: number): string => String(seq).padStart(9, "0");

/** The notes below a path that stand, by path. One store call. */
export const workingNotes = async <T>(
  { space, session }: Pick<Situation, "space" | "session">,
  prefix: string,
): Promise<WorkingNote<T>[]> =>
  (await space.notes(session.id, prefix)).map(({ path, tag, value }) => {
    const { value: own, from } = value as unknown as Stored;
    return { path, tag, value: own as unknown as T, from };
  });

/** The notes below a path as the message of a situation sees them, by path. At most two store calls. */
export const notesSeen = async <T>(
  situation: Situation,
  prefix: string,
): Promise<WorkingNote<T>[]> => {
  const { space, session, past, before } = situation;
  const standing = await workingNotes<T>(situation, prefix);
  if (!past) return standing;
  const closed = (await space.notes(session.id, `${CLOSED}${prefix}`)).flatMap(
    ({ path, tag, value }) => {
      const { value: own, from, to = 0 } = value as unknown as Stored;
      return before <= to
        ? [
            {
              path: path.slice(CLOSED.length, path.lastIndexOf("/")),
              tag,
              value: own as unknown as T,
              from,
            },
          ]
        : [];
    },
  );
  return [...standing, ...closed]
    .filter(({ from }) => from < before)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/** What closed notes last for: as long as a turn that is stored now. */
const closedUntil = ({ services, session }: Progress): Instant | null =>
  turnExpiry(session.strategy, instantOf(services.write.now()));

const closing = <T>(progress: Progress, { path, value, from }: WorkingNote<T>): NoteChange[] => {
  const to = progress.lastSeq;
  // One that no turn has seen is not missed.
  return from >= to
    ? []
    : [
        {
          path: `${CLOSED}${path}/${padded(from)}`,
          value: { value: value as unknown as NoteValue, from, to },
          expiresAt: closedUntil(progress),
        },
      ];
};

/** Puts a note where there was another, or none. */
export const putNote = <T>(
  progress: Progress,
  path: string,
  value: T,
  before: WorkingNote<T> | undefined,
): NoteChange[] => [
  {
    path,
    value: { value: value as unknown as NoteValue, from: progress.lastSeq },
    expected: before?.tag ?? null,
  },
  ...(before === undefined ? [] : closing(progress, before)),
];

/** Changes a note in what makes no difference to who reads it. */
export const touchNote = <T>({ path, from, tag }: WorkingNote<T>, value: T): NoteChange[] => [
  { path, value: { value: value as unknown as NoteValue, from }, expected: tag },
];

/** Removes a note. */
export const removeNote = <T>(progress: Progress, note: WorkingNote<T>): NoteChange[] => [
  { path: note.path, expected: note.tag },
  ...closing(progress, note),
];
