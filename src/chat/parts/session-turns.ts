import type { Role, Turn } from "../../memory/session.ts";
import type { ChatMessage } from "../../models/port.ts";
import type { ContextCut, ContextPart } from "../context-message.ts";
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
  /** Tells how many of them have expired, where some have. */
  readonly cut: readonly ContextCut[];
}

/** The last so many turns before the message. One store call. */
export const lastTurns = async (
  { space, session, before }: Situation,
  count: number,
): Promise<LastTurns> => {
  const wanted = Math.min(count, before - 1);
  if (wanted <= 0) return { turns: [], parts: [], cut: [] };
  const { turns: found } = await space.turns({ session: session.id, last: wanted, before });
  const turns = found.filter(({ seq }) => seq >= before - wanted);
  const missing = wanted - turns.length;
  return {
    turns,
    parts: turns.map(turnPart),
    cut: missing > 0 ? [{ origin: "TURN", reason: "EXPIRED", messages: missing, tokens: 0 }] : [],
  };
};
