import type { SpaceStore } from "../../store/port.ts";
import type { ErasureCheck } from "./target.ts";
import { namesAny } from "./words.ts";

/** Strings that are looked for: the shortest, since longer ones tend to hold them. */
const MOST_STRINGS = 60;

/** The places of a store that hold sessions, turns and notes. */
const OF_SESSIONS = /\b(?:sessions?|turns?|notes?|summaries)\b/u;

/**
 * Looks for erased words in everything that the store holds. Words that also occur in a text that
 * stays are no remainder. `leftInSessions`: the words that sessions still hold.
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
  const remaining = occurrences.filter(({ text }) => !elsewhere.has(text));
  return {
    check: {
      clean: remaining.length === 0,
      lookedFor: strings.length,
      of: distinct.length,
      saidElsewhere: elsewhere.size,
      places,
      remainders: remaining.map(({ remainder }) => remainder),
    },
    leftInSessions: [
      ...new Set(
        remaining
          .filter(({ remainder }) => OF_SESSIONS.test(remainder.where))
          .map(({ text }) => text),
      ),
    ],
  };
};
