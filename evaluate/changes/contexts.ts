import type { SentPart } from "../chat/way.ts";
import type { Memory } from "../memory.ts";
import type { Progress } from "../report/report.ts";
import { STRATEGIES } from "../chat/strategies.ts";
import { askAboutChanges, type AskedContext } from "./changes.ts";
import { CHANGING_STORIES } from "./stories.ts";

const partText = ({ role, origin, content, tokens }: SentPart): string =>
  `[${role}, ${origin}, ${tokens} tokens]\n${content}`;

const contextText = ({ way, story, question, sent }: AskedContext): string =>
  [
    `# ${way}: ${question.question} (${story}, ${sent.tokens} tokens)`,
    ...sent.parts.map(partText),
  ].join("\n\n");

/**
 * Whole contexts for a person to read: for each strategy, the context of the first question of each
 * story, as it would be sent.
 */
export const contextsText = async (memory: Memory, progress: Progress): Promise<string> => {
  const askedContexts = await askAboutChanges(memory, progress);
  return STRATEGIES.flatMap((strategy) =>
    CHANGING_STORIES.flatMap(({ name }) =>
      askedContexts.filter(({ way, story }) => way === strategy && story === name).slice(0, 1),
    ),
  )
    .map(contextText)
    .join("\n\n\n");
};
