import type { SessionId } from "../../memory/ids.ts";
import type { Turn } from "../../memory/session.ts";

/** Turns that go, and the replies to them: all that follows up to the next that the user took. */
export const withReplies = (
  turns: readonly Turn[],
  goes: (turn: Turn) => boolean,
): Map<string, "SOURCE" | "REPLY"> => {
  const gone = new Map<string, "SOURCE" | "REPLY">();
  let answering: SessionId | null = null;
  for (const turn of turns) {
    if (turn.role === "USER" || turn.session !== answering) answering = null;
    if (goes(turn)) {
      gone.set(turn.id, "SOURCE");
      if (turn.role === "USER") answering = turn.session;
    } else if (answering !== null) gone.set(turn.id, "REPLY");
  }
  return gone;
};
