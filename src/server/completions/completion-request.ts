import { z } from "zod";
import { Problem } from "../../memory/problem.ts";
import { STRATEGY_NAMES, type Strategy } from "../../memory/session.ts";
import type { ChatMessage } from "../../models/port.ts";
import type { SaidMessage } from "../../write/recent-messages.ts";

/** Header that names the session of a message. */
export const SESSION_HEADER = "x-palimpsest-session";
/** Header that selects the strategy that adds memory. */
export const STRATEGY_HEADER = "x-palimpsest-strategy";

/** Maximum number of messages of a request. */
const MOST_MESSAGES = 2_000;

const textPart = z.object({ type: z.literal("text"), text: z.string() });
const content = z.union([z.string(), z.array(textPart).transform(textOfParts)]);
const message = z.object({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content,
});
const body = z.object({
  model: z.string().max(200).optional(),
  messages: z.array(message).min(1).max(MOST_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1).nullish(),
  response_format: z.object({ type: z.literal("text") }).nullish(),
  tools: z.array(z.never()).nullish(),
  functions: z.array(z.never()).nullish(),
});

function textOfParts(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join("\n");
}

/** The error message for an invalid value of a field. */
const FIELD_ERRORS: Readonly<Record<string, string>> = {
  n: "Only one choice is returned. Omit n.",
  tools: "Tools are not forwarded. Call the model itself, and give it the tools of MCP at /mcp.",
  functions: "Functions are not forwarded.",
  response_format: "The reply is always text. Omit response_format.",
  messages:
    "messages must be a list of { role, content }, with content of text: system, developer, user, assistant or tool.",
};

/** A strategy by its name, in any case, with hyphens or underscores; null for any other name. */
const strategyNamed = (name: string): Strategy | null => {
  const own = name.trim().toUpperCase().replaceAll("-", "_");
  return STRATEGY_NAMES.find((strategy) => strategy === own) ?? null;
};

/**
 * The strategy that a request selects: by the header, else by the part of its model after the last
 * colon (`any:entity-graph`), which may also be part of a model name. Throws BAD_USER_INPUT for a
 * header with an unknown strategy.
 */
const strategyOf = (header: string | undefined, model: string | undefined): Strategy | null => {
  if (header === undefined) return strategyNamed(/:(?<name>[^:]*)$/u.exec(model ?? "")?.[1] ?? "");
  const strategy = strategyNamed(header);
  if (strategy !== null) return strategy;
  throw new Problem(
    "BAD_USER_INPUT",
    `The strategy does not exist. The strategies are ${STRATEGY_NAMES.join(", ")}.`,
  );
};

export interface CompletionRequest {
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  readonly includesUsage: boolean;
  /** The strategy that adds memory; null for recall. */
  readonly strategy: Strategy | null;
  /** The latest message of the user; null if there is none. */
  readonly question: string | null;
  /** Whether it is the message to answer. After a later tool call, it is not. */
  readonly isNew: boolean;
  /** The messages of the user and of the agent before it, oldest first. */
  readonly before: readonly SaidMessage[];
}

/**
 * Reads the body of a completion request, and the header that selects a strategy. Throws
 * BAD_USER_INPUT.
 */
export const readCompletionRequest = (
  value: unknown,
  strategyHeader?: string | undefined,
): CompletionRequest => {
  const { data, error } = body.safeParse(value);
  if (!data) {
    const name = String(error.issues[0]?.path[0] ?? "messages");
    throw new Problem(
      "BAD_USER_INPUT",
      FIELD_ERRORS[name] ?? `${name} has a value of the wrong type.`,
    );
  }
  const messages = data.messages.map(({ role, content }) => ({
    role: role === "developer" ? ("system" as const) : role,
    content,
  }));
  const said = messages.flatMap(({ role, content: text }): SaidMessage[] => {
    if (role === "user") return [{ role: "USER", content: text }];
    // A call of a tool has no text.
    return role === "assistant" && text !== "" ? [{ role: "AGENT", content: text }] : [];
  });
  const last = said.findLastIndex(({ role }) => role === "USER");
  const question = said[last]?.content.trim() ?? "";
  return {
    messages,
    strategy: strategyOf(strategyHeader, data.model),
    stream: data.stream === true,
    includesUsage: data.stream_options?.include_usage === true,
    question: question === "" ? null : question,
    isNew: messages.at(-1)?.role === "user",
    before: said.slice(0, Math.max(0, last)),
  };
};
