import type { ChatMode } from "../strategy.ts";

/** Tokens of a TIERED context by part, and its tiers of memory. */
export interface TieredBudget {
  readonly total: number;
  /**
   * For full messages and quotations from memory: the prompt, the message, the last turns, tiers 2
   * to 4.
   */
  readonly full: number;
  /** For compressed messages. */
  readonly compressedMessages: number;
  /** For the session summary. */
  readonly summary: number;
  /** Reserved for the reply. */
  readonly reserve: number;
  /**
   * Whether it retrieves from the session, from all memory of the user, and from the context graph.
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

/** The largest budget: the stored data of a session must serve every mode. */
export const LARGEST_BUDGET = DEEP;

/** Maximum shares of `full` for the tiers of memory. The rest is for turns. */
export const SESSION_SHARE = 0.4;
export const USER_SHARE = 0.2;
export const GRAPH_SHARE = 0.1;
/** The remaining share for turns: if full messages have more tokens, the oldest are compressed. */
export const TURN_SHARE = 1 - SESSION_SHARE - USER_SHARE - GRAPH_SHARE;

/** Tier 1: the messages of the last three exchanges. */
export const LAST_MESSAGES = 6;

/**
 * Maximum number of full messages of a session, and number of the oldest that are compressed at a
 * time.
 */
export const MOST_FULL = 20;
export const COMPRESSED_AT_A_TIME = 6;

/**
 * Maximum share of the tokens of its messages that a summary may have. A longer one is archived.
 */
export const QUALITY_GATE = 0.5;

/**
 * Maximum number of compressed batches of a session: as many of 130 tokens as the largest budget
 * holds.
 */
export const MOST_BATCHES = 60;
