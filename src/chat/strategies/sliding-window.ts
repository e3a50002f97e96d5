import { anchorParts } from "../anchors/anchors.ts";
import type { ContextCut } from "../context-message.ts";
import { anchorsSeen, keepAnchors } from "../parts/anchor-notes.ts";
import { lastTurns } from "../parts/session-turns.ts";
import { userWords } from "../parts/user-words.ts";
import { notesSeen, putNote, workingNotes } from "../parts/working-notes.ts";
import { SNAPSHOT_SECTIONS } from "../snapshot-sections.ts";
import type { Policy, Progress } from "../strategy.ts";

/** What the turns up to `through` come to. */
interface Snapshot {
  readonly summary: string;
  readonly through: number;
}

const PATH = "/sliding/snapshot";
/** A backlog, such as that of turns added in bulk, is summarised in larger steps. */
const BACKLOG_BATCH = 50;

/** Summarises a batch before the first of it leaves the window of the next message. False where there is nothing to do, or another process does it. */
const summariseNext = async (progress: Progress): Promise<boolean> => {
  const { services, space, session, lastSeq } = progress;
  const { windowMessages, windowBatch } = services.settings;
  const leaving = lastSeq + 1 - windowMessages;
  const [note] = await workingNotes<Snapshot>(progress, PATH);
  const { summary: previous, through } = note?.value ?? { summary: null, through: 0 };
  if (through >= leaving) return false;
  const first = leaving - through > BACKLOG_BATCH ? BACKLOG_BATCH : windowBatch;
  const { turns } = await space.turns({
    session: session.id,
    after: through,
    before: leaving + windowBatch,
    first,
  });
  const text = userWords(turns);
  const instructions = services.prompts.snapshot.replaceAll(
    "{{sections}}",
    SNAPSHOT_SECTIONS.join(", "),
  );
  const summary =
    text === ""
      ? (previous ?? "")
      : (
          await services.write.models.summarise({
            instructions,
            text,
            previous,
            sections: SNAPSHOT_SECTIONS,
          })
        ).value;
  const reached = turns.at(-1)?.seq ?? leaving;
  return space.changeNotes(
    session.id,
    putNote<Snapshot>(progress, PATH, { summary, through: reached }, note),
  );
};

/** DESIGN.md §5: a rolling summary, who the user is, figures by rule, and the last 30 messages. Turns stay for an hour. */
export const slidingWindow: Policy = {
  budget: (_mode, { settings }) => settings.contextTokens,
  readsMemory: false,
  assemble: async (situation) => {
    const { windowMessages } = situation.services.settings;
    const [last, [snapshot]] = await Promise.all([
      lastTurns(situation, windowMessages - 1),
      notesSeen<Snapshot>(situation, PATH),
    ]);
    const anchors = await anchorsSeen(situation, last.turns);
    const overflow = situation.before - windowMessages;
    const lost = overflow - (snapshot?.value.through ?? 0);
    const cut: ContextCut[] =
      lost <= 0
        ? []
        : [
            {
              origin: "SUMMARY",
              reason: situation.past && last.cut.length > 0 ? "EXPIRED" : "NOT_SUMMARISED",
              messages: lost,
              tokens: 0,
            },
          ];
    const summary =
      overflow > 0 && snapshot !== undefined && snapshot.value.summary !== ""
        ? snapshot.value.summary
        : null;
    return {
      parts: [
        ...(summary === null
          ? []
          : [
              {
                role: "system",
                content: `Rolling memory summary (what the user stated; may be incomplete):\n${summary}`,
                origin: "SUMMARY",
              } as const,
            ]),
        ...anchorParts(anchors),
        ...last.parts,
      ],
      cut: [...cut, ...last.cut],
      hits: [],
    };
  },
  keepUp: async (progress) => {
    await keepAnchors(progress);
    while (await summariseNext(progress));
  },
};
