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

/** The start of the context of a name: at a space, or within a word that is too long. */
const contextStart = (text: string, nameStart: number): number => {
  const earliest = nameStart - CONTEXT_LENGTH;
  if (earliest <= 0) return 0;
  const afterSpace = text.indexOf(" ", earliest) + 1;
  return afterSpace > 0 && afterSpace < nameStart ? afterSpace : earliest;
};

/**
 * The part of a text around the first occurrence of any of the names, or its beginning if there is
 * none. It is cut at spaces if there are any, and an ellipsis marks each cut.
 */
export const snippetAround = (text: string, names: readonly string[]): string => {
  const flat = text.replace(/\s+/gu, " ").trim();
  const match = firstOf(flat, names);
  const [start, end] = match ? [match.index, match.index + match[0].length] : [0, 0];
  const from = contextStart(flat, start);
  const room = end + CONTEXT_LENGTH + (match ? 0 : CONTEXT_LENGTH);
  const space = flat.lastIndexOf(" ", room);
  const to = flat.length <= room ? flat.length : space > end ? space : room;
  return `${from > 0 ? "… " : ""}${flat.slice(from, to)}${to < flat.length ? " …" : ""}`;
};
