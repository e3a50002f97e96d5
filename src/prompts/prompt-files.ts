import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The folder of the prompts that ship with the service: that of this file, in the source and in the
 * build.
 */
export const PROMPTS_DIRECTORY = import.meta.dirname;

/** A prompt file that is missing or cannot be used. The message names the file and the problem. */
export class InvalidPrompt extends Error {
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The prompt ${path} ${problem}.`, options);
    this.name = "InvalidPrompt";
  }
}

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * Reads a prompt file from a folder or, if the folder does not have it, from the prompts that ship
 * with the service. Line breaks become LF. Throws InvalidPrompt if it cannot be read or is blank.
 */
export const readPromptFile = async (
  file: string,
  directory: string = PROMPTS_DIRECTORY,
): Promise<string> => {
  const path = join(directory, file);
  const text = await readFile(path, "utf8")
    .catch((error: unknown) => {
      if (isMissingFile(error) && directory !== PROMPTS_DIRECTORY)
        return readFile(join(PROMPTS_DIRECTORY, file), "utf8");
      throw error;
    })
    .catch((cause: unknown) => {
      throw new InvalidPrompt(path, "cannot be read", { cause });
    });
  if (text.trim() === "") throw new InvalidPrompt(path, "is empty");
  return text.replace(/\r\n/gu, "\n").trimEnd();
};
