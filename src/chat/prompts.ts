import { PROMPTS_DIRECTORY, readPromptFile } from "../prompts/prompt-files.ts";

/** The prompts of chat. */
export interface ChatPrompts {
  /** The first message of every context. */
  readonly system: string;
  /** Instructions for the summary of SLIDING_WINDOW. */
  readonly snapshot: string;
  /** Instructions for the blocks of HIERARCHICAL, and for the facts made from blocks. */
  readonly block: string;
  readonly facts: string;
  /** Instructions for the compressed messages of TIERED, and for its summary of the session. */
  readonly compress: string;
  readonly archive: string;
}

/**
 * Reads the prompts of chat from a folder. Missing prompts are replaced by those of the service.
 * Throws InvalidPrompt for an unusable one.
 */
export const loadChatPrompts = async (directory = PROMPTS_DIRECTORY): Promise<ChatPrompts> => {
  const read = async (file: string): Promise<string> =>
    (await readPromptFile(file, directory)).trim();
  const [system, snapshot, block, facts, compress, archive] = await Promise.all([
    read("chat-system.txt"),
    read("chat-snapshot.txt"),
    read("chat-block.txt"),
    read("chat-facts.txt"),
    read("chat-compress.txt"),
    read("chat-archive.txt"),
  ]);
  return { system, snapshot, block, facts, compress, archive };
};
