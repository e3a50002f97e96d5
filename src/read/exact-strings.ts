import { foldText } from "./fold-text.ts";
import { isStopWord } from "../memory/stop-words.ts";

/** What stands around a string and is none of it. A leading `/`, `$`, `#`, `@` or `.` and a trailing `%`, `+`, `#` or `/` are. */
const LEADING = /^[\s"'“”‘’«»()[\]{}<>,;:!?¡¿*`…–—-]+/u;
const TRAILING = /[\s"'“”‘’«»()[\]{}<>,;:!?¡¿*`….–—-]+$/u;
const POSSESSIVE = /['’]s$/u;

/** A shorter string of Latin letters and digits stands in every other text; one with signs, or of another script, need not. */
const SHORTEST = 3;
const SHORTEST_WITH_SIGNS = 2;
const PLAIN = /^[\p{Script=Latin}\p{N}'’-]+$/u;

export interface ExactString {
  readonly text: string;
  /** Whether signs are a part of it, so that its words and stems say less than the string itself: `/consulting`, `$3,500/month`. */
  readonly isExact: boolean;
}

/**
 * The strings of a query that may stand in a text to the letter, without stop words: at most `limit`, those first that hold
 * signs, then the longest, then the first. White space separates them and nothing else, so that paths, amounts and URLs stay whole.
 */
export const exactStrings = (query: string, limit: number): ExactString[] => {
  const found = new Map<string, ExactString>();
  for (const part of query.split(/\s+/u)) {
    const text = part.replace(LEADING, "").replace(TRAILING, "").replace(POSSESSIVE, "");
    const folded = foldText(text);
    if (
      Array.from(text).length < (PLAIN.test(text) ? SHORTEST : SHORTEST_WITH_SIGNS) ||
      isStopWord(folded) ||
      found.has(folded)
    )
      continue;
    found.set(folded, { text, isExact: /[^\p{L}\p{M}\p{N}'’-]/u.test(text) });
  }
  return [...found.values()]
    .toSorted((a, b) => Number(b.isExact) - Number(a.isExact) || b.text.length - a.text.length)
    .slice(0, limit);
};

/** Whether a text holds one of the strings, case aside, from the beginning of a word on: `liver` stands so in `the liverwurst`, and not in `they deliver`. */
export const holdsFromWordStart = (text: string, strings: readonly ExactString[]): boolean => {
  const lower = text.toLowerCase();
  return strings.some((string) => {
    const sought = string.text.toLowerCase();
    for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, at + 1))
      if (!/[\p{L}\p{N}]$/u.test(lower.slice(Math.max(0, at - 2), at))) return true;
    return false;
  });
};
