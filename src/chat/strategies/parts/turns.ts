import type { Role, Turn } from "../../../memory/session.ts";
import type { ChatMessage } from "../../../models/port.ts";
import { cutOf, type ContextCut, type ContextPart } from "../../context/message.ts";
import type { Situation } from "../strategy.ts";

const ROLES: Readonly<Record<Role, ChatMessage["role"]>> = {
  USER: "user",
  AGENT: "assistant",
  TOOL: "tool",
  SYSTEM: "system",
};

/** A turn as it was said. */
export const turnPart = ({ id, role, content }: Turn): ContextPart => ({
  role: ROLES[role],
  content,
  origin: "TURN",
  turn: id,
});

export interface LastTurns {
  readonly turns: readonly Turn[];
  readonly parts: readonly ContextPart[];
  /** Counts those that have expired. */
  readonly cut: readonly ContextCut[];
}

/** The last turns before the message, at most `count`. One store call. */
export const lastTurns = async (
  { space, session, before }: Situation,
  count: number,
): Promise<LastTurns> => {
  const most = Math.min(count, before - 1);
  if (most <= 0) return { turns: [], parts: [], cut: [] };
  const page = await space.turns({ session: session.id, last: most, before });
  const turns = page.turns.filter(({ seq }) => seq >= before - most);
  return {
    turns,
    parts: turns.map(turnPart),
    cut: cutOf("TURN", "EXPIRED", most - turns.length),
  };
};

/** Characters of one message that a summariser is shown. */
const LONGEST_MESSAGE = 6_000;

/** The content of a turn as a summariser is shown it. */
export const summarisableContent = ({ content }: Turn): string =>
  content.length > LONGEST_MESSAGE ? `${content.slice(0, LONGEST_MESSAGE)} …` : content;

/**
 * The user's words in some turns, message by message: summaries hold nothing that an agent or a
 * tool said.
 */
export const userWords = (turns: readonly Turn[]): string =>
  turns
    .filter(({ role }) => role === "USER")
    .map(summarisableContent)
    .join("\n");
