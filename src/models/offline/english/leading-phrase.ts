import { isVerbal, type Token } from "./token.ts";

const LONGEST_LEAD = 6;
/** "Before Halden, I worked …", "As a kid I lived …": how many words the phrase before the subject takes. */
export const leadingPhrase = (tokens: readonly Token[]): number => {
  if (tokens[0]?.part !== "preposition" && tokens[0]?.lower !== "as") return 0;
  for (let i = 1; i <= LONGEST_LEAD && i < tokens.length - 1; i += 1) {
    if (isVerbal(tokens[i])) return 0;
    if (/^(?:I|we|he|she|they)$/u.test(tokens[i]!.text) && tokens[i - 1]!.lower !== "and") return i;
    if (tokens[i]!.after.endsWith(",")) return i + 1;
  }
  return 0;
};
