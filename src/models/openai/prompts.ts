import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROMPTS_DIRECTORY } from "../../prompts/directory.ts";

/** The prompts and, of each, what its data part is filled with: every name must appear there, and no other may. */
const PLACEHOLDERS = {
  extract: [
    "speaker",
    "speaker_named",
    "occurred_at",
    "weekday",
    "recent_messages",
    "known",
    "message",
  ],
  "scan-entities": ["speaker", "speaker_named", "recent_messages", "message"],
  "extract-facts": ["speaker", "occurred_at", "weekday", "recent_messages", "entities", "message"],
  "extract-relations": ["speaker", "recent_messages", "entities", "message"],
  disambiguate: ["name", "type", "message", "candidates"],
  reconcile: ["fact", "occurred_at", "candidates"],
  "detect-emotion": ["message"],
  summarise: ["task", "previous", "text"],
  "compare-facts": ["facts"],
  "summarise-thread": ["previous", "turns"],
  "summarise-user": ["previous", "turns", "facts", "no_longer_true"],
  "draw-records": ["turns", "procedures"],
  "describe-entity": ["name", "type", "profile", "facts", "clusters"],
  "answer-format": ["schema"],
} as const satisfies Record<string, readonly string[]>;

export type PromptName = keyof typeof PLACEHOLDERS;
type Values<N extends PromptName> = Readonly<Record<(typeof PLACEHOLDERS)[N][number], unknown>>;

/** What a model is told: what to do, and the data to do it with. */
export interface Rendered {
  readonly instructions: string;
  readonly data: string;
}

export interface Prompts {
  /**
   * Fills a prompt. Data goes in as JSON, so that whatever a user says stays within its quotes, and is not looked at again: a
   * placeholder in a message is text.
   */
  render<N extends PromptName>(name: N, values: Values<N>): Rendered;
}

/** Stands alone on its line; what comes before is for the model to obey, what comes after is filled with data. */
const DIVIDER = /^=== data ===$/mu;
const INCLUDE = /^\{\{include ([\w.-]+)\}\}$/gmu;
const PLACEHOLDER = /\{\{(\w+)\}\}/gu;
const ANY_BRACES = /\{\{[^{}]*\}\}/u;

/** A prompt file that is missing or cannot be used. The message names the file, for the one who edits it. */
export class BrokenPrompt extends Error {
  constructor(path: string, fault: string) {
    super(`The prompt ${path} ${fault}.`);
    this.name = "BrokenPrompt";
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** A file of the folder or, where the folder does not hold it, the one that comes with the service. */
const readText = async (directory: string, file: string): Promise<string> => {
  const path = join(directory, file);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error) && directory !== PROMPTS_DIRECTORY)
      return readFile(join(PROMPTS_DIRECTORY, file), "utf8").catch(() => null);
    return null;
  });
  if (text === null) throw new BrokenPrompt(path, "cannot be read");
  if (text.trim() === "") throw new BrokenPrompt(path, "is empty");
  return text.replace(/\r\n/gu, "\n").trimEnd();
};

/** Parts that several prompts share stand in files of their own: `{{include rules-safety.txt}}`, one level deep. */
const withParts = async (directory: string, text: string): Promise<string> => {
  const names = new Set([...text.matchAll(INCLUDE)].map(([, name]) => name ?? ""));
  const parts = new Map<string, string>();
  for (const name of names) parts.set(name, await readText(directory, name));
  return text.replace(INCLUDE, (_, name: string) => parts.get(name) ?? "");
};

const load = async (directory: string, name: PromptName): Promise<Rendered> => {
  const path = join(directory, `${name}.txt`);
  const [instructions, data, ...rest] = (
    await withParts(directory, await readText(directory, `${name}.txt`))
  ).split(DIVIDER);
  if (instructions === undefined || data === undefined || rest.length > 0)
    throw new BrokenPrompt(path, 'needs one line "=== data ===" between instructions and data');
  if (instructions.trim() === "") throw new BrokenPrompt(path, "has no instructions");
  const stray = ANY_BRACES.exec(instructions);
  if (stray)
    throw new BrokenPrompt(
      path,
      `has ${stray[0]} among its instructions, where only includes may stand`,
    );
  const found = new Set([...data.matchAll(PLACEHOLDER)].map(([, placeholder]) => placeholder));
  const wanted: ReadonlySet<string | undefined> = new Set(PLACEHOLDERS[name]);
  const faults = [
    ...[...wanted]
      .filter((placeholder) => !found.has(placeholder))
      .map((placeholder) => `lacks {{${placeholder}}}`),
    ...[...found]
      .filter((placeholder) => !wanted.has(placeholder))
      .map((placeholder) => `has {{${placeholder}}}, which is unknown`),
  ];
  if (faults.length > 0) throw new BrokenPrompt(path, faults.join(" and "));
  return { instructions: instructions.trim(), data: data.trim() };
};

/** Reads and checks all prompts: those of a folder and, where it does not hold one, those that come with the service. Throws a BrokenPrompt that names the first file that cannot be used. */
export const loadPrompts = async (directory: string = PROMPTS_DIRECTORY): Promise<Prompts> => {
  const templates = new Map<string, Rendered>();
  for (const name of Object.keys(PLACEHOLDERS) as PromptName[])
    templates.set(name, await load(directory, name));
  return {
    render: (name, values) => {
      const { instructions, data } = templates.get(name) as Rendered;
      const texts: Readonly<Record<string, unknown>> = values;
      return {
        instructions,
        data: data.replace(PLACEHOLDER, (_, placeholder: string) =>
          JSON.stringify(texts[placeholder]),
        ),
      };
    },
  };
};
