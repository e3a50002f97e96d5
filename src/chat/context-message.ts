import type { TurnId } from "../memory/ids.ts";
import type { ChatMessage } from "../models/port.ts";

/**
 * Where a message of a context comes from: the application (SYSTEM_PROMPT), a turn of the session (TURN), the message that is to be replied
 * to (MESSAGE), or a part that a strategy has made of memory.
 */
export type ContextOrigin =
  | "SYSTEM_PROMPT"
  | "SUMMARY"
  | "IDENTITY"
  | "ANCHORS"
  | "LONG_TERM_FACTS"
  | "SUMMARY_BLOCKS"
  | "PENDING_TEXT"
  | "RETRIEVED"
  | "KNOWN_FACTS"
  | "COMPRESSED_TURNS"
  | "SESSION_MEMORY"
  | "USER_MEMORY"
  | "REFERENCES"
  | "TURN"
  | "MESSAGE";

/** A message as a strategy gives it. */
export interface ContextPart extends ChatMessage {
  readonly origin: ContextOrigin;
  /** The turn whose words it is. */
  readonly turn?: TurnId | undefined;
}

/** A message as it was sent. */
export interface ContextMessage extends ContextPart {
  /** Of its content, as the encoding of the model that replies counts them. */
  readonly tokens: number;
}

/** Why something is not in a context: no room; it has expired, or was removed; it waits to be summarised. */
export type CutReason = "BUDGET" | "EXPIRED" | "NOT_SUMMARISED";

/** What was left out of a context. */
export interface ContextCut {
  readonly origin: ContextOrigin;
  readonly reason: CutReason;
  /** How many messages, or items of a part, are missing; 0 where one is there in part. */
  readonly messages: number;
  /** How many tokens these have; 0 where nobody knows any more. */
  readonly tokens: number;
}
