import type { Session, Turn } from "../../memory/session.ts";
import type { SearchHit } from "../../read/search/request.ts";
import type { View } from "../../read/view.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { ContextCut, ContextPart } from "../context/message.ts";
import type { ChatServices } from "../services.ts";

/** The size and the sources of a TIERED context. The other strategies ignore it. */
export const CHAT_MODES = ["QUICK", "THINK", "DEEP", "RESEARCH"] as const;
export type ChatMode = (typeof CHAT_MODES)[number];
export const DEFAULT_MODE: ChatMode = "THINK";

/** The situation for which a context is assembled. */
export interface Situation {
  readonly services: ChatServices;
  readonly space: SpaceStore;
  /** Memory as of just before the message was recorded. */
  readonly view: View;
  readonly session: Session;
  readonly mode: ChatMode;
  /** The message to reply to. */
  readonly message: string;
  /** The speaker; omitted for the user of the memory. */
  readonly speaker?: string | undefined;
  /** The actual or future sequence number of the message. Turns from it on are not visible. */
  readonly before: number;
  /**
   * Whether this is a time in the past. Working notes are then read as of before the turn `before`.
   */
  readonly past: boolean;
  /** Counts the tokens of a text, by the encoding of the model that replies. */
  readonly count: (text: string) => Promise<number>;
}

/** The parts that a strategy puts between the system prompt and the message. */
export interface StrategyContext {
  /** In order. */
  readonly parts: readonly ContextPart[];
  readonly cut: readonly ContextCut[];
  /** The items retrieved from memory, best first, whether or not they are quoted. */
  readonly hits: readonly SearchHit[];
}

/** A session to which turns were added. */
export interface SessionProgress {
  readonly services: ChatServices;
  readonly space: SpaceStore;
  readonly session: Session;
  /** The sequence number of the last turn. */
  readonly lastSeq: number;
  /** The message and its reply; null if turns were added without one. */
  readonly exchange: {
    readonly turn: Turn;
    readonly reply: Turn;
    readonly mode: ChatMode;
  } | null;
}

/**
 * How the context of a session's replies is put together.
 *
 * @example
 * // The last ten turns and nothing else.
 * const lastTen: ChatStrategy = {
 *   readsMemory: false,
 *   assemble: async (situation) => {
 *     const { parts, cut } = await lastTurns(situation, 10);
 *     return { parts, cut, hits: [] };
 *   },
 * };
 */
export interface ChatStrategy {
  /** Maximum number of tokens of a context; `ChatServices.contextTokens` by default. */
  readonly budget?: (mode: ChatMode) => number;
  /**
   * Whether it reads facts. A chat then waits a limited time until the previous message is
   * processed.
   */
  readonly readsMemory: boolean;
  /**
   * Calls no model for a reply, and changes nothing. Its store calls and tokens are bounded,
   * however long the session is.
   */
  readonly assemble: (situation: Situation) => Promise<StrategyContext>;
  /**
   * Updates the notes of a session (summaries, blocks) after every reply. It runs once at a time
   * for a session in a process; tags protect against other processes. It may stop at any step:
   * running it again loses and repeats nothing.
   */
  readonly keepUp?: (progress: SessionProgress) => Promise<void>;
}
