/** The sections of a TIERED context, each within its share of the budget. */
import { sentencesOf } from "../../../language/sentences.ts";
import { cutToTokens, encodingOf } from "../../../language/tokens.ts";
import type { TurnId } from "../../../memory/ids.ts";
import type { Turn } from "../../../memory/session.ts";
import { recallKey, type RecallItem } from "../../../read/recall/block.ts";
import { totalTokens } from "../../context/message.ts";
import { LINE_TOKENS, memoryLines, quotationText } from "../parts/memory-lines.ts";
import type { Situation } from "../strategy.ts";
import { GRAPH_SHARE, SESSION_SHARE, USER_SHARE, type TieredBudget } from "./budgets.ts";
import type { Recollection } from "./recollection.ts";
import type { Batch, SessionSummary } from "./session-state.ts";

/** Tokens of a heading, with the two or three that a message takes besides its content. */
const HEADING_TOKENS = 24;

/** Remaining tokens: of the whole context, and of the messages and memory that count as full. */
export class Room {
  #total: number;
  #full: number;

  constructor(total: number, full: number) {
    this.#total = Math.max(0, total);
    this.#full = Math.max(0, full);
  }

  /** Room within a share of the whole. */
  ofTotal(share: number): number {
    return Math.min(this.#total, Math.round(share));
  }

  /** Room within a share of what counts as full. */
  ofFull(share: number): number {
    return Math.min(this.#total, this.#full, Math.round(share));
  }

  spendTotal(tokens: number): void {
    this.#total -= tokens;
  }

  spendFull(tokens: number): void {
    this.#total -= tokens;
    this.#full -= tokens;
  }
}

/** A part of a context. */
export interface Section {
  readonly text: string;
  /** Number of items without room. */
  readonly droppedCount: number;
}

/** The first items of a list that fit a budget, and the tokens of their lines. */
const takeFitting = async <T>(
  items: readonly T[],
  budget: number,
  count: (item: T) => Promise<number> | number,
): Promise<{ readonly items: readonly T[]; readonly tokens: number }> => {
  const fittingItems: T[] = [];
  let tokens = 0;
  for (const item of items) {
    const cost = (await count(item)) + LINE_TOKENS;
    if (tokens + cost > budget) break;
    fittingItems.push(item);
    tokens += cost;
  }
  return { items: fittingItems, tokens };
};

/** The items that tiers 2 to 4 retrieve, if the mode includes them. */
export interface Retrieval {
  readonly session: Recollection;
  readonly user: Recollection;
  readonly references: readonly string[];
  readonly exactTurns: readonly Turn[];
}

/** The session summary, truncated to its share. */
export const summarySection = async (
  { services, count }: Situation,
  budget: TieredBudget,
  summary: SessionSummary | undefined,
  room: Room,
): Promise<string> => {
  if (summary === undefined) return "";
  const encoding = encodingOf(services.write.models.replier);
  const share = Math.max(0, room.ofTotal(budget.summary) - HEADING_TOKENS);
  const text = await cutToTokens(summary.summary, share, encoding);
  if (text !== "") room.spendTotal((await count(text)) + HEADING_TOKENS);
  return text;
};

/** The compressed messages that fit, the latest first. */
export const compressedSection = async (
  budget: TieredBudget,
  batches: readonly Batch[],
  room: Room,
): Promise<Section & { readonly droppedTokens: number }> => {
  const newestFirst = batches.filter(({ state }) => state === "COMPRESSED").toReversed();
  const share = Math.max(0, room.ofTotal(budget.compressedMessages) - HEADING_TOKENS);
  const { items, tokens } = await takeFitting(newestFirst, share, (batch) => batch.tokens);
  if (items.length > 0) room.spendTotal(tokens + HEADING_TOKENS);
  const droppedBatches = newestFirst.slice(items.length);
  return {
    text: items
      .map(({ summary }) => summary)
      .toReversed()
      .join("\n\n"),
    droppedCount: droppedBatches.length,
    droppedTokens: totalTokens(droppedBatches),
  };
};

/**
 * Recalled items that no other section shows, as lines, with the number of their tokens including
 * those of a heading. Adds the keys of the items to `shownKeys`.
 */
const recalledSection = async (
  situation: Situation,
  items: readonly RecallItem[],
  budget: number,
  shownKeys: Set<string>,
): Promise<Section & { readonly tokens: number }> => {
  const fresh = items.filter((item) => {
    const key = recallKey(item);
    return !shownKeys.has(key) && shownKeys.add(key);
  });
  if (fresh.length === 0 || budget <= HEADING_TOKENS)
    return { text: "", tokens: 0, droppedCount: fresh.length };
  const { text, droppedCount } = await memoryLines(situation, fresh, [], budget - HEADING_TOKENS);
  const tokens = text === "" ? 0 : (await situation.count(text)) + HEADING_TOKENS;
  return { text, tokens, droppedCount };
};

/** Whether summaries contain every sentence of a message, word for word. */
const holdsToTheLetter = (summaries: readonly string[], content: string): boolean =>
  sentencesOf(content).every((sentence) =>
    summaries.some((summary) => summary.includes(sentence.trim())),
  );

interface TierTwo {
  readonly situation: Situation;
  readonly budget: TieredBudget;
  readonly retrieval: Retrieval;
  readonly sentTurns: ReadonlySet<TurnId>;
  /** The content of the summaries of the session, which is not quoted again. */
  readonly summaries: readonly string[];
}

/**
 * Tier 2: items of the session about the message, apart from the sent turns, and literal user
 * messages.
 */
export const sessionSection = async (
  { situation, budget, retrieval, sentTurns, summaries }: TierTwo,
  room: Room,
  shownKeys: Set<string>,
): Promise<Section> => {
  const { session, exactTurns: exact } = retrieval;
  const share = room.ofFull(budget.full * SESSION_SHARE);
  const unsent = session.items.filter(
    (item) => item.kind === "FACT" || item.event.turn === null || !sentTurns.has(item.event.turn),
  );
  const recalledPart = await recalledSection(situation, unsent, share, shownKeys);
  const quotations = exact
    .filter(
      ({ event, content }) =>
        (event === null || !shownKeys.has(event)) &&
        !recalledPart.text.includes(content) &&
        !holdsToTheLetter(summaries, content),
    )
    .map((turn) => quotationText(turn, turn.content));
  const quotationBudget = share - recalledPart.tokens - HEADING_TOKENS;
  const quotedItems = await takeFitting(quotations, quotationBudget, situation.count);
  room.spendFull(recalledPart.tokens + quotedItems.tokens);
  const texts = [recalledPart.text, ...quotedItems.items.toReversed()].filter(
    (text) => text !== "",
  );
  return { text: texts.join("\n"), droppedCount: recalledPart.droppedCount };
};

/** Tier 3: memory of the user beyond the session. */
export const userSection = async (
  situation: Situation,
  budget: TieredBudget,
  { user }: Retrieval,
  room: Room,
  shownKeys: Set<string>,
): Promise<Section> => {
  const share = room.ofFull(budget.full * USER_SHARE);
  const section = await recalledSection(situation, user.items, share, shownKeys);
  room.spendFull(section.tokens);
  return section;
};

/** Tier 4: references of the context graph. */
export const referenceSection = async (
  { count }: Situation,
  budget: TieredBudget,
  { references }: Retrieval,
  room: Room,
): Promise<Section> => {
  const share = room.ofFull(budget.full * GRAPH_SHARE) - HEADING_TOKENS;
  const { items, tokens } = await takeFitting(references, share, count);
  if (items.length > 0) room.spendFull(tokens + HEADING_TOKENS);
  return { text: items.join("\n"), droppedCount: references.length - items.length };
};
