/** Settings of chat and of its strategies. */
export interface ChatSettings {
  /**
   * Maximum number of tokens of a context for a strategy without its own budget. Models with
   * 128,000 tokens accept it, with room for the reply.
   */
  readonly contextTokens: number;
  /** Number of messages that SLIDING_WINDOW sends in full, including the one to reply to. */
  readonly windowMessages: number;
  /** Number of messages that SLIDING_WINDOW summarises at a time, before they leave the window. */
  readonly windowBatch: number;
  /**
   * Numbers of messages that HIERARCHICAL sends in full, of messages in a block, and of blocks
   * before the oldest is merged into the facts.
   */
  readonly tierOneMessages: number;
  readonly blockMessages: number;
  readonly mostBlocks: number;
  /**
   * Maximum number of tokens of user messages that HIERARCHICAL sends until they are summarised.
   */
  readonly pendingTokens: number;
  /**
   * Number of messages that ENTITY_GRAPH sends in full, and number of tokens of the items that it
   * retrieves.
   */
  readonly graphMessages: number;
  readonly retrievedTokens: number;
  /** Maximum number of names of related entities in a line about an entity. */
  readonly relatedNames: number;
  /**
   * Maximum number of milliseconds for which a chat waits until the previous message of its session
   * is processed.
   */
  readonly catchUpMillis: number;
  /** Number of messages of the session that extraction gets with a new one. */
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
