import { listedWords } from "../data/words.ts";
import { foldText } from "../../../language/folding.ts";
import { withoutEnd } from "../../../language/trimming.ts";
import type { ChatMessage } from "../../port.ts";
import { questionParts } from "../../../language/questions.ts";
import { wordKey } from "../../../language/spelling.ts";
import { wordsWithMeaning } from "../text/content-words.ts";

const STOP_WORDS = listedWords("reply_stop_words");
const MOST_LINES = 5;
const NO_MODEL = "No language model is configured.";

const ASKS_SELF = /\b(?:who am i|my name|quem (?:sou eu|eu sou)|meu nome)\b/iu;
/** The lines between which notes from memory stand. */
const FRAME = /^<\/?memory>$/u;
/** How notes from memory begin that stand in no frame. */
const UNFRAMED_NOTES = /^(?:The user is |\[Known facts about the user\])/u;
/** How contexts tell who the user is. */
const TELLS_SELF = /^(?:the user is |user identity: )|\b(?:user's name is|my name is) /iu;

/** The words of a text that carry its meaning, whatever their form: `live`, `lives`. */
const keysOf = (text: string): ReadonlySet<string> =>
  new Set(wordsWithMeaning(foldText(text), STOP_WORDS).map(wordKey));

interface Line {
  readonly line: string;
  readonly keys: ReadonlySet<string>;
}

/** The lines that have words of a question, those with most first, then in their order. */
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

/** The first of each list, then the second of each, and so on; each line once. */
const inTurn = (lists: readonly (readonly string[])[]): string[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return [
    ...new Set(
      Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat(),
    ),
  ];
};

/** Whether a system message holds notes from memory, and is not what the application tells the model. */
const holdsNotes = (content: string): boolean =>
  UNFRAMED_NOTES.test(content) || content.split("\n").some((line) => FRAME.test(line));

/**
 * The lines of the context that share most words with the last message, with each question of it in
 * turn, as they stand, and a word on where they come from.
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
