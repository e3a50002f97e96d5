import type { Turn } from "../../memory/session.ts";

/** Characters of one message that a summariser is shown. */
const LONGEST_MESSAGE = 6_000;

/** What the user says in some turns, message by message: summaries hold nothing that an agent or a tool has said. */
export const userWords = (turns: readonly Turn[]): string =>
  turns
    .filter(({ role }) => role === "USER")
    .map(({ content }) =>
      content.length > LONGEST_MESSAGE ? `${content.slice(0, LONGEST_MESSAGE)} …` : content,
    )
    .join("\n");
