/** Number of recent messages that a pronoun may refer to. */
const REACH = 4;
const LONGEST_RECENT = 2000;

/** The beginnings of the recent messages that are read for what "she" or "it" may mean. */
export const recentTexts = (messages: readonly string[]): string[] =>
  messages.slice(-REACH).map((message) => message.slice(0, LONGEST_RECENT));
