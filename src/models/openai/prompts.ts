import { join } from "node:path";
import { shippedVocabulary } from "../../vocabulary/load.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { InvalidPrompt, PROMPTS_DIRECTORY, readPromptFile } from "../../prompts/prompt-files.ts";

/**
 * The prompts with the placeholders of their data part. Each must occur there, and no other may.
 */
const PLACEHOLDERS = {
  extract: [
    "speaker",
    "speaker_named",
    "occurred_at",
    "weekday",
    "recent_messages",
    "wants_profiles",
    "known",
    "message",
  ],
  "extract-turns": ["recent_messages", "wants_profiles", "known", "turns"],
  "scan-entities": ["speaker", "speaker_named", "recent_messages", "message"],
  "extract-facts": ["speaker", "occurred_at", "weekday", "recent_messages", "entities", "message"],
  "extract-relations": ["speaker", "recent_messages", "entities", "message"],
  disambiguate: ["name", "type", "message", "candidates"],
  reconcile: ["occurred_at", "facts"],
  "detect-emotion": ["message"],
  summarise: ["task", "previous", "text"],
  "compare-facts": ["facts"],
  "summarise-session": ["previous", "turns"],
  "summarise-user": ["previous", "turns", "facts", "no_longer_true"],
  "extract-episodes": ["turns", "procedures"],
  "describe-entity": ["name", "type", "profile", "facts", "clusters"],
  "answer-format": ["schema"],
} as const satisfies Record<string, readonly string[]>;

export type PromptName = keyof typeof PLACEHOLDERS;
type PromptValues<N extends PromptName> = Readonly<
  Record<(typeof PLACEHOLDERS)[N][number], unknown>
>;

/** A prompt for one call: instructions for the model, and the data that they apply to. */
export interface RenderedPrompt {
  readonly instructions: string;
  readonly data: string;
}

export interface Prompts {
  /**
   * Fills the placeholders of a prompt. Values are inserted as JSON, so that text of a user stays
   * within its quotes, and only once: a placeholder in a message stays text.
   */
  render<N extends PromptName>(name: N, values: PromptValues<N>): RenderedPrompt;
}

/**
 * A separator on its own line. The instructions come before it, and the data with placeholders
 * after it.
 */
const DIVIDER = /^=== data ===$/mu;
const INCLUDE = /^\{\{include ([\w.-]+)\}\}$/gmu;
/** The placeholder for the list of slots. */
const SLOTS = /^\{\{slots\}\}$/mu;
const PLACEHOLDER = /\{\{(\w+)\}\}/gu;
const ANY_BRACES = /\{\{[^{}]*\}\}/u;

/** Inserts the parts that prompts share, such as `{{include rules-safety.txt}}`, one level deep. */
const insertIncludes = async (directory: string, text: string): Promise<string> => {
  const files = new Set([...text.matchAll(INCLUDE)].map(([, file]) => file ?? ""));
  const parts = new Map<string, string>();
  for (const file of files) parts.set(file, await readPromptFile(file, directory));
  return text.replace(INCLUDE, (_, file: string) => parts.get(file) ?? "");
};

/** The slots of the vocabulary with their meaning, one per line. */
const listSlots = ({ slots }: Vocabulary): string =>
  [
    "SLOTS, with the type of the value and what they say. Those with an asterisk have several values at a time.",
    ...slots.map(
      ({ slot, cardinality, value, about }) =>
        `${slot}${cardinality === "MANY" ? "*" : ""} (${value}): ${about}`,
    ),
  ].join("\n");

/** The errors in the placeholders of a data part; empty if there are none. */
const placeholderProblems = (data: string, expectedNames: readonly string[]): string[] => {
  const usedPlaceholders = new Set(
    [...data.matchAll(PLACEHOLDER)].map(([, placeholder]) => placeholder ?? ""),
  );
  return [
    ...expectedNames
      .filter((name) => !usedPlaceholders.has(name))
      .map((name) => `lacks {{${name}}}`),
    ...[...usedPlaceholders]
      .filter((name) => !expectedNames.includes(name))
      .map((name) => `has {{${name}}}, which is unknown`),
  ];
};

/**
 * Reads a prompt: its instructions, with the slots of the vocabulary, and its data with
 * placeholders. Throws InvalidPrompt if a part is missing, or if braces other than the placeholders
 * occur.
 */
const loadPrompt = async (
  directory: string,
  name: string,
  placeholders: readonly string[],
  slots: string,
): Promise<RenderedPrompt> => {
  const file = `${name}.txt`;
  const invalid = (problem: string): InvalidPrompt =>
    new InvalidPrompt(join(directory, file), problem);
  const template = await insertIncludes(directory, await readPromptFile(file, directory));
  const text = template.replace(SLOTS, () => slots);
  const [instructions, data, ...rest] = text.split(DIVIDER);
  if (instructions === undefined || data === undefined || rest.length > 0)
    throw invalid('needs one line "=== data ===" between instructions and data');
  if (instructions.trim() === "") throw invalid("has no instructions");
  const braces = ANY_BRACES.exec(instructions)?.[0];
  if (braces !== undefined)
    throw invalid(
      `has ${braces} in its instructions, which may contain only includes and {{slots}}`,
    );
  const problems = placeholderProblems(data, placeholders);
  if (problems.length > 0) throw invalid(problems.join(" and "));
  return { instructions: instructions.trim(), data: data.trim() };
};

/**
 * Reads and checks all prompts: those of a folder, and those of the service for names that the
 * folder lacks. Throws an InvalidPrompt that names the first unusable file.
 */
export const loadPrompts = async (
  directory: string = PROMPTS_DIRECTORY,
  vocabulary: Vocabulary = shippedVocabulary(),
): Promise<Prompts> => {
  const slots = listSlots(vocabulary);
  const templates = new Map<string, RenderedPrompt>();
  for (const [name, placeholders] of Object.entries(PLACEHOLDERS))
    templates.set(name, await loadPrompt(directory, name, placeholders, slots));
  return {
    render: (name, values) => {
      const template = templates.get(name);
      if (template === undefined) throw new Error(`There is no prompt ${name}.`);
      const valueOf = new Map(Object.entries<unknown>(values));
      return {
        instructions: template.instructions,
        data: template.data.replace(PLACEHOLDER, (_, placeholder: string) =>
          JSON.stringify(valueOf.get(placeholder)),
        ),
      };
    },
  };
};
