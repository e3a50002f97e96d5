import type { Session, Turn } from "../../memory/session.ts";
import type { SearchHit } from "../../read/search/request.ts";
import type { View } from "../../read/view.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { ContextCut, ContextPart } from "../context/message.ts";
import type { ChatServices } from "../services.ts";

/** How much a TIERED context may draw on. The other strategies ignore it. */
export const CHAT_MODES = ["QUICK", "THINK", "DEEP", "RESEARCH"] as const;
export type ChatMode = (typeof CHAT_MODES)[number];
export const DEFAULT_MODE: ChatMode = "THINK";

/** What a context is put together for. */
export interface Situation {
  readonly services: ChatServices;
  readonly space: SpaceStore;
  /** Memory as it was known before the message was recorded. */
  readonly view: View;
  readonly session: Session;
  readonly mode: ChatMode;
  /** The message to reply to. */
  readonly message: string;
  /** Who says it; left out for the user whose memory it is. */
  readonly speaker?: string | undefined;
  /** The sequence number that the message has, or would have. Turns from it on are not seen. */
  readonly before: number;
  /**
   * Whether this is a moment of the past. Working notes are then read as they were before the turn
   * `before`.
   */
  readonly past: boolean;
  /** Counts the tokens of a text, by the encoding of the model that replies. */
  readonly count: (text: string) => Promise<number>;
}

/** What a strategy puts between the system prompt and the message. */
export interface StrategyContext {
  /** In order. */
  readonly parts: readonly ContextPart[];
  readonly cut: readonly ContextCut[];
  /** What was retrieved from memory, best first, whether or not it is quoted. */
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
  /** Tokens of a context, at most; `ChatSettings.contextTokens` by default. */
  readonly budget?: (mode: ChatMode) => number;
  /**
   * Whether it reads facts. A chat then waits a while for what was said just before to be worked
   * through.
   */
  readonly readsMemory: boolean;
  /**
   * Asks no model for a reply, and changes nothing. Its store calls and tokens are bounded, however
   * long the session is.
   */
  readonly assemble: (situation: Situation) => Promise<StrategyContext>;
  /**
   * Brings the notes of a session (summaries, blocks) up to date after every reply. It runs once at
   * a time for a session in a process; tags guard against other processes. It may stop at any step:
   * running it again loses and repeats nothing.
   */
  readonly keepUp?: (progress: SessionProgress) => Promise<void>;
}
