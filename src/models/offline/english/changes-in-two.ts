import { expandContractions } from "./contractions.ts";

const CHANGED =
  /^(?<what>.*\b(?:my|our|the|\p{L}+'s)\s[^,;]{2,60}?\s(?:has|have)) (?:just |recently )?changed[.!]*$/iu;
const NOW = /^(?:it|that|they) (?:is|are)(?: now)? (?<value>(?!not\b).+?)(?: now)?[.!]*$/iu;

/** "My favourite food has changed. It's ramen now." is one statement: "My favourite food has changed to ramen". */
export const withChangesJoined = (sentences: readonly string[]): string[] => {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const what = CHANGED.exec(expandContractions(joined.at(-1) ?? ""))?.groups?.["what"];
    const value =
      what === undefined ? undefined : NOW.exec(expandContractions(sentence))?.groups?.["value"];
    if (value === undefined) joined.push(sentence);
    else joined.splice(-1, 1, `${what!} changed to ${value}.`);
  }
  return joined;
};
