import type { Turn } from "../memory/session.ts";
import type { Models } from "../models/port.ts";

/** Number of turns before a message that extraction gets with it. */
export const RECENT_TURNS = 10;
/** Number of characters of a recent message that extraction gets. */
const RECENT_LENGTH = 500;

/** The speaker of a turn for a model: `(Ana) `. Empty for the user of the memory. */
const labelOf = ({ role, speaker }: Turn): string => {
  const name = speaker ?? (role === "AGENT" ? "agent" : null);
  return name === null ? "" : `(${name}) `;
};

/**
 * The turns before a message, as sent to extraction. Rules get only the messages of people; a model
 * also gets those of the agent, with their speakers.
 */
export const recentMessagesOf = (
  { usesKnownFacts: isModel }: Pick<Models, "usesKnownFacts">,
  turns: readonly Turn[],
): string[] =>
  turns
    .filter(({ role }) => role === "USER" || (role === "AGENT" && isModel))
    .map((turn) => `${isModel ? labelOf(turn) : ""}${turn.content.slice(0, RECENT_LENGTH)}`);
