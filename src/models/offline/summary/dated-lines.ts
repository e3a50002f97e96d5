import { opensWithReference } from "../../../language/refers-back.ts";
import { readableSentences } from "../text/sentences.ts";

/** A statement with its day, if the text gives one: `2026-03-05: We moved.` */
export interface DatedLine {
  readonly day: string | null;
  readonly text: string;
}

const BULLET = /^\s*[-*•]\s+/u;
const DAY = /^(?<day>\d{4}-\d{2}-\d{2}): /u;

/** Maximum number of characters of joined sentences. */
const LONGEST_TOGETHER = 300;

/** Joins two statements of one day, the second of which refers to the first; null if it does not. */
const joinedLine = (before: DatedLine | undefined, { day, text }: DatedLine): DatedLine | null =>
  before !== undefined &&
  before.day === day &&
  opensWithReference(text) &&
  before.text.length + text.length < LONGEST_TOGETHER
    ? { day, text: `${before.text} ${text}` }
    : null;

/**
 * The sentences of a text, each with its day: the last one that the line gave before the sentence.
 * A sentence that refers to the previous one, in its line or the line before, is joined to it: "We
 * have a cat, Biscuit. She is fourteen."
 */
export const datedLines = (text: string): DatedLine[] => {
  const lines: DatedLine[] = [];
  for (const line of text.split("\n")) {
    let day: string | null = null;
    for (const sentence of readableSentences(line.replace(BULLET, ""))) {
      const dayMatch = DAY.exec(sentence);
      day = dayMatch?.groups?.["day"] ?? day;
      const statement = { day, text: sentence.slice(dayMatch?.[0].length ?? 0) };
      const together = joinedLine(lines.at(-1), statement);
      if (together === null) lines.push(statement);
      else lines[lines.length - 1] = together;
    }
  }
  return lines;
};

/** A line of an earlier summary as one statement; empty for an empty line. */
export const datedLine = (line: string): DatedLine[] => {
  const own = line.replace(BULLET, "").trim();
  const dayMatch = DAY.exec(own);
  const text = own.slice(dayMatch?.[0].length ?? 0);
  return text === "" ? [] : [{ day: dayMatch?.groups?.["day"] ?? null, text }];
};

/** The text of a statement with its day. */
export const datedText = ({ day, text }: DatedLine): string =>
  day === null ? text : `${day}: ${text}`;
