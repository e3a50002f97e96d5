import { foldName } from "../memory/names.ts";
import { foldText } from "./fold-text.ts";
import { isStopWord } from "../memory/stop-words.ts";

/** Words of a name that is looked up, and words of a query that are looked at. */
const LONGEST_NAME = 4;
const WORDS = 40;

/** Every run of up to four words of a query, folded as names are, that is more than stop words. */
export const namesIn = (query: string): string[] => {
  const words = query
    .split(/\s+/u)
    .map(foldName)
    .filter((word) => word !== "")
    .slice(0, WORDS);
  const means = words.map((word) => !isStopWord(foldText(word)));
  const names = new Set<string>();
  for (const start of words.keys()) {
    for (let end = start + 1; end <= Math.min(start + LONGEST_NAME, words.length); end += 1) {
      if (means.slice(start, end).includes(true)) names.add(words.slice(start, end).join(" "));
    }
  }
  return [...names];
};
