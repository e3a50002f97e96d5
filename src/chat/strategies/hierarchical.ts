import { cutToTokens } from "../../memory/tokens.ts";
import { anchorParts } from "../anchors/anchors.ts";
import type { ContextCut, ContextPart } from "../context-message.ts";
import { anchorsSeen, keepAnchors } from "../parts/anchor-notes.ts";
import { lastTurns } from "../parts/session-turns.ts";
import { userWords } from "../parts/user-words.ts";
import {
  notesSeen,
  putNote,
  removeNote,
  workingNotes,
  type WorkingNote,
} from "../parts/working-notes.ts";
import type { NoteChange } from "../../store/port.ts";
import type { Policy, Progress, Situation } from "../strategy.ts";

/** The second tier: a summary of one block of turns. */
interface Block {
  readonly summary: string;
  readonly through: number;
}

/** The third tier: facts from the blocks that were rolled up, the last of which went to `through`. */
interface Facts {
  readonly facts: string;
  readonly through: number;
}

const BLOCKS = "/tier2/summary/";
const FACTS = "/tier3/facts";
const blockPath = (index: number): string => `${BLOCKS}${String(index).padStart(9, "0")}`;
const indexOf = (path: string): number => Number(path.slice(BLOCKS.length));

interface Tiers {
  readonly facts: WorkingNote<Facts> | undefined;
  readonly blocks: readonly WorkingNote<Block>[];
  /** The last turn that is in a block or in the facts. */
  readonly through: number;
}

const tiersOf = (
  [facts]: readonly WorkingNote<Facts>[],
  blocks: readonly WorkingNote<Block>[],
): Tiers => ({
  facts,
  blocks,
  through: blocks.at(-1)?.value.through ?? facts?.value.through ?? 0,
});

/** The facts after the oldest blocks went into them: what comes of that is one change with the new block, so that no step in between can be lost or done twice. */
const rollUp = async (progress: Progress, { facts, blocks }: Tiers): Promise<NoteChange[]> => {
  const { services } = progress;
  const old = blocks.slice(0, Math.max(0, blocks.length + 1 - services.settings.mostBlocks));
  if (old.length === 0) return [];
  const text = old
    .map(({ value }) => value.summary)
    .filter((summary) => summary !== "")
    .join("\n");
  const previous = facts?.value.facts ?? null;
  const merged =
    text === ""
      ? (previous ?? "")
      : (
          await services.write.models.summarise({
            instructions: services.prompts.facts,
            text,
            previous,
            sections: [],
          })
        ).value;
  return [
    ...putNote<Facts>(
      progress,
      FACTS,
      { facts: merged, through: old.at(-1)!.value.through },
      facts,
    ),
    ...old.flatMap((block) => removeNote(progress, block)),
  ];
};

/** Summarises the next block once it has left the first tier altogether. False where there is none, or another process does it. */
const summariseNext = async (progress: Progress): Promise<boolean> => {
  const { services, space, session, lastSeq } = progress;
  const { tierOneMessages, blockMessages } = services.settings;
  const [facts, blocks] = await Promise.all([
    workingNotes<Facts>(progress, FACTS),
    workingNotes<Block>(progress, BLOCKS),
  ]);
  const tiers = tiersOf(facts, blocks);
  const end = tiers.through + blockMessages;
  if (end > lastSeq - tierOneMessages) return false;
  const { turns } = await space.turns({
    session: session.id,
    after: tiers.through,
    before: end + 1,
    first: blockMessages,
  });
  const text = userWords(turns);
  const summary =
    text === ""
      ? ""
      : (
          await services.write.models.summarise({
            instructions: services.prompts.block,
            text,
            previous: null,
            sections: [],
          })
        ).value;
  const index = Math.max(end / blockMessages, indexOf(blocks.at(-1)?.path ?? blockPath(0)) + 1);
  const changes = [
    ...putNote<Block>(progress, blockPath(Math.round(index)), { summary, through: end }, undefined),
    ...(await rollUp(progress, tiers)),
  ];
  return space.changeNotes(session.id, changes);
};

/** The user's words that have left the first tier and are in no block yet, the newest as far as their budget goes. One store call. */
const pendingText = async (
  { services, space, session, before, count }: Situation,
  through: number,
): Promise<{ readonly text: string; readonly cut: readonly ContextCut[] }> => {
  const { tierOneMessages, blockMessages, pendingTokens } = services.settings;
  const end = before - tierOneMessages;
  if (end <= through) return { text: "", cut: [] };
  const { turns } = await space.turns({
    session: session.id,
    after: through,
    before: end + 1,
    last: 2 * blockMessages,
  });
  const unread = end - through - turns.length;
  const kept: string[] = [];
  let left = pendingTokens;
  let dropped = 0;
  for (const turn of turns.filter(({ role }) => role === "USER").toReversed()) {
    const words = userWords([turn]);
    const tokens = await count(words);
    const fitting =
      tokens <= left ? words : kept.length === 0 ? await cutToTokens(words, left) : "";
    if (fitting === "") dropped += 1;
    else kept.unshift(fitting);
    left = fitting === words ? left - tokens : 0;
  }
  const cut: ContextCut[] = [
    ...(unread > 0
      ? [
          {
            origin: "PENDING_TEXT",
            reason: turns.length < 2 * blockMessages ? "EXPIRED" : "NOT_SUMMARISED",
            messages: unread,
            tokens: 0,
          } as const,
        ]
      : []),
    ...(dropped > 0
      ? [{ origin: "PENDING_TEXT", reason: "BUDGET", messages: dropped, tokens: 0 } as const]
      : []),
  ];
  return { text: kept.map((words) => `- ${words}`).join("\n"), cut };
};

const section = (
  origin: ContextPart["origin"],
  heading: string,
  text: string | undefined,
): ContextPart[] => (text ? [{ role: "system", content: `${heading}:\n${text}`, origin }] : []);

/** DESIGN.md §5: facts, anchors, up to four summaries of ten messages each, the user's words in between, and the last ten messages. Turns stay for six hours. */
export const hierarchical: Policy = {
  budget: (_mode, { settings }) => settings.contextTokens,
  readsMemory: false,
  assemble: async (situation) => {
    const { tierOneMessages, mostBlocks } = situation.services.settings;
    const [last, facts, blocks] = await Promise.all([
      lastTurns(situation, tierOneMessages - 1),
      notesSeen<Facts>(situation, FACTS),
      notesSeen<Block>(situation, BLOCKS),
    ]);
    const tiers = tiersOf(facts, blocks);
    const pending = await pendingText(situation, tiers.through);
    const anchors = await anchorsSeen(situation, last.turns);
    const summaries = tiers.blocks
      .slice(-mostBlocks)
      .map(({ value }) => value.summary)
      .filter((summary) => summary !== "");
    return {
      parts: [
        ...section("LONG_TERM_FACTS", "Long-term memory", tiers.facts?.value.facts),
        ...anchorParts(anchors),
        ...section("SUMMARY_BLOCKS", "Recent memory blocks", summaries.join("\n\n")),
        ...section("PENDING_TEXT", "Older user messages", pending.text),
        ...last.parts,
      ],
      cut: [...pending.cut, ...last.cut],
      hits: [],
    };
  },
  keepUp: async (progress) => {
    await keepAnchors(progress);
    while (await summariseNext(progress));
  },
};
