import { PROMPTS_DIRECTORY, readPromptFile } from "../prompts/prompt-files.ts";
import type { ReadServices } from "../read/services.ts";
import type { WriteServices } from "../write/services.ts";
import { Background } from "./background.ts";

/**
 * Maximum number of tokens of a context for a strategy without its own budget. Models with 128,000
 * tokens accept it, with room for the reply.
 */
export const CONTEXT_TOKENS = 100_000;

/** The prompts of chat. */
interface ChatPrompts {
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

/** External services of chat. */
export interface ChatServices {
  readonly write: WriteServices;
  readonly read: ReadServices;
  /** Maximum number of tokens of a context for a strategy without its own budget. */
  readonly contextTokens: number;
  readonly prompts: ChatPrompts;
  /** Work during and after replies. */
  readonly background: Background;
}

/** Chat, based on writing and reading. Throws InvalidPrompt. */
export const createChatServices = async (
  write: WriteServices,
  read: ReadServices,
  options: {
    readonly promptsDirectory?: string | undefined;
    readonly contextTokens?: number | undefined;
  } = {},
): Promise<ChatServices> => ({
  write,
  read,
  contextTokens: options.contextTokens ?? CONTEXT_TOKENS,
  prompts: await loadChatPrompts(options.promptsDirectory),
  background: new Background(write.log),
});
