import type { ReadServices } from "../read/services.ts";
import type { WriteServices } from "../write/services.ts";
import { Background } from "./background.ts";
import { loadChatPrompts, type ChatPrompts } from "./prompts.ts";
import { DEFAULT_CHAT_SETTINGS, type ChatSettings } from "./settings.ts";

/** External services of chat. */
export interface ChatServices {
  readonly write: WriteServices;
  readonly read: ReadServices;
  readonly settings: ChatSettings;
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
    readonly settings?: Partial<ChatSettings> | undefined;
  } = {},
): Promise<ChatServices> => ({
  write,
  read,
  settings: { ...DEFAULT_CHAT_SETTINGS, ...options.settings },
  prompts: await loadChatPrompts(options.promptsDirectory),
  background: new Background(write.log),
});
