import { fencedLine } from "../../../language/fence.ts";
import { calendarDate } from "../../../read/recall/calendar-date.ts";
import type { Role, Session, Turn } from "../../../memory/session.ts";
import type { ChatMessage } from "../../../models/port.ts";
import { cutOf, spokenWords, type ContextCut, type ContextPart } from "../../context/message.ts";
import type { Situation } from "../strategy.ts";

const ROLES: Readonly<Record<Role, ChatMessage["role"]>> = {
  USER: "user",
  AGENT: "assistant",
  TOOL: "tool",
  SYSTEM: "system",
};

/** A turn as it was said. */
export const turnPart = (turn: Turn): ContextPart => ({
  role: ROLES[turn.role],
  content: spokenWords(turn),
  origin: "TURN",
  turn: turn.id,
});

export interface LastTurns {
  readonly turns: readonly Turn[];
  readonly parts: readonly ContextPart[];
  /** Includes the turns that have expired. */
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
  // `last` skips expired turns, and would return older ones in their place.
  const turns = page.turns.filter(({ seq }) => seq >= before - most);
  return {
    turns,
    parts: turns.map(turnPart),
    cut: cutOf("TURN", "EXPIRED", most - turns.length),
  };
};

/** Number of characters of one message that a summariser gets. */
const LONGEST_MESSAGE = 6_000;

/** The content of a turn as a summariser gets it. */
const summarisableContent = ({ content }: Turn): string =>
  content.length > LONGEST_MESSAGE ? `${content.slice(0, LONGEST_MESSAGE)} …` : content;

/** The day of a session, which its texts do not repeat. */
export const dayOfSession = ({ createdAt }: Pick<Session, "createdAt">): string =>
  calendarDate(createdAt);

/** The heading of texts of a session, with their default day. */
export const headingOfDay = (heading: string, session: Pick<Session, "createdAt">): string =>
  `${heading} (said on ${dayOfSession(session)} where no day is given)`;

/**
 * The text of a turn: each line with its day, `2026-03-05: `, if that is not the day of the
 * session, and with its speaker, `Ana: `, if that is not the user of the memory.
 */
const datedWords = (turn: Turn, session: Pick<Session, "createdAt">): string => {
  const day = calendarDate(turn.occurredAt);
  const words = summarisableContent(turn);
  const prefixes = [
    ...(day === dayOfSession(session) ? [] : [`${day}: `]),
    ...(turn.speaker === undefined ? [] : [`${fencedLine(`${turn.speaker}:`)} `]),
  ];
  const prefix = prefixes.join("");
  return words
    .split("\n")
    .map((line) => (line.trim() === "" ? line : `${prefix}${line}`))
    .join("\n");
};

/**
 * The text of the user in some turns, message by message, with days: summaries contain nothing that
 * an agent or a tool said.
 */
export const userWords = (turns: readonly Turn[], session: Pick<Session, "createdAt">): string =>
  turns
    .filter(({ role }) => role === "USER")
    .map((turn) => datedWords(turn, session))
    .join("\n");
