import { z } from "zod";
import { anchorParts } from "../anchors/anchors.ts";
import { cutOf, memoryPart } from "../context/message.ts";
import { anchorsSeen, keepAnchors } from "./parts/anchor-notes.ts";
import { dayOfSession, lastTurns, userWords } from "./parts/turns.ts";
import { noteKind, notesSeen, putNote, workingNotes } from "./parts/working-notes.ts";
import type { ChatStrategy, SessionProgress } from "./strategy.ts";

/**
 * The headings of the summary, in order: the information that a conversation about a project must
 * not lose.
 */
const SECTIONS = [
  "User",
  "Project",
  "People",
  "Tech",
  "Requirements",
  "Dates",
  "Budget/Costs",
  "Integrations",
  "Links",
  "Metrics",
] as const;

/** The summary of the turns up to the one with the number `through`. */
const SNAPSHOT = noteKind(
  "/sliding/snapshot",
  z.object({ summary: z.string(), through: z.number() }),
);

/** Number of messages that are sent in full, including the one to reply to. */
const WINDOW = 30;
/** Number of messages that are summarised at a time, before they leave the window. */
const BATCH = 10;

/**
 * Number of messages that are summarised at a time if many wait, for example after turns were added
 * in bulk.
 */
const BACKLOG_BATCH = 50;

/** The summary after some further text of the user. */
const summarise = async (
  { services: { write, prompts } }: SessionProgress,
  text: string,
  previous: string | null,
): Promise<string> => {
  if (text === "") return previous ?? "";
  const instructions = prompts.snapshot.replaceAll("{{sections}}", SECTIONS.join(", "));
  const task = { instructions, text, previous, sections: SECTIONS };
  return (await write.models.summarise(task)).value;
};

/**
 * Summarises a batch before its first message leaves the window. Returns false if there is nothing
 * to do, or if another process does it.
 */
const summariseNext = async (progress: SessionProgress): Promise<boolean> => {
  const { space, session, lastSeq } = progress;
  const [note] = await workingNotes(progress, SNAPSHOT);
  const { summary: previous, through: summarisedTo } = note?.value ?? { summary: null, through: 0 };
  const lastLeavingSeq = lastSeq + 1 - WINDOW;
  if (summarisedTo >= lastLeavingSeq) return false;
  const { turns } = await space.turns({
    session: session.id,
    after: summarisedTo,
    before: lastLeavingSeq + BATCH,
    first: lastLeavingSeq - summarisedTo > BACKLOG_BATCH ? BACKLOG_BATCH : BATCH,
  });
  const summary = await summarise(progress, userWords(turns, session), previous);
  const value = { summary, through: turns.at(-1)?.seq ?? lastLeavingSeq };
  return space.changeNotes(session.id, putNote(progress, SNAPSHOT.path, value, note));
};

/** A rolling summary, who the user is, figures and choices, and the last 30 messages. */
export const slidingWindow: ChatStrategy = {
  readsMemory: false,
  assemble: async (situation) => {
    const [last, [snapshot]] = await Promise.all([
      lastTurns(situation, WINDOW - 1),
      notesSeen(situation, SNAPSHOT),
    ]);
    const anchors = await anchorsSeen(situation, last.turns);
    const outside = situation.before - WINDOW;
    const unsummarisedCount = outside - (snapshot?.value.through ?? 0);
    const reason = situation.past && last.cut.length > 0 ? "EXPIRED" : "NOT_SUMMARISED";
    return {
      parts: [
        ...memoryPart(
          "SUMMARY",
          `Rolling memory summary (what the user stated, on ${dayOfSession(situation.session)} where no day is given; may be incomplete)`,
          outside > 0 ? snapshot?.value.summary : undefined,
        ),
        ...anchorParts(anchors),
        ...last.parts,
      ],
      cut: [...cutOf("SUMMARY", reason, unsummarisedCount), ...last.cut],
      hits: [],
    };
  },
  keepUp: async (progress) => {
    await keepAnchors(progress);
    while (await summariseNext(progress));
  },
};
