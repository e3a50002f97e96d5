import type { EntityVersion } from "../../../memory/entity.ts";
import type { TurnId } from "../../../memory/ids.ts";
import type { Turn } from "../../../memory/session.ts";
import { shownEntity } from "../../../read/graph/shown-entities.ts";
import {
  cutOf,
  memoryPart,
  totalTokens,
  type ContextCut,
  type ContextPart,
} from "../../context/message.ts";
import { headingOfDay, lastTurns, type LastTurns } from "../parts/turns.ts";
import { identityPart } from "../parts/user-identity.ts";
import { notesSeen } from "../parts/working-notes.ts";
import type { ChatStrategy, Situation, StrategyContext } from "../strategy.ts";
import {
  COMPRESSED_AT_A_TIME,
  LAST_MESSAGES,
  MOST_FULL,
  TIERED_BUDGETS,
  type TieredBudget,
} from "./budgets.ts";
import { compressNext } from "./compression.ts";
import {
  exactTurns,
  NO_RECOLLECTION,
  recollectSession,
  recollectUser,
  userFacts,
} from "./recollection.ts";
import { referenceLines } from "./references.ts";
import {
  compressedSection,
  referenceSection,
  Room,
  sessionSection,
  summarySection,
  userSection,
  type Retrieval,
  type Section,
} from "./sections.ts";
import {
  BATCHES,
  lastCompressed,
  SESSION_SUMMARY,
  type Batch,
  type SessionSummary,
} from "./session-state.ts";

/** Number of facts about the user that are read for tiers 2 and 3. */
const FACTS_OF_USER = 40;

interface CountedTurn {
  readonly turn: Turn;
  readonly tokens: number;
}

/** The data of the session itself. */
interface Conversation {
  /** Tier 1: the last messages, newest first. */
  readonly lastMessages: readonly CountedTurn[];
  /** The other full messages, newest first. */
  readonly otherMessages: readonly CountedTurn[];
  /** The sequence number of the oldest of both; that of the message if there are none. */
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
 * Spends the room on turns, latest first, until one does not fit. The room is that for full
 * messages, or all that is left.
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

/**
 * Reads the parts of tiers 2 to 4 that the budget of the mode includes, and earlier turns with
 * exact strings of the message. All reads run at the same time.
 */
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

/** The entity of the user, as shown at the view; null if it is not known. */
const readUser = async ({ space, view }: Situation): Promise<EntityVersion | null> => {
  const { knownAt } = view.at;
  const self = await space.self(knownAt);
  return self === null ? null : shownEntity(space, self, knownAt);
};

/** Tokens of the system prompt and the message. */
const countPrompt = async ({ services, message, count }: Situation): Promise<number> =>
  (await count(services.prompts.system)) + (await count(message));

/** The sections of a context that fit. */
interface Sections {
  readonly summary: string;
  readonly compressedTurns: Section & { readonly droppedTokens: number };
  readonly user: Section;
  readonly session: Section;
  readonly references: Section;
}

/** The tiers of memory as messages, each under its heading. Empty ones are omitted. */
const partsOfMemory = (sections: Sections, { session }: Situation): ContextPart[] => {
  const heading = (text: string): string => headingOfDay(text, session);
  return [
    ...memoryPart("SUMMARY", heading("Summary of this session"), sections.summary),
    ...memoryPart(
      "COMPRESSED_TURNS",
      heading("Earlier in this session, compressed"),
      sections.compressedTurns.text,
    ),
    ...memoryPart(
      "USER_MEMORY",
      "What is remembered of the user beyond this session",
      sections.user.text,
    ),
    ...memoryPart("SESSION_MEMORY", "What this session holds on this", sections.session.text),
    ...memoryPart("REFERENCES", "When this was spoken of before", sections.references.text),
  ];
};

const cutsOfMemory = ({ compressedTurns, session, user, references }: Sections): ContextCut[] => [
  ...cutOf(
    "COMPRESSED_TURNS",
    "BUDGET",
    compressedTurns.droppedCount,
    compressedTurns.droppedTokens,
  ),
  ...cutOf("SESSION_MEMORY", "BUDGET", session.droppedCount),
  ...cutOf("USER_MEMORY", "BUDGET", user.droppedCount),
  ...cutOf("REFERENCES", "BUDGET", references.droppedCount),
];

/** Assembles the tiers. Items that do not fit are left out and counted in `cut`. */
const assembleTiers = async (situation: Situation): Promise<StrategyContext> => {
  const { mode, count } = situation;
  const budget = TIERED_BUDGETS[mode];
  const [user, conversation, promptTokens] = await Promise.all([
    budget.session ? readUser(situation) : null,
    readConversation(situation, budget),
    countPrompt(situation),
  ]);
  const room = new Room(budget.total - budget.reserve - promptTokens, budget.full - promptTokens);

  // The order in which room is spent. The first item is left out last.
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
  const sections: Sections = {
    summary,
    session: await sessionSection(tierTwo, room, shownKeys),
    user: await userSection(situation, budget, retrieval, room, shownKeys),
    references: await referenceSection(situation, budget, retrieval, room),
    compressedTurns: await compressedSection(budget, batches, room),
  };
  const sentOthers =
    sentLast.length === lastMessages.length ? spendOnTurns(otherMessages, room, true) : [];

  const sentIds = new Set([...sentLast, ...sentOthers].map(({ turn }) => turn.id));
  const unsent = [...lastMessages, ...otherMessages].filter(({ turn }) => !sentIds.has(turn.id));
  const isGapKnown = turns.cut.length === 0 && budget.session;
  const unsummarisedCount = isGapKnown ? conversation.firstSeq - 1 - compressedTo : 0;
  return {
    parts: [
      ...identity,
      ...partsOfMemory(sections, situation),
      ...turns.parts.filter(({ turn }) => turn !== undefined && sentIds.has(turn)),
    ],
    cut: [
      ...cutOf("TURN", "BUDGET", unsent.length, totalTokens(unsent)),
      ...cutsOfMemory(sections),
      ...cutOf("TURN", "NOT_SUMMARISED", unsummarisedCount),
      ...turns.cut,
    ],
    hits: [...retrieval.session.hits, ...retrieval.user.hits],
  };
};

/**
 * The session summary, compressed messages, memory of the user (tier 3), items of the session about
 * the message (tier 2), references of the context graph (tier 4), and the last messages in full
 * (tier 1), each within its share of the budget.
 */
export const tiered: ChatStrategy = {
  budget: (mode) => TIERED_BUDGETS[mode].total - TIERED_BUDGETS[mode].reserve,
  readsMemory: true,
  assemble: assembleTiers,
  keepUp: async (progress) => {
    while (await compressNext(progress));
  },
};
