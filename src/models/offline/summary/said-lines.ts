import { readableSentences } from "../text/sentences.ts";

/** A statement with the day on which it was said, if the text tells it: `2026-03-05: We moved.` */
export interface SaidLine {
  readonly day: string | null;
  readonly text: string;
}

const BULLET = /^\s*[-*•]\s+/u;
const DAY = /^(?<day>\d{4}-\d{2}-\d{2}): /u;

/** A sentence that begins like this speaks of what the sentence before it named. */
const REFERS_BACK =
  /^(?:(?:and|but|so) )?(?:s?he|it|they|her|his|its|their|this|that|these|those|there|then|ela?|eles|elas|isso|isto)\b/iu;
/** Characters of sentences that stand together, at most. */
const LONGEST_TOGETHER = 300;

/**
 * The sentences of a line, one that speaks of what the one before named together with that one: "We
 * have a cat, Biscuit. She is fourteen."
 */
const withAntecedents = (sentences: readonly string[]): string[] => {
  const together: string[] = [];
  for (const sentence of sentences) {
    const before = together.at(-1);
    if (
      before !== undefined &&
      REFERS_BACK.test(sentence) &&
      before.length + sentence.length < LONGEST_TOGETHER
    )
      together[together.length - 1] = `${before} ${sentence}`;
    else together.push(sentence);
  }
  return together;
};

/**
 * What a text says, sentence by sentence, each with its day: that of its line, or of the sentence
 * before it on the line that has one.
 */
export const saidLines = (text: string): SaidLine[] =>
  text.split("\n").flatMap((line) => {
    const lines: SaidLine[] = [];
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

/** A line of a summary that was made of statements, as it stands; none of an empty line. */
export const saidLine = (line: string): SaidLine[] => {
  const own = line.replace(BULLET, "").trim();
  const dayMatch = DAY.exec(own);
  const text = own.slice(dayMatch?.[0].length ?? 0);
  return text === "" ? [] : [{ day: dayMatch?.groups?.["day"] ?? null, text }];
};

/** A statement with its day. */
export const datedText = ({ day, text }: SaidLine): string =>
  day === null ? text : `${day}: ${text}`;
