import type { Turn } from "../memory/session.ts";
import type { Models } from "../models/port.ts";

/** Characters of a recent message that extraction is shown. */
const RECENT_LENGTH = 500;

/** Who said a turn, for a model: `(Ana) `. Nothing for the user whose memory it is. */
const labelOf = ({ role, speaker }: Turn): string => {
  const name = speaker ?? (role === "AGENT" ? "agent" : null);
  return name === null ? "" : `(${name}) `;
};

/**
 * Turns as extraction is shown them before a message. Rules read what people say, and nothing else; a
 * model is told what the agent said too, and who said what.
 */
export const recentMessagesOf = (
  { usesKnownFacts: isModel }: Pick<Models, "usesKnownFacts">,
  turns: readonly Turn[],
): string[] =>
  turns
    .filter(({ role }) => role === "USER" || (role === "AGENT" && isModel))
    .map((turn) => `${isModel ? labelOf(turn) : ""}${turn.content.slice(0, RECENT_LENGTH)}`);
