import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROMPTS_DIRECTORY } from "../prompts/directory.ts";

/** What the strategies tell a model. */
export interface ChatPrompts {
  /** Stands first in every context. */
  readonly system: string;
  /** For SLIDING_WINDOW: what its snapshot is for; and for HIERARCHICAL its blocks and the facts of its third tier. */
  readonly snapshot: string;
  readonly block: string;
  readonly facts: string;
  /** For TIERED: what is made of messages that are compressed, and its summary of the session. */
  readonly compress: string;
  readonly archive: string;
}

const FILES: Readonly<Record<keyof ChatPrompts, string>> = {
  system: "chat-system.txt",
  snapshot: "chat-snapshot.txt",
  block: "chat-block.txt",
  facts: "chat-facts.txt",
  compress: "chat-compress.txt",
  archive: "chat-archive.txt",
};

const readPrompt = async (file: string, directory: string): Promise<string> => {
  const text = await readFile(join(directory, file), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && directory !== PROMPTS_DIRECTORY)
        return readFile(join(PROMPTS_DIRECTORY, file), "utf8");
      throw error;
    },
  );
  if (text.trim() === "") throw new Error(`The prompt ${join(directory, file)} is empty.`);
  return text.replace(/\r\n/gu, "\n").trim();
};

/** Reads the prompts of chat from a folder; those that it does not hold are the ones that come with the service. Throws for one that cannot be read. */
export const loadChatPrompts = async (directory = PROMPTS_DIRECTORY): Promise<ChatPrompts> => {
  const texts = await Promise.all(
    Object.entries(FILES).map(
      async ([name, file]) => [name, await readPrompt(file, directory)] as const,
    ),
  );
  return Object.fromEntries(texts) as unknown as ChatPrompts;
};
