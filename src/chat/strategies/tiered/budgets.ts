import type { ChatMode } from "../strategy.ts";

/** Tokens of a TIERED context by part, and the tiers of memory that it holds. */
export interface TieredBudget {
  readonly total: number;
  /**
   * For messages as they were said, and what memory quotes: the prompt, the message, the last
   * turns, tiers 2 to 4.
   */
  readonly full: number;
  /** For compressed messages. */
  readonly compressedMessages: number;
  /** For the session summary. */
  readonly summary: number;
  /** Left to the reply. */
  readonly reserve: number;
  /**
   * Whether it retrieves from the session, from everything that is remembered of the user, and from
   * the context graph.
   */
  readonly session: boolean;
  readonly user: boolean;
  readonly graph: boolean;
}

const DEEP: TieredBudget = {
  total: 24_000,
  full: 10_000,
  compressedMessages: 8_000,
  summary: 3_000,
  reserve: 3_000,
  session: true,
  user: true,
  graph: true,
};

export const TIERED_BUDGETS: Readonly<Record<ChatMode, TieredBudget>> = {
  QUICK: {
    total: 4_000,
    full: 2_500,
    compressedMessages: 500,
    summary: 500,
    reserve: 500,
    session: false,
    user: false,
    graph: false,
  },
  THINK: {
    total: 12_000,
    full: 6_000,
    compressedMessages: 3_000,
    summary: 1_500,
    reserve: 1_500,
    session: true,
    user: false,
    graph: true,
  },
  DEEP,
  RESEARCH: DEEP,
};

/** The largest budget: what is stored of a session has to serve every mode. */
export const LARGEST_BUDGET = DEEP;

/** Shares of `full` that the tiers of memory may take, at most. The rest is for turns. */
export const SESSION_SHARE = 0.4;
export const USER_SHARE = 0.2;
export const GRAPH_SHARE = 0.1;
/** What these leave to turns: of more tokens of full messages, the oldest are compressed. */
export const TURN_SHARE = 1 - SESSION_SHARE - USER_SHARE - GRAPH_SHARE;

/** Tier 1: the messages of the last three exchanges. */
export const LAST_MESSAGES = 6;

/** Full messages of a session, at most, and how many of the oldest are compressed at a time. */
export const MOST_FULL = 20;
export const COMPRESSED_AT_A_TIME = 6;

/** Share of its messages' tokens that a summary may have, at most. A longer one is archived. */
export const QUALITY_GATE = 0.5;

/** Compressed batches of a session, at most: as many of 130 tokens as the largest budget holds. */
export const MOST_BATCHES = 60;
