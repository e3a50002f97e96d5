import type { ExtractionInput } from "../port.ts";
import type { OpenAiSettings } from "./config.ts";

/** The newest of the recent messages, oldest first, as many as fit; of the one that does not the end is shown. */
export const recentShown = (
  { recentMessages }: ExtractionInput,
  settings: OpenAiSettings,
): readonly string[] => {
  let left = settings.recentCharacters;
  const shown: string[] = [];
  for (const message of recentMessages.slice(-settings.recentMessages).toReversed()) {
    if (left <= 0) break;
    shown.push(message.length <= left ? message : `…${message.slice(-left)}`);
    left -= message.length;
  }
  return shown.toReversed();
};

/** Tokens for what a message may give. */
export const extractionBudget = ({ message }: ExtractionInput, settings: OpenAiSettings): number =>
  Math.min(
    settings.extractionTokensCap,
    Math.max(
      settings.extractionTokens,
      Math.ceil(message.length * settings.extractionTokensPerCharacter),
    ),
  );
