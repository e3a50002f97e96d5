/** The text with normal spaces and punctuation, and without punctuation at its ends. */
export const tidy = (text: string): string =>
  text
    .replace(/\s+/gu, " ")
    .replace(/\s([,.;:!?)\]])/gu, "$1")
    .replace(/([([])\s/gu, "$1")
    .replace(/^[\s,.;:!?\-–—]+|(?<![\s,.;:!?–—])[\s,.;:!?–—]+$|(?<=\s)-+$/gu, "");

export const firstWord = (phrase: string): string => phrase.split(" ", 1)[0] ?? "";

/** The last word of a name or phrase: "lead" of "team lead". */
export const lastWord = (phrase: string): string => phrase.slice(phrase.lastIndexOf(" ") + 1);

export const isCapitalised = (word: string): boolean =>
  /^\p{Lu}/u.test(word) || /^\p{Ll}{1,3}\p{Lu}/u.test(word);

export const withCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
