import type { Turn } from "../../memory/session.ts";
import { settingsOf } from "../../read/readable-space.ts";
import type { Situation } from "../strategy.ts";

/** Messages before those that are sent as they are which are looked through. */
const LOOKED_THROUGH = 60;
/** Figures, links, paths, names of several words: what a summary or a search may lose, and what has to be quoted to the letter. */
const EXACT = /\d|\/|\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)|(?<=\S\s)\p{Lu}\p{L}+/u;

const asksOnly = (content: string): boolean =>
  /[?？]["'”’)\s]*$/u.test(content) && !/[.!]\s/u.test(content);

/** What the user said to the letter shortly before the turns that are sent, the newest first, where it holds something that has to be kept exactly; nothing, where session memory is switched off. One store call. */
export const exactTurns = async (
  { space, session }: Situation,
  before: number,
): Promise<Turn[]> => {
  if (before <= 1 || !settingsOf(space).sessionMemory) return [];
  const { turns } = await space.turns({ session: session.id, last: LOOKED_THROUGH, before });
  return turns
    .filter(({ role, content }) => role === "USER" && EXACT.test(content) && !asksOnly(content))
    .toReversed();
};
