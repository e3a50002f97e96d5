import { listed } from "../data/words.ts";
import { withoutEnd } from "../../../language/trimming.ts";
import type { ChatMessage } from "../../port.ts";
import { contentWords } from "../text/content-words.ts";

const STOP_WORDS = listed("reply_stop_words");
const MOST_LINES = 5;
const NO_MODEL = "No language model is configured, so this is no more than what memory holds";

const ASKS_SELF = /\b(?:who am i|my name|quem (?:sou eu|eu sou)|meu nome)\b/iu;
/** The lines between which notes from memory stand. */
const FRAME = /^<\/?memory>$/u;
/** How contexts tell who the user is. */
const TELLS_SELF = /^(?:the user is |user identity: )|\b(?:user's name is|my name is) /iu;

/**
 * The lines of the context that share most words with the last question, as they stand, and a word
 * on where they come from.
 */
export const replyFrom = (messages: readonly ChatMessage[]): string => {
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const wanted = contentWords(asked, STOP_WORDS);
  const lines = messages
    .filter((message) => message.role === "system")
    .slice(1)
    .concat(messages.filter(({ role }) => role === "system").slice(0, 1))
    .flatMap(({ content }) => content.split(/\n+|(?<=;) /u))
    .map((line) => withoutEnd(line.replace(/^[\s*•-]+/u, ""), /[\s;]/u))
    .filter((line) => line.length > 3 && !line.endsWith(":") && !FRAME.test(line));
  const asksSelf = wanted.size === 0 && ASKS_SELF.test(asked);
  const scored = [...new Set(lines)]
    .map((line, at) => ({
      line,
      at,
      score: asksSelf
        ? Number(TELLS_SELF.test(line))
        : [...contentWords(line, STOP_WORDS)].filter((word) => wanted.has(word)).length,
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST_LINES);
  return scored.length === 0
    ? `${NO_MODEL}; it holds nothing on this.`
    : `${NO_MODEL}:\n${scored.map(({ line }) => `- ${line}`).join("\n")}`;
};
