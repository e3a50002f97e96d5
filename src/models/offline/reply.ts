import { listedWords } from "./data/words.ts";
import { foldText } from "../../language/folding.ts";
import { withoutEnd } from "../../language/trimming.ts";
import type { ChatMessage } from "../port.ts";
import { questionParts } from "../../language/questions.ts";
import { wordKey } from "../../language/spelling.ts";
import { wordsWithMeaning } from "./text/content-words.ts";

const STOP_WORDS = listedWords("reply_stop_words");
const MOST_LINES = 5;
const NO_MODEL = "No language model is configured.";

const ASKS_SELF = /\b(?:who am i|my name|quem (?:sou eu|eu sou)|meu nome)\b/iu;
/** The lines around notes from memory. */
const FRAME = /^<\/?memory>$/u;
/** The beginning of notes from memory without such lines. */
const UNFRAMED_NOTES = /^(?:The user is |\[Known facts about the user\])/u;
/** Lines of a context about the identity of the user. */
const TELLS_SELF = /^(?:the user is |user identity: )|\b(?:user's name is|my name is) /iu;

/** The stems of the words of a text, without stop words: the same for `live` and `lives`. */
const keysOf = (text: string): ReadonlySet<string> =>
  new Set(wordsWithMeaning(foldText(text), STOP_WORDS).map(wordKey));

interface Line {
  readonly line: string;
  readonly keys: ReadonlySet<string>;
}

/** The lines that share words with a question, those with the most first. */
const linesFor = (question: string, lines: readonly Line[]): string[] => {
  const wantedKeys = keysOf(question);
  const asksSelf = wantedKeys.size === 0 && ASKS_SELF.test(question);
  return lines
    .map(({ line, keys }, at) => ({
      line,
      at,
      score: asksSelf
        ? Number(TELLS_SELF.test(line))
        : [...wantedKeys].filter((key) => keys.has(key)).length,
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .map(({ line }) => line);
};

/**
 * The lines of all lists in turn, without duplicates: the first of each list, then the second of
 * each.
 */
const inTurn = (lists: readonly (readonly string[])[]): string[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return [
    ...new Set(
      Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat(),
    ),
  ];
};

/**
 * Whether a system message contains notes from memory, rather than instructions of the application.
 */
const holdsNotes = (content: string): boolean =>
  UNFRAMED_NOTES.test(content) || content.split("\n").some((line) => FRAME.test(line));

/**
 * A reply that quotes the lines of the context that share the most words with the last message.
 * Each question in the message gets lines in turn. The reply states that they come from memory.
 */
export const replyFrom = (messages: readonly ChatMessage[]): string => {
  const askedText = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const lines = messages
    .filter(({ role }) => role === "system")
    .filter(({ content }, n) => n > 0 || holdsNotes(content))
    .flatMap(({ content }) => content.split(/\n+|(?<=;) /u))
    .map((line) => withoutEnd(line.replace(/^[\s*•-]+/u, ""), /[\s;]/u))
    .filter((line) => line.length > 3 && !line.endsWith(":") && !FRAME.test(line));
  const distinct = [...new Set(lines)].map((line): Line => ({ line, keys: keysOf(line) }));
  const quotedLines = inTurn(
    questionParts(askedText).map((question) => linesFor(question, distinct)),
  );
  return quotedLines.length === 0
    ? `${NO_MODEL} Memory contains nothing about this.`
    : `${NO_MODEL} Memory contains:\n${quotedLines
        .slice(0, MOST_LINES)
        .map((line) => `- ${line}`)
        .join("\n")}`;
};
