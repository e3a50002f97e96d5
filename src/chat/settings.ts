/** Settings of chat and of its strategies. */
export interface ChatSettings {
  /**
   * Tokens of a context, at most, for a strategy without a budget of its own: what models of
   * 128,000 tokens take, with room for the reply.
   */
  readonly contextTokens: number;
  /** Messages that SLIDING_WINDOW sends as they are, the one to reply to included. */
  readonly windowMessages: number;
  /** Messages that SLIDING_WINDOW summarises at a time, before they leave the window. */
  readonly windowBatch: number;
  /**
   * Messages that HIERARCHICAL sends as they are, messages of a block, and blocks before the oldest
   * is rolled up.
   */
  readonly tierOneMessages: number;
  readonly blockMessages: number;
  readonly mostBlocks: number;
  /** Tokens of the user's words, at most, that HIERARCHICAL sends until they are summarised. */
  readonly pendingTokens: number;
  /** Messages that ENTITY_GRAPH sends as they are, and tokens of what it retrieves. */
  readonly graphMessages: number;
  readonly retrievedTokens: number;
  /** Maximum number of names of related entities in a line about an entity. */
  readonly relatedNames: number;
  /**
   * Milliseconds that a chat waits, at most, until the previous message of its session is worked
   * through.
   */
  readonly catchUpMillis: number;
  /** Messages of the session that extraction is shown beside a new one. */
  readonly recentMessages: number;
}

export const DEFAULT_CHAT_SETTINGS: ChatSettings = {
  contextTokens: 100_000,
  windowMessages: 30,
  windowBatch: 10,
  tierOneMessages: 10,
  blockMessages: 10,
  mostBlocks: 4,
  pendingTokens: 2_000,
  graphMessages: 6,
  retrievedTokens: 2_500,
  relatedNames: 6,
  catchUpMillis: 250,
  recentMessages: 4,
};
