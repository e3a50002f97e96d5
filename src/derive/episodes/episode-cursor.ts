import { z } from "zod";
import type { SessionId } from "../../memory/ids.ts";
import { OPEN } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

const PATH = "/derived/records";
/** Number of the latest records that are read to find the last turn that they cover. */
const RECORDS_READ = 20;

/** Progress through the turns of a session, by sequence number. */
export interface EpisodeCursor {
  /** Last turn whose records are stored. */
  readonly covered: number;
  /** Last turn of the current batch; equal to `covered` if there is none. */
  readonly until: number;
  /** The note's tag; null if there is no note. */
  readonly tag: string | null;
}

const storedCursor = z.object({ covered: z.number().catch(0), until: z.number().catch(0) });

/**
 * The last turn that the records of the session cover. An erasure removes the notes of a session,
 * and the remaining turns must not be extracted again.
 */
const coveredByRecords = async (space: SpaceStore, session: SessionId): Promise<number> => {
  const { recordedAt } = await space.head();
  if (recordedAt === null) return 0;
  const { items } = await space.derivedMemories({
    kinds: ["EPISODIC", "PROCEDURAL"],
    session,
    at: { knownAt: recordedAt, validAt: OPEN },
    page: { first: RECORDS_READ },
  });
  return Math.max(0, ...items.map(({ item }) => item.covers[session] ?? 0));
};

export const readCursor = async (space: SpaceStore, session: SessionId): Promise<EpisodeCursor> => {
  const note = await space.note(session, PATH);
  if (note !== null)
    return {
      ...storedCursor.catch({ covered: 0, until: 0 }).parse(note.value),
      tag: note.tag,
    };
  const coveredTurns = await coveredByRecords(space, session);
  return { covered: coveredTurns, until: coveredTurns, tag: null };
};

/**
 * Moves the cursor from the position that was read. Returns false if another process has moved it
 * since.
 */
export const moveCursor = (
  space: SpaceStore,
  session: SessionId,
  { tag }: EpisodeCursor,
  position: Pick<EpisodeCursor, "covered" | "until">,
): Promise<boolean> =>
  space.changeNotes(session, [
    {
      path: PATH,
      value: { covered: position.covered, until: position.until },
      expectedTag: tag,
    },
  ]);
