import type { Session, Turn } from "../memory/session.ts";
import type { SearchHit } from "../read/search-request.ts";
import type { View } from "../read/view.ts";
import type { SpaceStore } from "../store/port.ts";
import type { ContextCut, ContextPart } from "./context-message.ts";
import type { Mode } from "./mode.ts";
import type { ChatServices } from "./services.ts";

/** What a context is to be put together for. */
export interface Situation {
  readonly services: ChatServices;
  readonly space: SpaceStore;
  /** Memory as it is known: before the message was recorded. */
  readonly view: View;
  readonly session: Session;
  readonly mode: Mode;
  /** What is to be replied to. */
  readonly message: string;
  /** The sequence number that the message has, or would have: turns from it on are not seen. */
  readonly before: number;
  /** Whether this is a moment of the past: working notes are then read as they stood before the turn `before`. */
  readonly past: boolean;
  /** Tokens of a text, as the encoding of the model that replies counts them. */
  readonly count: (text: string) => Promise<number>;
}

/** What a strategy puts between the system prompt and the message, in order. */
export interface Assembled {
  readonly parts: readonly ContextPart[];
  readonly cut: readonly ContextCut[];
  /** What was retrieved from memory, best first, whether it is quoted or not. */
  readonly hits: readonly SearchHit[];
}

/** A session to which turns were added. */
export interface Progress {
  readonly services: ChatServices;
  readonly space: SpaceStore;
  readonly session: Session;
  /** The sequence number of the last turn. */
  readonly lastSeq: number;
  /** The message and its reply; null where turns were added without one. */
  readonly exchange: { readonly turn: Turn; readonly reply: Turn; readonly mode: Mode } | null;
}

/** How the context of a session's replies is put together (DESIGN.md §5): one of several policies over shared parts. */
export interface Policy {
  /** The most tokens that a context may have in all. */
  readonly budget: (mode: Mode, services: ChatServices) => number;
  /** Whether it draws on facts, so that what was said just before had better be worked through. */
  readonly readsMemory: boolean;
  /** Asks no model for a reply, and changes nothing. Bounded in store calls and tokens, whatever the length of the session. */
  readonly assemble: (situation: Situation) => Promise<Assembled>;
  /**
   * Brings up to date what it keeps of a session (summaries, blocks) in its notes: after every reply, one at a time for a session in a
   * process, several processes guarded by tags. Whatever step it dies at, running it again loses and doubles nothing.
   */
  readonly keepUp?: (progress: Progress) => Promise<void>;
}

export const NOTHING_ADDED: Assembled = { parts: [], cut: [], hits: [] };
