import { foldText } from "./folding.ts";
import { isStopWord } from "./stop-words.ts";
import { withoutEnd, withoutEnds } from "./trimming.ts";

/**
 * Marks around a string. A leading `/`, `$`, `#`, `@` or `.` and a trailing `%`, `+`, `#` or `/`
 * are part of the string.
 */
const SURROUNDING = /["'“”‘’«»()[\]{}<>,;:!?¡¿*`…–—-]/u;
const CLOSING_STOP = /["'“”‘’«»()[\]{}<>,;:!?¡¿*`….–—-]/u;
const POSSESSIVE = /['’]s$/u;

/**
 * Minimum number of characters. Shorter strings of Latin letters and digits occur in many texts;
 * strings with symbols or in other scripts may be shorter.
 */
const SHORTEST = 3;
const SHORTEST_WITH_SYMBOLS = 2;
const PLAIN = /^[\p{Script=Latin}\p{N}'’-]+$/u;

export interface ExactString {
  readonly text: string;
  /**
   * Whether it contains symbols, so that the string itself says more than its words and stems:
   * `/consulting`, `$3,500/month`.
   */
  readonly hasSymbols: boolean;
}

/**
 * At most `limit` strings of a query for an exact search, without stop words. Strings with symbols
 * come first, then the longest, then the first. Only white space separates strings, so that paths,
 * amounts and URLs stay whole.
 */
export const exactStrings = (query: string, limit: number): ExactString[] => {
  const strings = new Map<string, ExactString>();
  for (const part of query.split(/\s+/u)) {
    const text = withoutEnd(withoutEnds(part, SURROUNDING), CLOSING_STOP).replace(POSSESSIVE, "");
    const foldedText = foldText(text);
    if (
      Array.from(text).length < (PLAIN.test(text) ? SHORTEST : SHORTEST_WITH_SYMBOLS) ||
      isStopWord(foldedText) ||
      strings.has(foldedText)
    )
      continue;
    strings.set(foldedText, { text, hasSymbols: /[^\p{L}\p{M}\p{N}'’-]/u.test(text) });
  }
  return [...strings.values()]
    .toSorted(
      (a, b) => Number(b.hasSymbols) - Number(a.hasSymbols) || b.text.length - a.text.length,
    )
    .slice(0, limit);
};

/** The positions at which a string occurs in a text. */
function* positionsOf(text: string, string: string): Generator<number> {
  if (string === "") return;
  for (let at = text.indexOf(string); at !== -1; at = text.indexOf(string, at + 1)) yield at;
}

/**
 * Whether a text contains one of the strings at the start of a word, ignoring case: `liver` in `the
 * liverwurst`, but not in `they deliver`.
 */
export const holdsFromWordStart = (text: string, strings: readonly ExactString[]): boolean => {
  const lower = text.toLowerCase();
  return strings.some((string) => {
    for (const at of positionsOf(lower, string.text.toLowerCase()))
      if (!/[\p{L}\p{N}]$/u.test(lower.slice(Math.max(0, at - 2), at))) return true;
    return false;
  });
};

const isPartOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/**
 * Whether a text contains a string as whole words in the same case: `Al` in `Al said`, but not in
 * `Also`.
 */
export const holdsWholeWords = (text: string, string: string): boolean => {
  for (const at of positionsOf(text, string)) {
    const startsWord = !isPartOfWord(string[0]) || !isPartOfWord(text[at - 1]);
    const endsWord = !isPartOfWord(string.at(-1)) || !isPartOfWord(text[at + string.length]);
    if (startsWord && endsWord) return true;
  }
  return false;
};
