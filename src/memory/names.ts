const ASCII = /^[\x20-\x7e]*$/u;

/** Plain letters in place of those with accents, ligatures and other forms taken apart. */
export const withoutAccents = (text: string): string =>
  ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");

/** Lower case without accents, words apart by single spaces, punctuation kept only within a word: how names and aliases are compared and looked up. */
export const foldName = (name: string): string =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/[’']s\b/gu, "")
    .replace(/[^\p{L}\p{N}+#./:@-]+/gu, " ")
    .split(" ")
    .map((word) => word.replace(/^[./:@-]+|[./:@-]+$/gu, ""))
    .filter((word) => word !== "")
    .join(" ");

/** The words of a folded name. */
export const nameWords = (folded: string): string[] => (folded === "" ? [] : folded.split(" "));

/** `person:clara_rezende`; a URL loses its scheme, and what a path or a query separates becomes `|`, so that a key is safe everywhere. */
export const entityKey = (type: string, name: string): string =>
  `${entityType(type)}:${slugOf(name)}`;

/** Types are free, lower case, in snake_case. */
export const entityType = (type: string): string => snakeCase(type) || "concept";

export const slugOf = (name: string): string =>
  foldName(name)
    .replace(/^https?:\/\/(?:www\.)?/u, "")
    .replace(/[/?#\\]+/gu, "|")
    .replace(/^\|+|\|+$/gu, "")
    .replace(/ +/gu, "_")
    .slice(0, 200) || "unnamed";

/** `Works at` becomes `works_at`: relationship types, slots and entity types. */
export const snakeCase = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/gu, "")
    .slice(0, 100);
