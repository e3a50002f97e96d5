import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { FROM_AGENT } from "../../port.ts";

/** Number of recent messages that a pronoun may refer to. */
const REACH = 4;
const LONGEST_RECENT = 2000;

/** The beginnings of the recent messages of people, which are read for what "she" may mean. */
export const recentTexts = (messages: readonly string[]): string[] =>
  messages
    .filter((message) => !message.startsWith(FROM_AGENT))
    .slice(-REACH)
    .map((message) => message.slice(0, LONGEST_RECENT));

const ADDRESSES = /(?<!\p{L})your?(?!\p{L})/iu;
/**
 * The message before, if it ends with a question that the next one may answer: one of the agent, or
 * one that addresses somebody. Empty if there is none.
 */
export const questionBefore = (messages: readonly string[]): string => {
  const last = (messages.at(-1) ?? "").slice(-LONGEST_RECENT);
  const mayAsk = last.startsWith(FROM_AGENT) || ADDRESSES.test(last);
  return mayAsk && endsWithQuestionMark(last) ? last.replace(FROM_AGENT, "") : "";
};
