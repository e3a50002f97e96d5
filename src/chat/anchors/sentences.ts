/** The statements of a text: its sentences and lines, but for those that ask. A stop within a figure or a link ends none. */
export const statementsOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "" && !/[?？]["'”’)]*$/u.test(sentence));
