/** A part of a text that looks like a JSON object or list, from its bracket to the matching one, or to the end of the text. */
export interface JsonSpan {
  readonly text: string;
  /** Whether the bracket that opens it is closed. */
  readonly closed: boolean;
  /** Whether the text ended within a string. */
  readonly inString: boolean;
  /**
   * The length up to the end of the last whole thing: a field of the outermost object, or an item of a list that is the outermost value
   * or a field of it. What comes after may have been cut in the middle of a word. 0 where there is none.
   */
  readonly whole: number;
}

/** A list in prose ("[see below]") is none: what it holds would begin with a quote or a bracket. */
const OPENING = /\{|\[(?=\s*[[{"\]])/u;
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The brackets around a point where a whole thing may end: the outermost value, or a list within it. */
const isBetweenWholes = (open: readonly string[]): boolean =>
  open.length === 1 || (open.length === 2 && open[1] === "[");

const spanFrom = (text: string, start: number): JsonSpan & { readonly end: number } => {
  const open: string[] = [];
  let inString = false;
  let whole = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index] as string;
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character in CLOSING) open.push(character);
    else if (character === "," && isBetweenWholes(open)) whole = index - start;
    else if (character === "}" || character === "]") {
      while (open.length > 1 && CLOSING[open.at(-1) as string] !== character) open.pop();
      open.pop();
      if (open.length === 0)
        return {
          text: text.slice(start, index + 1),
          closed: true,
          inString: false,
          whole: index + 1 - start,
          end: index + 1,
        };
      if (isBetweenWholes(open)) whole = index + 1 - start;
    }
  }
  return { text: text.slice(start), closed: false, inString, whole, end: text.length };
};

/** All of them, one after the other. The prose around them is left out. */
export const jsonSpans = (text: string): JsonSpan[] => {
  const spans: JsonSpan[] = [];
  for (let at = text.search(OPENING); at >= 0;) {
    const { end, ...span } = spanFrom(text, at);
    spans.push(span);
    const next = text.slice(end).search(OPENING);
    at = next < 0 ? -1 : end + next;
  }
  return spans;
};
