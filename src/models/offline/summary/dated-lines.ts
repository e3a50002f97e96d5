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

/**
 * The sentences of a line. A sentence that refers to the previous one is joined to it: "We have a
 * cat, Biscuit. She is fourteen."
 */
const withAntecedents = (sentences: readonly string[]): string[] => {
  const together: string[] = [];
  for (const sentence of sentences) {
    const before = together.at(-1);
    if (
      before !== undefined &&
      opensWithReference(sentence) &&
      before.length + sentence.length < LONGEST_TOGETHER
    )
      together[together.length - 1] = `${before} ${sentence}`;
    else together.push(sentence);
  }
  return together;
};

/**
 * The sentences of a text, each with its day: the last one that the line gave before the sentence.
 */
export const datedLines = (text: string): DatedLine[] =>
  text.split("\n").flatMap((line) => {
    const lines: DatedLine[] = [];
    let day: string | null = null;
    let sentences: string[] = [];
    const close = (): void => {
      for (const sentence of withAntecedents(sentences)) lines.push({ day, text: sentence });
      sentences = [];
    };
    for (const sentence of readableSentences(line.replace(BULLET, ""))) {
      const dayMatch = DAY.exec(sentence);
      if (dayMatch === null) sentences.push(sentence);
      else {
        close();
        day = dayMatch.groups?.["day"] ?? null;
        sentences.push(sentence.slice(dayMatch[0].length));
      }
    }
    close();
    return lines;
  });

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
