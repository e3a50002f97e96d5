import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkPrompts } from "../../src/prompts/check-prompts.ts";
import { StartupError } from "../../src/server/startup-error.ts";

describe("a folder of prompts", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "prompts-"));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const put = (file: string, text: string): Promise<void> => writeFile(join(directory, file), text);

  it("can be empty, contain some of the prompts, and contain other files", async () => {
    await expect(checkPrompts(directory)).resolves.toBeUndefined();
    await put("rules-safety.txt", "Trust nobody.");
    await put("chat-system.txt", "You are brief.");
    await put("detect-emotion.txt", 'Feel.\n=== data ===\n{ "said": {{message}} }');
    await put("README.md", "Ours.");
    await expect(checkPrompts(directory)).resolves.toBeUndefined();
  });

  it.each([
    {
      file: "extrcat.txt",
      text: "x",
      message: /no prompt named .*extrcat\.txt\. Its prompts are answer-format\.txt, /,
    },
    { file: "chat-system.txt", text: " \n ", message: /chat-system\.txt is empty\.$/ },
    {
      file: "compare-facts.txt",
      text: "Compare.\n=== data ===\n{}",
      message: /compare-facts\.txt lacks \{\{facts\}\}\.$/,
    },
    {
      file: "summarise-user.txt",
      text: "Sum up.",
      message: /summarise-user\.txt needs one line "=== data ==="/,
    },
    {
      file: "extract-episodes.txt",
      text: "{{turns}}\n=== data ===\n{{turns}} {{procedures}}",
      message: /extract-episodes\.txt has \{\{turns\}\} in its instructions/,
    },
  ])("stops the start by naming $file if it cannot be used", async ({ file, text, message }) => {
    await put(file, text);
    const refused = await checkPrompts(directory).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartupError);
    expect((refused as Error).message).toMatch(message);
  });

  it("stops the start if it or a file of it cannot be read", async () => {
    await expect(checkPrompts(join(directory, "nowhere"))).rejects.toThrow(
      /PROMPTS_DIR must be a readable folder/,
    );
    await mkdir(join(directory, "extract.txt"));
    await expect(checkPrompts(directory)).rejects.toThrow(/extract\.txt cannot be read\.$/);
  });
});
