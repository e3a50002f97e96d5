import { foldName } from "../../memory/names.ts";
import type { Turn } from "../../memory/session.ts";

/** What stands where the words of something were that goes. */
export const ERASED = "[erased]";

/** All that a turn says. */
export const wordsOf = ({ content, toolName, metadata }: Turn): string[] => [
  content,
  ...(toolName === null ? [] : [toolName]),
  ...(metadata === null ? [] : [JSON.stringify(metadata)]),
];

const apart = (text: string): string => ` ${foldName(text)} `;

/** Whether a text names somebody: any of the folded names stands in it, as whole words, case and accents aside. */
export const namesAny = (text: string, folded: readonly string[]): boolean => {
  const words = apart(text);
  return folded.some((name) => words.includes(` ${name} `));
};

/** Tells of texts whether they hold any of some strings to the letter, case aside. */
export const holding = (strings: readonly string[]): ((text: string) => boolean) => {
  const sought = strings.map((string) => string.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return sought.some((string) => lower.includes(string));
  };
};
