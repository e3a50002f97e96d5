import type { ContextOrigin } from "../../src/chat/context/message.ts";
import type { ChatMessage } from "../../src/models/port.ts";
import type { Instant } from "../../src/memory/time.ts";
import { STRATEGY_NAMES, type Strategy } from "../../src/memory/session.ts";

/** A part of a context that was sent. */
export interface SentPart {
  readonly role: ChatMessage["role"];
  readonly origin: ContextOrigin;
  readonly content: string;
  readonly tokens: number;
}

/** The context that would be sent with a question. */
export interface Sent {
  readonly parts: readonly SentPart[];
  /** Tokens of the whole context. */
  readonly tokens: number;
  readonly turnsSent: number;
  readonly turnsStored: number;
  /** Milliseconds to assemble it. */
  readonly ms: number;
}

/** A way of making contexts: the strategies, and those with which they are compared. */
export type WayName = Strategy | "FULL_HISTORY" | "PLAIN_RETRIEVAL";

export const STRATEGIES: readonly Strategy[] = STRATEGY_NAMES;
/** Every compared way, in the order in which the conversation is told to them. */
export const WAYS: readonly WayName[] = [...STRATEGIES, "FULL_HISTORY", "PLAIN_RETRIEVAL"];

export interface Way {
  readonly name: WayName;
  /** The context for a question that is asked at an instant. Default: now. */
  readonly ask: (question: string, askedAt?: Instant) => Promise<Sent>;
}

/** A session with a conversation, and the ways in which it can be asked. */
export interface Talk {
  readonly ways: readonly Way[];
  /** Adds a message that was said at an instant. Default: now. */
  readonly tell: (message: string, occurredAt?: Instant) => Promise<void>;
}
