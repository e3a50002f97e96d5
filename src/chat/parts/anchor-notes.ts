import { anchorsAfter, anchorsAfterTurns, NO_ANCHORS, type Anchors } from "../anchors/anchors.ts";
import type { Turn } from "../../memory/session.ts";
import type { Progress, Situation } from "../strategy.ts";
import { notesSeen, putNote, touchNote, workingNotes } from "./working-notes.ts";

/** The anchors of a session up to a turn. */
interface KeptAnchors {
  readonly anchors: Anchors;
  readonly through: number;
}

const PATH = "/anchors";
/** Turns that are read again by every context before the note is brought up to date with them. */
const MOST_BEHIND = 4;
/** Turns that are read at a time. */
const BLOCK = 100;

/** The anchors that the message of a situation has: those on note, those of the turns since, and its own. One store call (two in the past), beside the turns that are given. */
export const anchorsSeen = async (
  situation: Situation,
  turns: readonly Turn[],
): Promise<Anchors> => {
  const [note] = await notesSeen<KeptAnchors>(situation, PATH);
  return anchorsAfter(
    anchorsAfterTurns(note?.value.anchors ?? NO_ANCHORS, turns),
    situation.message,
  );
};

/** Takes over the anchors of turns that were added. */
export const keepAnchors = async (progress: Progress): Promise<void> => {
  const { space, session, lastSeq } = progress;
  const [note] = await workingNotes<KeptAnchors>(progress, PATH);
  const known = note?.value.anchors ?? NO_ANCHORS;
  let through = note?.value.through ?? 0;
  let anchors = known;
  while (through < lastSeq) {
    const { turns } = await space.turns({
      session: session.id,
      first: BLOCK,
      after: through,
      before: lastSeq + 1,
    });
    if (turns.length === 0) break;
    anchors = anchorsAfterTurns(anchors, turns);
    through = turns.at(-1)!.seq;
  }
  const changed = JSON.stringify(anchors) !== JSON.stringify(known);
  if (changed)
    await space.changeNotes(session.id, putNote(progress, PATH, { anchors, through }, note));
  else if (note !== undefined && through - note.value.through >= MOST_BEHIND)
    await space.changeNotes(session.id, touchNote(note, { anchors, through }));
};
