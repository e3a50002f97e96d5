/** A word as it stands in the sentence, apart from the punctuation around it. */
export interface Word {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly start: number;
  readonly end: number;
}

const OPENING = /^[("'[{“‘«¿¡]+/u;
const CLOSING = /[)"'\]}”’»,.;:!?…]+$/u;

/** Splits at white space, and at a slash between two words that stand for an alternative. */
export const splitWords = (sentence: string): Word[] =>
  [...sentence.matchAll(/\S+/gu)].flatMap((match): Word[] => {
    const raw = match[0];
    const before = OPENING.exec(raw)?.[0] ?? "";
    const inner = raw.slice(before.length);
    const closing = CLOSING.exec(inner)?.[0] ?? "";
    // "Travis'" and "s'" own what follows: the apostrophe belongs to the word.
    const after =
      closing.startsWith("'") && inner.slice(0, -closing.length).endsWith("s") && before === ""
        ? closing.slice(1)
        : closing;
    const text = inner.slice(0, inner.length - after.length);
    const start = match.index + before.length;
    return text === "" ? [] : [{ text, before, after, start, end: start + text.length }];
  });
