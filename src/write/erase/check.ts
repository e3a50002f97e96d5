import type { SpaceStore } from "../../store/port.ts";
import type { ErasureCheck } from "./target.ts";
import { namesAny } from "./words.ts";
import { foldName } from "../../memory/names.ts";

/** So many strings are looked for, the shortest of them, since longer ones tend to hold them. */
const MOST_LOOKED_FOR = 60;

/** Where stores keep sessions, turns and notes. */
const OF_SESSIONS = /\b(?:sessions?|turns?|notes?|summaries)\b/u;

/** Looks for what went in everything that the store keeps. What something else says that stays, in the same words, is no remainder of what went. */
export const checkErased = async (
  space: SpaceStore,
  words: readonly string[],
): Promise<{ readonly check: ErasureCheck; readonly leftInSessions: readonly string[] }> => {
  const sought = [...new Set(words)]
    .toSorted((a, b) => a.length - b.length)
    .slice(0, MOST_LOOKED_FOR);
  const { places, found } = await space.lookFor(sought);
  const suspects = [...new Set(found.map(({ string }) => sought[string]!))];
  const { texts } =
    suspects.length === 0 ? { texts: [] } : await space.traces({ strings: suspects });
  const elsewhere = new Set(
    suspects.filter((string) =>
      texts.some(
        ({ text }) =>
          text.includes(string) && (namesAny(text, [foldName(string)]) || text === string),
      ),
    ),
  );
  const left = found.filter(({ string }) => !elsewhere.has(sought[string]!));
  const check = {
    clean: left.length === 0,
    lookedFor: sought.length,
    of: new Set(words).size,
    saidElsewhere: elsewhere.size,
    places,
    found: left,
  };
  return {
    check,
    leftInSessions: [
      ...new Set(
        left.filter(({ where }) => OF_SESSIONS.test(where)).map(({ string }) => sought[string]!),
      ),
    ],
  };
};
