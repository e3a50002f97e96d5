import type { McpServer, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { PalimpsestError } from "../packages/client/src/errors.ts";
import type { Memory } from "../packages/client/src/index.ts";
import { DEFAULT_TOKENS, LEAST_TOKENS, MOST_TOKENS } from "./budget.ts";

/** The services of a tool. */
export interface ToolCall {
  readonly memory: Memory;
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
  readonly now: Date;
}

export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  readonly run: (input: z.output<Input>, call: ToolCall) => Promise<z.input<Output>>;
}

/** A text with at most as many characters as any memory accepts in one message. */
const MOST_CHARACTERS = 64 * 1024;
export const text = (description: string): z.ZodString =>
  z.string().min(1).max(MOST_CHARACTERS).describe(description);

/** A text that identifies something: an id, a key or a name. */
export const reference = (description: string): z.ZodString =>
  z.string().min(1).max(1024).describe(description);

const DATES = "ISO (2026-03-31, 2026-03, 2026, 2026-03-31T18:00:00Z) or words (yesterday)";
export const dateText = (description: string): z.ZodOptional<z.ZodString> =>
  z.string().min(1).max(100).optional().describe(`${description} ${DATES}, UTC.`);

/** Arguments of every tool that reads a memory as of a time point. */
export const TIME = {
  knownAt: dateText(
    "Answer with what was known at this moment, without anything learnt later. A plain date means its end. Default: now.",
  ),
  validAt: dateText(
    "Answer with what was true at this moment, as it is known now (or at knownAt). Default: knownAt.",
  ),
};
export const TOKENS = {
  tokenBudget: z
    .int()
    .min(LEAST_TOKENS)
    .max(MOST_TOKENS)
    .default(DEFAULT_TOKENS)
    .describe("Maximum number of tokens of the answer."),
};
/** Maximum number of items of a page. */
const MOST_ITEMS = 50;
export const PAGING = {
  first: z.int().min(1).max(MOST_ITEMS).default(20).describe("Maximum number of items."),
  page: z.string().max(1024).optional().describe("`nextPage` of the previous answer."),
};

/** Labels of the caller's own. */
export const tags = (description: string): z.ZodOptional<z.ZodArray<z.ZodString>> =>
  z.array(z.string().min(1).max(100)).max(16).optional().describe(description);

/**
 * Tools that find what helps with a question can ask one shared space together with the user's own.
 */
export const TOGETHER = {
  alsoIn: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("Name of a shared space, such as that of a team, to read as well. Default: none."),
};

export const READING: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Where to find valid names for an argument, for a caller that named something unknown. */
const SOURCES: readonly (readonly [argument: string, next: string])[] = [
  ["alsoIn", "Omit alsoIn, or ask the user for the name."],
  ["fact", "Ids of facts come from recall, search and about: pass one unchanged."],
  ["decision", "Ids of decisions come from remember, why and what_changed."],
  [
    "sessionId",
    "Call remember with sessionId `new`: its answer contains the id of the conversation.",
  ],
  ["id", "Ids come from recall, search and about: pass one of this kind unchanged."],
  ["entity", "It may be known under another name: call search."],
];
/** Error codes for an argument that names nothing. */
const NAMES_NOTHING: ReadonlySet<string> = new Set(["NOT_FOUND", "INVALID_ID"]);

const NEEDS_OPERATOR = "Do not try again; tell the user that an operator must look at the service.";

/** The next step for a caller, by the code of the error. */
const NEXT: Readonly<Record<string, string>> = {
  INVALID_INTERVAL:
    "If it ends now, omit the date. If it was never true, undo the decision that recorded it.",
  INVALID_CURSOR: "Call again without `page`, or with the `nextPage` of the last answer.",
  CONFLICT: "The memory has just changed. Read it again, then decide.",
  STORE_UNAVAILABLE: "Try again in a moment. Before you repeat a write, check whether it happened.",
  STORE_REFUSED: NEEDS_OPERATOR,
  SPACE_DAMAGED: NEEDS_OPERATOR,
  SPACE_OF_NEWER_VERSION: NEEDS_OPERATOR,
  MODEL_UNAVAILABLE: "Try again in a moment. What was remembered is kept.",
  CONNECTION_FAILED: "Try again in a moment. Before you repeat a write, check whether it happened.",
  MEMORY_OFF: "The user has switched this off. Do not try again; tell the user.",
  MESSAGE_TOO_LONG: "Remember it in parts.",
  ARGUMENT_TOO_LONG: "Shorten it.",
  UNAUTHENTICATED: "Ask the user for new credentials.",
};

/** The next step for a caller, after a call with these arguments. */
const nextAfter = (code: string, input: Readonly<Record<string, unknown>>): string | undefined => {
  if (!NAMES_NOTHING.has(code)) return NEXT[code];
  if (input["entity"] === "user") return "Remember what the user tells you.";
  return SOURCES.find(([argument]) => input[argument] !== undefined)?.[1];
};

const failure = (error: PalimpsestError, input: Readonly<Record<string, unknown>>) => ({
  isError: true,
  content: [
    {
      type: "text" as const,
      text: [`${error.code}: ${error.message}`, nextAfter(error.code, input), error.errorId]
        .filter((part) => part !== undefined)
        .join(" "),
    },
  ],
});

/**
 * Adds a tool to a server. Its answer is in the structured content and, as the same JSON, in the
 * text. Stored words are JSON strings there, and cannot be mistaken for anything else.
 */
export const addTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { memory, onFault }: { readonly memory: Memory; readonly onFault: (error: unknown) => void },
  { name, title, description, input, output, annotations, run }: Tool<Input, Output>,
): void => {
  const config = {
    title,
    description,
    inputSchema: input.strict(),
    outputSchema: output,
    annotations: { title, ...annotations },
  };
  server.registerTool(name, config, async (toolInput, { mcpReq: { signal } }) => {
    try {
      const call = { memory, signal, now: new Date() };
      const structuredContent: Record<string, unknown> = await run(
        toolInput as z.output<Input>,
        call,
      );
      const content = [{ type: "text" as const, text: JSON.stringify(structuredContent) }];
      return { content, structuredContent };
    } catch (error) {
      if (error instanceof PalimpsestError) return failure(error, toolInput);
      // The answer to a cancelled call reaches nobody.
      if (!signal.aborted) onFault(error);
      return failure(new PalimpsestError("INTERNAL_SERVER_ERROR", "The tool failed."), toolInput);
    }
  });
};
