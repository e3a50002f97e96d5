import { fencedLine, fencedLines, inFrame, withoutSpecialTokens } from "../../language/fence.ts";
import type { TurnId } from "../../memory/ids.ts";
import type { Turn } from "../../memory/session.ts";
import type { ChatMessage } from "../../models/port.ts";

/**
 * Origin of a message of a context: the application (SYSTEM_PROMPT), a turn of the session (TURN),
 * the message to reply to (MESSAGE), or a part that a strategy made from memory.
 */
export const CONTEXT_ORIGINS = [
  "SYSTEM_PROMPT",
  "SUMMARY",
  "IDENTITY",
  "ANCHORS",
  "LONG_TERM_FACTS",
  "SUMMARY_BLOCKS",
  "PENDING_TEXT",
  "RETRIEVED",
  "KNOWN_FACTS",
  "COMPRESSED_TURNS",
  "SESSION_MEMORY",
  "USER_MEMORY",
  "REFERENCES",
  "TURN",
  "MESSAGE",
] as const;
export type ContextOrigin = (typeof CONTEXT_ORIGINS)[number];

/** A message of a context, as a strategy creates it. */
export interface ContextPart extends ChatMessage {
  readonly origin: ContextOrigin;
  /** The turn with this text. */
  readonly turn?: TurnId | undefined;
}

/**
 * A text as a context sends it: after the name of the speaker, unless the speaker is the user of
 * the memory.
 */
export const spokenWords = ({ speaker, content }: Pick<Turn, "speaker" | "content">): string => {
  const words = withoutSpecialTokens(content);
  return speaker === undefined ? words : `${fencedLine(`${speaker}:`)} ${words}`;
};

/** A part made from memory, in a frame under a heading; none for an empty text. */
export const memoryPart = (
  origin: ContextOrigin,
  heading: string,
  text: string | undefined,
): ContextPart[] =>
  text ? [{ role: "system", content: `${heading}:\n${inFrame(fencedLines(text))}`, origin }] : [];

/** A message as it is sent. */
export interface ContextMessage extends ContextPart {
  /** Tokens of the content, by the encoding of the model that replies. */
  readonly tokens: number;
}

export const totalTokens = (messages: readonly { readonly tokens: number }[]): number =>
  messages.reduce((sum, { tokens }) => sum + tokens, 0);

/** Why something is not in a context: no room, expired or removed, or not yet summarised. */
export const CUT_REASONS = ["BUDGET", "EXPIRED", "NOT_SUMMARISED"] as const;
export type CutReason = (typeof CUT_REASONS)[number];

/** A part that was left out of a context. */
export interface ContextCut {
  readonly origin: ContextOrigin;
  readonly reason: CutReason;
  /** Number of missing messages, or of missing items of a part; 0 if one is partly included. */
  readonly messages: number;
  /** Their tokens; 0 if they are no longer known. */
  readonly tokens: number;
}

/** A cut for a number of missing messages; none for 0. */
export const cutOf = (
  origin: ContextOrigin,
  reason: CutReason,
  messages: number,
  tokens = 0,
): ContextCut[] => (messages > 0 ? [{ origin, reason, messages, tokens }] : []);
