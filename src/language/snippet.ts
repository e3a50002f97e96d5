import { nameAsWords } from "./names.ts";

/** Number of characters on each side of the name. */
const CONTEXT_LENGTH = 80;

/**
 * The first occurrence of any of the names in a text, as whole words; undefined if there is none.
 */
const firstOf = (text: string, names: readonly string[]): RegExpExecArray | undefined =>
  names
    .filter((name) => name.trim() !== "")
    .map((name) => nameAsWords(name, "iu").exec(text))
    .filter((match) => match !== null)
    .toSorted((a, b) => a.index - b.index)[0];

/**
 * The part of a text around the first occurrence of any of the names, or its beginning if there is
 * none. It is cut at spaces, and an ellipsis marks each cut.
 */
export const snippetAround = (text: string, names: readonly string[]): string => {
  const flat = text.replace(/\s+/gu, " ").trim();
  const match = firstOf(flat, names);
  const [start, end] = match ? [match.index, match.index + match[0].length] : [0, 0];
  const from = start <= CONTEXT_LENGTH ? 0 : flat.indexOf(" ", start - CONTEXT_LENGTH) + 1;
  const room = end + CONTEXT_LENGTH + (match ? 0 : CONTEXT_LENGTH);
  const space = flat.lastIndexOf(" ", room);
  const to = flat.length <= room ? flat.length : space > end ? space : room;
  return `${from > 0 ? "… " : ""}${flat.slice(from > start ? 0 : from, to)}${to < flat.length ? " …" : ""}`;
};
