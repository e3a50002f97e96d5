import { foldName, nameFinder } from "../../language/names.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { Turn } from "../../memory/session.ts";

/** Replaces erased words. */
export const ERASED = "[erased]";

/** The complete text of a turn, and the name of its speaker. */
export const wordsOf = ({ content, speaker, toolName, metadata }: Turn): string[] => [
  content,
  ...(speaker === undefined ? [] : [speaker]),
  ...(toolName === null ? [] : [toolName]),
  ...(metadata === null ? [] : [JSON.stringify(metadata)]),
];

/** Whether a text contains any of the names as whole words, ignoring case and accents. */
export const namesAny = (text: string, names: readonly string[]): boolean =>
  names.some(nameFinder(text));

/** The folded names, without empty ones. */
export const foldedNames = (names: readonly string[]): string[] =>
  names.map(foldName).filter((name) => name !== "");

/** The turns to erase, with the replies to them: every turn up to the next turn of the user. */
export const withReplies = (
  turns: readonly Turn[],
  isErased: (turn: Turn) => boolean,
): Map<string, "SOURCE" | "REPLY"> => {
  const reasons = new Map<string, "SOURCE" | "REPLY">();
  let answeredIn: SessionId | null = null;
  for (const turn of turns) {
    if (turn.role === "USER" || turn.session !== answeredIn) answeredIn = null;
    if (isErased(turn)) {
      reasons.set(turn.id, "SOURCE");
      if (turn.role === "USER") answeredIn = turn.session;
    } else if (answeredIn !== null) reasons.set(turn.id, "REPLY");
  }
  return reasons;
};
