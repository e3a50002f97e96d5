import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { loadPrompts } from "./models/openai/prompts.ts";
import { PROMPTS_DIRECTORY } from "./prompts/directory.ts";
import { StartRefused } from "./server/start-refused.ts";

const isPrompt = (file: string): boolean => extname(file) === ".txt";

/**
 * Looks through a folder of prompts that take the place of those that come with the service: every text file in it must bear the name of one of
 * those, be readable and say something, and have all the placeholders that the service fills and no other. Checked at start whichever model answers, so that
 * nothing is found out when it is needed. Throws StartRefused, which names the first file that cannot be used.
 */
export const checkPrompts = async (directory: string): Promise<void> => {
  const known = new Set((await readdir(PROMPTS_DIRECTORY)).filter(isPrompt));
  const files = await readdir(directory).catch((cause: unknown) => {
    throw new StartRefused(`PROMPTS_DIR must be a folder that can be read: ${directory} cannot.`, {
      cause,
    });
  });
  for (const file of files.filter(isPrompt).sort()) {
    const path = join(directory, file);
    if (!known.has(file))
      throw new StartRefused(
        `The prompt ${path} is none that the service knows. Its prompts are ${[...known].sort().join(", ")}.`,
      );
    const text = await readFile(path, "utf8").catch((cause: unknown) => {
      throw new StartRefused(`The prompt ${path} cannot be read.`, { cause });
    });
    if (text.trim() === "") throw new StartRefused(`The prompt ${path} is empty.`);
  }
  await loadPrompts(directory).catch((cause: unknown) => {
    throw new StartRefused(cause instanceof Error ? cause.message : String(cause), { cause });
  });
};
