import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Turn } from "../../../memory/session.ts";
import {
  anchorsAfter,
  anchorsAfterTurns,
  anchorsSchema,
  NO_ANCHORS,
  type Anchors,
} from "../../anchors/anchors.ts";
import type { SessionProgress, Situation } from "../strategy.ts";
import { noteKind, notesSeen, putNote, touchNote, workingNotes } from "./working-notes.ts";

/** The anchors of a session up to the turn `through`. */
const ANCHORS = noteKind("/anchors", z.object({ anchors: anchorsSchema, through: z.number() }));

/** Number of turns that every context may read again before the note is updated with them. */
const MOST_BEHIND = 4;
const TURNS_AT_A_TIME = 100;

/**
 * The anchors at the message of a situation: those in the note, those of later turns, and those of
 * the message. One store call, or two in the past.
 */
export const anchorsSeen = async (
  situation: Situation,
  turns: readonly Turn[],
): Promise<Anchors> => {
  const [note] = await notesSeen(situation, ANCHORS);
  const knownAnchors = note?.value.anchors ?? NO_ANCHORS;
  return anchorsAfter(anchorsAfterTurns(knownAnchors, turns), situation.message);
};

/** Adds the anchors of added turns to the note. */
export const keepAnchors = async (progress: SessionProgress): Promise<void> => {
  const { space, session, lastSeq } = progress;
  const [note] = await workingNotes(progress, ANCHORS);
  const anchorNote = note?.value ?? { anchors: NO_ANCHORS, through: 0 };
  let { anchors, through } = anchorNote;
  while (through < lastSeq) {
    const { turns } = await space.turns({
      session: session.id,
      first: TURNS_AT_A_TIME,
      after: through,
      before: lastSeq + 1,
    });
    const last = turns.at(-1);
    if (last === undefined) break;
    anchors = anchorsAfterTurns(anchors, turns);
    through = last.seq;
  }
  const value = { anchors, through };
  if (!isDeepStrictEqual(anchors, anchorNote.anchors))
    await space.changeNotes(session.id, putNote(progress, ANCHORS.path, value, note));
  else if (note !== undefined && through - anchorNote.through >= MOST_BEHIND)
    await space.changeNotes(session.id, touchNote(note, value));
};
