import type { Mode } from "../mode.ts";

/** Tokens of a TIERED context by part (seed 003, budget allocation by mode), and which tiers of memory it holds. */
export interface TieredBudget {
  readonly total: number;
  /** Of messages as they were said: the prompt, the message itself, the last turns, and what memory quotes of others. */
  readonly full: number;
  readonly compressed: number;
  readonly summary: number;
  /** Left to the reply. */
  readonly reserve: number;
  /** Whether it retrieves from the session, from all that is remembered of the user, and from the context graph. */
  readonly session: boolean;
  readonly user: boolean;
  readonly graph: boolean;
}

const DEEP: TieredBudget = {
  total: 24_000,
  full: 10_000,
  compressed: 8_000,
  summary: 3_000,
  reserve: 3_000,
  session: true,
  user: true,
  graph: true,
};

export const TIERED_BUDGETS: Readonly<Record<Mode, TieredBudget>> = {
  QUICK: {
    total: 4_000,
    full: 2_500,
    compressed: 500,
    summary: 500,
    reserve: 500,
    session: false,
    user: false,
    graph: false,
  },
  THINK: {
    total: 12_000,
    full: 6_000,
    compressed: 3_000,
    summary: 1_500,
    reserve: 1_500,
    session: true,
    user: false,
    graph: true,
  },
  DEEP,
  RESEARCH: DEEP,
};

/** The largest of each part: what is kept of a session has to serve every mode. */
export const LARGEST = DEEP;

/** What a tier of memory may take of `full`, at most: the rest is for turns. */
export const SESSION_SHARE = 0.4;
export const USER_SHARE = 0.2;
export const GRAPH_SHARE = 0.1;

/** Tier 1: the messages of the last three exchanges. */
export const LAST_MESSAGES = 6;
/** Past so many full messages the oldest are compressed, so many at a time; kept where that saves half of their tokens, else archived. */
export const MOST_FULL = 20;
export const COMPRESSED_AT_A_TIME = 6;
export const QUALITY_GATE = 0.5;
/** Compressed batches that are kept of a session, at most: as many of 130 tokens as the largest budget holds. */
export const MOST_BATCHES = 60;
