import type { SpaceStore } from "../../store/port.ts";
import type { ErasureCheck } from "./target.ts";
import { namesAny } from "./words.ts";

/** Number of strings to search for: the shortest ones, because longer ones tend to contain them. */
const MOST_STRINGS = 60;

/** The parts of a store that hold sessions, turns and notes. */
const OF_SESSIONS = /\b(?:sessions?|turns?|notes?|summaries)\b/u;

/**
 * Searches the whole store for erased words. Words that also occur in a remaining text do not
 * count. `leftInSessions`: the words that sessions still contain.
 */
export const checkErased = async (
  space: SpaceStore,
  words: readonly string[],
): Promise<{ readonly check: ErasureCheck; readonly leftInSessions: readonly string[] }> => {
  const distinct = [...new Set(words)];
  const strings = distinct.toSorted((a, b) => a.length - b.length).slice(0, MOST_STRINGS);
  const { places, remainders } = await space.findRemainders(strings);
  const occurrences = remainders.flatMap((remainder) => {
    const text = strings[remainder.string];
    return text === undefined ? [] : [{ remainder, text }];
  });
  const suspects = [...new Set(occurrences.map(({ text }) => text))];
  const { texts } =
    suspects.length === 0 ? { texts: [] } : await space.traces({ strings: suspects });
  const elsewhere = new Set(
    suspects.filter((string) =>
      texts.some(
        ({ text }) => text.includes(string) && (namesAny(text, [string]) || text === string),
      ),
    ),
  );
  const remainingOccurrences = occurrences.filter(({ text }) => !elsewhere.has(text));
  return {
    check: {
      clean: remainingOccurrences.length === 0,
      lookedFor: strings.length,
      of: distinct.length,
      saidElsewhere: elsewhere.size,
      places,
      remainders: remainingOccurrences.map(({ remainder }) => remainder),
    },
    leftInSessions: [
      ...new Set(
        remainingOccurrences
          .filter(({ remainder }) => OF_SESSIONS.test(remainder.where))
          .map(({ text }) => text),
      ),
    ],
  };
};
