const isPartOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/** Whether a string stands in a text by itself, as it is, and not within a longer word: `Al` in `Al said`, not in `Also`. */
export const standsIn = (text: string, string: string): boolean => {
  if (string === "") return false;
  for (let at = text.indexOf(string); at !== -1; at = text.indexOf(string, at + 1)) {
    const startsWord = !isPartOfWord(string[0]) || !isPartOfWord(text[at - 1]);
    const endsWord = !isPartOfWord(string.at(-1)) || !isPartOfWord(text[at + string.length]);
    if (startsWord && endsWord) return true;
  }
  return false;
};
