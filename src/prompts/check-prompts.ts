import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { loadPrompts } from "../models/openai/prompts.ts";
import { StartupError } from "../server/startup-error.ts";
import { InvalidPrompt, PROMPTS_DIRECTORY, readPromptFile } from "./prompt-files.ts";

const promptFilesIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((file) => extname(file) === ".txt").toSorted();

const asStartupError = (error: unknown): unknown =>
  error instanceof InvalidPrompt ? new StartupError(error.message, { cause: error }) : error;

/**
 * Checks a folder of prompts that replace those of the service: every text file in it must have the
 * name of one of the service's prompts, be readable and not blank, and use exactly the placeholders
 * that the service fills. This runs at startup, whichever model answers, so that a mistake does not
 * show only when the prompt is needed. Throws a StartupError that names the first faulty file.
 */
export const checkPrompts = async (directory: string): Promise<void> => {
  const knownFiles = await promptFilesIn(PROMPTS_DIRECTORY);
  const files = await promptFilesIn(directory).catch((cause: unknown) => {
    throw new StartupError(`PROMPTS_DIR must be a readable folder. ${directory} cannot be read.`, {
      cause,
    });
  });
  for (const file of files) {
    if (!knownFiles.includes(file))
      throw new StartupError(
        `The service has no prompt named ${join(directory, file)}. Its prompts are ${knownFiles.join(", ")}.`,
      );
    await readPromptFile(file, directory).catch((error: unknown) => {
      throw asStartupError(error);
    });
  }
  await loadPrompts(directory).catch((error: unknown) => {
    throw asStartupError(error);
  });
};
