import { z } from "zod";
import { cutToTokens } from "../../language/tokens.ts";
import type { Session, Turn } from "../../memory/session.ts";
import type { NoteChange } from "../../store/port.ts";
import { anchorParts } from "../anchors/anchors.ts";
import { cutOf, memoryPart, type ContextCut } from "../context/message.ts";
import { anchorsSeen, keepAnchors } from "./parts/anchor-notes.ts";
import { headingOfDay, lastTurns, userWords } from "./parts/turns.ts";
import {
  noteKind,
  notesSeen,
  pathNumber,
  putNote,
  removeNote,
  workingNotes,
  type WorkingNote,
} from "./parts/working-notes.ts";
import type { ChatStrategy, SessionProgress, Situation } from "./strategy.ts";

/** Tier 2: the summaries of blocks of turns, each up to the turn `through`. */
const blockSchema = z.object({ summary: z.string(), through: z.number() });
type Block = z.infer<typeof blockSchema>;
const BLOCKS = noteKind("/tier2/summary/", blockSchema);
const blockPath = (index: number): string => `${BLOCKS.path}${pathNumber(index)}`;
const blockIndex = ({ path }: WorkingNote<Block>): number => Number(path.slice(BLOCKS.path.length));

/**
 * Tier 3: facts from the blocks that were merged; the last of these ended with the turn `through`.
 */
const factsSchema = z.object({ facts: z.string(), through: z.number() });
type Facts = z.infer<typeof factsSchema>;
const FACTS = noteKind("/tier3/facts", factsSchema);

interface Tiers {
  readonly facts: WorkingNote<Facts> | undefined;
  readonly blocks: readonly WorkingNote<Block>[];
  /** The last turn that is in a block or in the facts. */
  readonly through: number;
}

/** Tier 1: the number of messages that are sent in full, including the one to reply to. */
const LAST_MESSAGES = 10;
/** Number of messages in a block of tier 2. */
const BLOCK_MESSAGES = 10;
/** Maximum number of blocks: beyond it, the oldest one is merged into the facts of tier 3. */
const MOST_BLOCKS = 4;
/** Maximum number of tokens of user messages that are sent until a block summarises them. */
const PENDING_TOKENS = 2_000;

const tiersOf = (
  [facts]: readonly WorkingNote<Facts>[],
  blocks: readonly WorkingNote<Block>[],
): Tiers => ({
  facts,
  blocks,
  through: blocks.at(-1)?.value.through ?? facts?.value.through ?? 0,
});

/** A summary by a model; for an empty text, the previous summary. */
const summarise = async (
  { services: { write } }: SessionProgress,
  instructions: string,
  text: string,
  previous: string | null,
): Promise<string> =>
  text === ""
    ? (previous ?? "")
    : (await write.models.summarise({ instructions, text, previous, sections: [] })).value;

/** Merges the oldest blocks into the facts, if a new block would exceed the limit. */
const rollUp = async (
  progress: SessionProgress,
  { facts, blocks }: Tiers,
): Promise<NoteChange[]> => {
  const { prompts } = progress.services;
  const oldest = blocks.slice(0, Math.max(0, blocks.length + 1 - MOST_BLOCKS));
  const last = oldest.at(-1);
  if (last === undefined) return [];
  const text = oldest
    .map(({ value }) => value.summary)
    .filter((summary) => summary !== "")
    .join("\n");
  const mergedFacts = await summarise(progress, prompts.facts, text, facts?.value.facts ?? null);
  return [
    ...putNote(progress, FACTS.path, { facts: mergedFacts, through: last.value.through }, facts),
    ...oldest.flatMap((block) => removeNote(progress, block)),
  ];
};

/**
 * Summarises the next block when all of it has left tier 1. The block and the merge that it causes
 * are one change, so that no step between them can be lost or repeated. Returns false if there is
 * nothing to do, or if another process does it.
 */
const summariseNext = async (progress: SessionProgress): Promise<boolean> => {
  const { services, space, session, lastSeq } = progress;
  const [facts, blocks] = await Promise.all([
    workingNotes(progress, FACTS),
    workingNotes(progress, BLOCKS),
  ]);
  const tiers = tiersOf(facts, blocks);
  const end = tiers.through + BLOCK_MESSAGES;
  if (end > lastSeq - LAST_MESSAGES) return false;
  const { turns } = await space.turns({
    session: session.id,
    after: tiers.through,
    before: end + 1,
    first: BLOCK_MESSAGES,
  });
  const summary = await summarise(
    progress,
    services.prompts.block,
    userWords(turns, session),
    null,
  );
  const lastBlock = blocks.at(-1);
  const lastIndex = lastBlock === undefined ? 0 : blockIndex(lastBlock);
  const path = blockPath(Math.round(Math.max(end / BLOCK_MESSAGES, lastIndex + 1)));
  return space.changeNotes(session.id, [
    ...putNote(progress, path, { summary, through: end }, undefined),
    ...(await rollUp(progress, tiers)),
  ]);
};

/**
 * The text of the user in some turns, the latest first, within a budget; the latest is truncated if
 * it is too long alone.
 */
const newestWords = async (
  turns: readonly Turn[],
  session: Session,
  tokens: number,
  count: Situation["count"],
): Promise<{ readonly words: readonly string[]; readonly droppedCount: number }> => {
  const newestFirst = turns.filter(({ role }) => role === "USER").toReversed();
  const keptWords: string[] = [];
  let room = tokens;
  for (const turn of newestFirst) {
    const words = userWords([turn], session);
    const cost = await count(words);
    const fittingWords =
      cost <= room ? words : keptWords.length === 0 ? await cutToTokens(words, room) : "";
    if (fittingWords !== "") keptWords.unshift(fittingWords);
    room = fittingWords === words ? room - cost : 0;
  }
  return { words: keptWords, droppedCount: newestFirst.length - keptWords.length };
};

/** The text of the user that has left tier 1 and is not in a block yet. At most one store call. */
const pendingWords = async (
  { space, session, before, count }: Situation,
  through: number,
): Promise<{ readonly text: string; readonly cut: readonly ContextCut[] }> => {
  const end = before - LAST_MESSAGES;
  if (end <= through) return { text: "", cut: [] };
  const mostTurns = 2 * BLOCK_MESSAGES;
  const { turns } = await space.turns({
    session: session.id,
    after: through,
    before: end + 1,
    last: mostTurns,
  });
  const { words, droppedCount } = await newestWords(turns, session, PENDING_TOKENS, count);
  const unreadCount = end - through - turns.length;
  const reason = turns.length < mostTurns ? "EXPIRED" : "NOT_SUMMARISED";
  return {
    text: words.map((own) => `- ${own.replaceAll("\n", "\n  ")}`).join("\n"),
    cut: [
      ...cutOf("PENDING_TEXT", reason, unreadCount),
      ...cutOf("PENDING_TEXT", "BUDGET", droppedCount),
    ],
  };
};

/**
 * Lasting facts, figures and choices, up to four summaries of ten messages each, the user messages
 * since, and the last ten messages.
 */
export const hierarchical: ChatStrategy = {
  readsMemory: false,
  assemble: async (situation) => {
    const [last, facts, blocks] = await Promise.all([
      lastTurns(situation, LAST_MESSAGES - 1),
      notesSeen(situation, FACTS),
      notesSeen(situation, BLOCKS),
    ]);
    const tiers = tiersOf(facts, blocks);
    const pendingText = await pendingWords(situation, tiers.through);
    const anchors = await anchorsSeen(situation, last.turns);
    const heading = (text: string): string => headingOfDay(text, situation.session);
    const summaries = tiers.blocks
      .slice(-MOST_BLOCKS)
      .map(({ value }) => value.summary)
      .filter((summary) => summary !== "");
    return {
      parts: [
        ...memoryPart("LONG_TERM_FACTS", heading("Long-term memory"), tiers.facts?.value.facts),
        ...anchorParts(anchors),
        ...memoryPart("SUMMARY_BLOCKS", heading("Recent memory blocks"), summaries.join("\n\n")),
        ...memoryPart("PENDING_TEXT", heading("Older user messages"), pendingText.text),
        ...last.parts,
      ],
      cut: [...pendingText.cut, ...last.cut],
      hits: [],
    };
  },
  keepUp: async (progress) => {
    await keepAnchors(progress);
    while (await summariseNext(progress));
  },
};
