import { CONVERSATION_WEIGHTS, type ConversationWeights } from "./search/conversation-weights.ts";

/** What an evaluation of search varies. Other numbers are constants beside their rules. */
export interface ReadSettings extends ConversationWeights {
  /** Number of related words that are added to the terms. */
  readonly relatedWords: number;
}

export const DEFAULT_READ_SETTINGS: ReadSettings = { ...CONVERSATION_WEIGHTS, relatedWords: 4 };
