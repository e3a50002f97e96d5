import { foldName } from "../memory/names.ts";
import { foldText } from "./fold-text.ts";
import { isStopWord } from "./stop-words.ts";

/** Words of a name that is looked up, and words of a query that are looked at. */
const LONGEST_NAME = 4;
const WORDS = 40;

/** Every run of up to four words of a query, folded as names are, that is more than a stop word. */
export const namesIn = (query: string): string[] => {
  const words = query.split(/\s+/u).map(foldName).filter((word) => word !== "").slice(0, WORDS);
  const names = new Set<string>();
  for (const [start, word] of words.entries()) {
    if (!isStopWord(foldText(word))) names.add(word);
    for (let length = 2; length <= LONGEST_NAME && start + length <= words.length; length += 1) names.add(words.slice(start, start + length).join(" "));
  }
  return [...names];
};
