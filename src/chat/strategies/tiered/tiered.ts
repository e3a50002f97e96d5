import { sentencesOf } from "../../../language/sentences.ts";
import { cutToTokens, encodingOf } from "../../../language/tokens.ts";
import type { EntityVersion } from "../../../memory/entity.ts";
import type { TurnId } from "../../../memory/ids.ts";
import type { Turn } from "../../../memory/session.ts";
import { shownEntity } from "../../../read/graph/shown-entities.ts";
import { recallKey, type RecallItem } from "../../../read/recall/block.ts";
import { cutOf, memoryPart, totalTokens } from "../../context/message.ts";
import { LINE_TOKENS, memoryLines, quotationText } from "../parts/memory-lines.ts";
import { headingOfDay, lastTurns, type LastTurns } from "../parts/turns.ts";
import { userFacts } from "../parts/user-facts.ts";
import { identityPart } from "../parts/user-identity.ts";
import { notesSeen } from "../parts/working-notes.ts";
import type { ChatStrategy, Situation, StrategyContext } from "../strategy.ts";
import {
  COMPRESSED_AT_A_TIME,
  GRAPH_SHARE,
  LAST_MESSAGES,
  MOST_FULL,
  SESSION_SHARE,
  TIERED_BUDGETS,
  USER_SHARE,
  type TieredBudget,
} from "./budgets.ts";
import { compressNext } from "./compression.ts";
import {
  exactTurns,
  NO_RECOLLECTION,
  recollectSession,
  recollectUser,
  type Recollection,
} from "./recollection.ts";
import { referenceLines } from "./references.ts";
import {
  BATCHES,
  lastCompressed,
  SESSION_SUMMARY,
  type Batch,
  type SessionSummary,
} from "./session-state.ts";

/** Tokens of a heading, with the two or three that a message takes beside its content. */
const HEADING_TOKENS = 24;

/** Facts of the user that are read for tiers 2 and 3. */
const FACTS_OF_USER = 40;

/**
 * Tokens that are left: of the whole context, and of the messages and memory that count as full.
 */
class Room {
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
interface Section {
  readonly text: string;
  /** Number of items without room. */
  readonly dropped: number;
}

/** The first items of a list, as long as they fit a budget, and the tokens of their lines. */
const takeFitting = async <T>(
  items: readonly T[],
  budget: number,
  count: (item: T) => Promise<number> | number,
): Promise<{ readonly items: readonly T[]; readonly tokens: number }> => {
  const fitting: T[] = [];
  let tokens = 0;
  for (const item of items) {
    const cost = (await count(item)) + LINE_TOKENS;
    if (tokens + cost > budget) break;
    fitting.push(item);
    tokens += cost;
  }
  return { items: fitting, tokens };
};

interface CountedTurn {
  readonly turn: Turn;
  readonly tokens: number;
}

/** What is known of the session itself. */
interface Conversation {
  /** Tier 1: the last messages, newest first. */
  readonly lastMessages: readonly CountedTurn[];
  /** The other full messages, newest first. */
  readonly otherMessages: readonly CountedTurn[];
  /** The sequence number of the oldest of both; that of the message if there is none. */
  readonly firstSeq: number;
  readonly batches: readonly Batch[];
  readonly summary: SessionSummary | undefined;
  /** The last turn that is compressed or archived. */
  readonly compressedTo: number;
  readonly turns: LastTurns;
}

/** Reads the session. Three store calls, up to five in the past. */
const readConversation = async (
  situation: Situation,
  { session: readsMore }: TieredBudget,
): Promise<Conversation> => {
  const { before, count } = situation;
  const mostTurns = readsMore ? MOST_FULL + COMPRESSED_AT_A_TIME - 1 : LAST_MESSAGES;
  const [turns, batchNotes, [summaryNote]] = await Promise.all([
    lastTurns(situation, mostTurns),
    notesSeen(situation, BATCHES),
    notesSeen(situation, SESSION_SUMMARY),
  ]);
  const batches = batchNotes.map(({ value }) => value);
  const summary = summaryNote?.value;
  const compressedTo = lastCompressed(batches, summary);
  const newestFirst = await Promise.all(
    turns.turns
      .toReversed()
      .filter(({ seq }, index) => seq > compressedTo || index < LAST_MESSAGES)
      .map(async (turn) => ({ turn, tokens: await count(turn.content) })),
  );
  return {
    lastMessages: newestFirst.slice(0, LAST_MESSAGES),
    otherMessages: newestFirst.slice(LAST_MESSAGES),
    firstSeq: newestFirst.at(-1)?.turn.seq ?? before,
    batches,
    summary,
    compressedTo,
    turns,
  };
};

/**
 * Spends the room on turns, newest first, until one does not fit: what counts as full, or all that
 * is left.
 */
const spendOnTurns = (
  turns: readonly CountedTurn[],
  room: Room,
  spendsAll = false,
): readonly CountedTurn[] => {
  const firstUnsent = turns.findIndex(({ tokens }) => {
    const fits = tokens <= (spendsAll ? room.ofTotal(Infinity) : room.ofFull(Infinity));
    if (fits) room.spendFull(tokens);
    return !fits;
  });
  return firstUnsent === -1 ? turns : turns.slice(0, firstUnsent);
};

/** The session summary, cut to its share. */
const summarySection = async (
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

/** The compressed messages that have room, the newest first in. */
const compressedSection = async (
  budget: TieredBudget,
  batches: readonly Batch[],
  room: Room,
): Promise<Section & { readonly droppedTokens: number }> => {
  const newestFirst = batches.filter(({ state }) => state === "COMPRESSED").toReversed();
  const share = Math.max(0, room.ofTotal(budget.compressed) - HEADING_TOKENS);
  const { items, tokens } = await takeFitting(newestFirst, share, (batch) => batch.tokens);
  if (items.length > 0) room.spendTotal(tokens + HEADING_TOKENS);
  const droppedBatches = newestFirst.slice(items.length);
  return {
    text: items
      .map(({ summary }) => summary)
      .toReversed()
      .join("\n\n"),
    dropped: droppedBatches.length,
    droppedTokens: totalTokens(droppedBatches),
  };
};

/** What tiers 2 to 4 retrieve, as far as the mode has them. */
interface Retrieval {
  readonly session: Recollection;
  readonly user: Recollection;
  readonly references: readonly string[];
  readonly exactTurns: readonly Turn[];
}

const retrieve = async (
  situation: Situation,
  budget: TieredBudget,
  user: EntityVersion | null,
  { firstSeq }: Conversation,
  sentTurns: ReadonlySet<TurnId>,
): Promise<Retrieval> => {
  const facts = budget.session ? userFacts(situation, user, FACTS_OF_USER) : Promise.resolve([]);
  const [session, ofUser, references, exact] = await Promise.all([
    budget.session ? recollectSession(situation, user, facts) : NO_RECOLLECTION,
    budget.user ? recollectUser(situation, user, facts) : NO_RECOLLECTION,
    budget.graph ? referenceLines(situation, sentTurns) : [],
    budget.session ? exactTurns(situation, firstSeq) : [],
  ]);
  return { session, user: ofUser, references, exactTurns: exact };
};

/**
 * Recalled items that no other section shows, in lines, and their tokens with those of a heading.
 * Adds the keys of the items to `shownKeys`.
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
    return { text: "", tokens: 0, dropped: fresh.length };
  const { text, dropped } = await memoryLines(situation, fresh, [], {
    tokens: budget - HEADING_TOKENS,
    mostNames: situation.services.settings.relatedNames,
  });
  const tokens = text === "" ? 0 : (await situation.count(text)) + HEADING_TOKENS;
  return { text, tokens, dropped };
};

/** Whether summaries hold every sentence of a message, word for word. */
const holdsToTheLetter = (summaries: readonly string[], content: string): boolean =>
  sentencesOf(content).every((sentence) =>
    summaries.some((summary) => summary.includes(sentence.trim())),
  );

interface TierTwo {
  readonly situation: Situation;
  readonly budget: TieredBudget;
  readonly retrieval: Retrieval;
  readonly sentTurns: ReadonlySet<TurnId>;
  /** What the summaries of the session say, which is not quoted again. */
  readonly summaries: readonly string[];
}

/**
 * Tier 2: what the session holds on the message, apart from the turns that are sent, and the user's
 * words to the letter.
 */
const sessionSection = async (
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
  return { text: texts.join("\n"), dropped: recalledPart.dropped };
};

/** Tier 3: what is remembered of the user beyond the session. */
const userSection = async (
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
const referenceSection = async (
  { count }: Situation,
  budget: TieredBudget,
  { references }: Retrieval,
  room: Room,
): Promise<Section> => {
  const share = room.ofFull(budget.full * GRAPH_SHARE) - HEADING_TOKENS;
  const { items, tokens } = await takeFitting(references, share, count);
  if (items.length > 0) room.spendFull(tokens + HEADING_TOKENS);
  return { text: items.join("\n"), dropped: references.length - items.length };
};

/** The user's entity, as it is shown at the view; null if it is not known. */
const readUser = async ({ space, view }: Situation): Promise<EntityVersion | null> => {
  const { knownAt } = view.at;
  const self = await space.self(knownAt);
  return self === null ? null : shownEntity(space, self, knownAt);
};

/** Tokens of the system prompt and the message. */
const countPrompt = async ({ services, message, count }: Situation): Promise<number> =>
  (await count(services.prompts.system)) + (await count(message));

/** Puts the tiers together. Whatever has no room is left out, and counted in `cut`. */
const assembleTiers = async (situation: Situation): Promise<StrategyContext> => {
  const { mode, count } = situation;
  const budget = TIERED_BUDGETS[mode];
  const [user, conversation, promptTokens] = await Promise.all([
    budget.session ? readUser(situation) : null,
    readConversation(situation, budget),
    countPrompt(situation),
  ]);
  const room = new Room(budget.total - budget.reserve - promptTokens, budget.full - promptTokens);

  const { lastMessages, otherMessages, batches, compressedTo, turns } = conversation;
  const sentLast = spendOnTurns(lastMessages, room);
  const summary = await summarySection(situation, budget, conversation.summary, room);
  const identity = identityPart(user);
  for (const { content } of identity) room.spendFull(await count(content));

  const sentLastIds = new Set(sentLast.map(({ turn }) => turn.id));
  const retrieval = await retrieve(situation, budget, user, conversation, sentLastIds);
  const shownKeys = new Set<string>();
  const summaries = [summary, ...batches.map((batch) => batch.summary)];
  const tierTwo = { situation, budget, retrieval, sentTurns: sentLastIds, summaries };
  const session = await sessionSection(tierTwo, room, shownKeys);
  const ofUser = await userSection(situation, budget, retrieval, room, shownKeys);
  const references = await referenceSection(situation, budget, retrieval, room);

  const compressedPart = await compressedSection(budget, batches, room);
  const sentOthers =
    sentLast.length === lastMessages.length ? spendOnTurns(otherMessages, room, true) : [];

  const sentIds = new Set([...sentLast, ...sentOthers].map(({ turn }) => turn.id));
  const unsent = [...lastMessages, ...otherMessages].filter(({ turn }) => !sentIds.has(turn.id));
  const isGapKnown = turns.cut.length === 0 && budget.session;
  const unsummarisedCount = isGapKnown ? conversation.firstSeq - 1 - compressedTo : 0;
  const heading = (text: string): string => headingOfDay(text, situation.session);
  return {
    parts: [
      ...identity,
      ...memoryPart("SUMMARY", heading("Summary of this session"), summary),
      ...memoryPart(
        "COMPRESSED_TURNS",
        heading("Earlier in this session, compressed"),
        compressedPart.text,
      ),
      ...memoryPart(
        "USER_MEMORY",
        "What is remembered of the user beyond this session",
        ofUser.text,
      ),
      ...memoryPart("SESSION_MEMORY", "What this session holds on this", session.text),
      ...memoryPart("REFERENCES", "When this was spoken of before", references.text),
      ...turns.parts.filter(({ turn }) => turn !== undefined && sentIds.has(turn)),
    ],
    cut: [
      ...cutOf("TURN", "BUDGET", unsent.length, totalTokens(unsent)),
      ...cutOf("COMPRESSED_TURNS", "BUDGET", compressedPart.dropped, compressedPart.droppedTokens),
      ...cutOf("SESSION_MEMORY", "BUDGET", session.dropped),
      ...cutOf("USER_MEMORY", "BUDGET", ofUser.dropped),
      ...cutOf("REFERENCES", "BUDGET", references.dropped),
      ...cutOf("TURN", "NOT_SUMMARISED", unsummarisedCount),
      ...turns.cut,
    ],
    hits: [...retrieval.session.hits, ...retrieval.user.hits],
  };
};

/**
 * The session summary, compressed messages, what is remembered of the user (tier 3), what the
 * session holds on the message (tier 2), references of the context graph (tier 4), and the last
 * messages as they were said (tier 1), each within its share of the budget.
 */
export const tiered: ChatStrategy = {
  budget: (mode) => TIERED_BUDGETS[mode].total - TIERED_BUDGETS[mode].reserve,
  readsMemory: true,
  assemble: assembleTiers,
  keepUp: async (progress) => {
    while (await compressNext(progress));
  },
};
