import { listedWords } from "../data/words.ts";
import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { datedText, datedLines } from "./dated-lines.ts";
import { wordsWithMeaning } from "../text/content-words.ts";

const STOP_WORDS = listedWords("summarise_stop_words");
/** Maximum number of sentences and of characters of a summary: about 250 words. */
const MOST_SENTENCES = 12;
const LONGEST = 1500;
const LONGEST_INPUT = 64_000;

/**
 * The most important sentences of the text and of the previous summary, in their order and in their
 * own words. No language model is used.
 */
export const summarise = (text: string, previous: string | null): string => {
  const allLines = [
    ...(previous === null ? [] : datedLines(previous)),
    ...datedLines(text.slice(-LONGEST_INPUT)),
  ].filter((line) => !endsWithQuestionMark(line.text));
  const lines = [...new Map(allLines.map((line) => [line.text, line])).values()];
  const sentences = lines.map((line) => line.text);
  const frequency = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of new Set(wordsWithMeaning(sentence, STOP_WORDS)))
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const scoredLines = lines.map((line, at) => {
    const sentence = line.text;
    const own = wordsWithMeaning(sentence, STOP_WORDS);
    const weight =
      own.reduce((sum, word) => sum + Math.log1p(frequency.get(word) ?? 0), 0) /
      Math.sqrt(own.length + 1);
    return { line, at, score: weight + (/\d|\p{Lu}\p{Ll}+ \p{Lu}/u.test(sentence) ? 1 : 0) };
  });
  const keptLines = scoredLines
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST_SENTENCES)
    .toSorted((a, b) => a.at - b.at);
  let summary = "";
  for (const { line } of keptLines) {
    const sentence = datedText(line);
    const longer = summary === "" ? sentence : `${summary} ${sentence}`;
    if (longer.length <= LONGEST) summary = longer;
  }
  return summary === "" ? text.slice(0, LONGEST).trim() : summary;
};
