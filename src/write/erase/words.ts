import { foldName } from "../../memory/names.ts";

/** What stands where the words of something were that goes. */
export const ERASED = "[erased]";

const apart = (text: string): string => ` ${foldName(text)} `;

/** Whether a text names somebody: any of the folded names stands in it, as whole words, case and accents aside. */
export const namesAny = (text: string, folded: readonly string[]): boolean => {
  const words = apart(text);
  return folded.some((name) => words.includes(` ${name} `));
};

/** Whether a text holds any of some strings to the letter, case aside. */
export const holdsAny = (text: string, strings: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return strings.some((string) => lower.includes(string.toLowerCase()));
};
