import type { Memory } from "../../../packages/client/src/index.ts";
import { inFrame } from "../../language/fence.ts";
import { Problem } from "../../memory/problem.ts";
import type { Strategy } from "../../memory/session.ts";
import type { TokenUsage } from "../../memory/usage.ts";
import { type ChatMessage, type Models, ModelUnavailable } from "../../models/port.ts";
import type { Answer } from "../../models/answer.ts";
import { precedingMessages } from "../../write/recent-messages.ts";
import type { CompletionRequest } from "./completion-request.ts";

export interface CompletionServices {
  readonly memory: Memory;
  readonly models: Pick<Models, "reply" | "replier">;
  /** Called with the reason if the message could not be remembered. */
  readonly onFault: (error: unknown) => void;
}

export interface CompletionOptions {
  /** The session of the message. */
  readonly sessionId: string | undefined;
  readonly signal: AbortSignal;
}

/** A piece of a reply; the last part contains the whole reply. */
export type CompletionPart =
  | { readonly text: string }
  | { readonly whole: string; readonly model: string; readonly tokens: TokenUsage };

/** Parts of a context that the request already has. */
const OWN_ORIGINS: ReadonlySet<string> = new Set(["SYSTEM_PROMPT", "TURN", "MESSAGE"]);

/** The context that a strategy, or recall, adds before the question. */
const memoryFor = async (
  question: string,
  strategy: Strategy | null,
  memory: Memory,
  options: CompletionOptions,
): Promise<readonly ChatMessage[]> => {
  if (strategy === null) {
    const { text } = await memory.recall(question, options);
    return text === "" ? [] : [{ role: "system", content: inFrame(text) }];
  }
  const { messages } = await memory.context(question, { ...options, strategy });
  return messages
    .filter(({ origin }) => !OWN_ORIGINS.has(origin))
    .map(({ content }) => ({ role: "system", content }));
};

/** The messages, with memory after the system messages of the caller. */
const withMemory = async (
  { messages, question, strategy }: CompletionRequest,
  memory: Memory,
  options: CompletionOptions,
): Promise<readonly ChatMessage[]> => {
  if (question === null) return messages;
  const memoryMessages = await memoryFor(question, strategy, memory, options);
  const own = messages.findIndex(({ role }) => role !== "system");
  return messages.toSpliced(own, 0, ...memoryMessages);
};

/** Remembers the message of the user. The reply does not depend on it. */
const remember = async (
  { question, isNew, before }: CompletionRequest,
  { memory, onFault }: CompletionServices,
  sessionId: string | undefined,
): Promise<void> => {
  if (question === null || !isNew) return;
  const recentMessages = precedingMessages(before);
  await memory.remember(question, { sessionId, recentMessages }).catch(onFault);
};

const partOf = (part: { readonly text: string } | Answer<string>): CompletionPart =>
  "text" in part
    ? { text: part.text }
    : { whole: part.value, model: part.model ?? "", tokens: part.tokens };

/**
 * Replies to a conversation with memory of the user, and remembers the latest message of the user
 * at the same time; the last part comes when both are done. Throws MODEL_UNAVAILABLE if no model
 * replies.
 */
export async function* complete(
  request: CompletionRequest,
  services: CompletionServices,
  options: CompletionOptions,
): AsyncGenerator<CompletionPart> {
  const messages = await withMemory(request, services.memory, options);
  const memoryWrite = remember(request, services, options.sessionId);
  try {
    for await (const part of services.models.reply(messages, { signal: options.signal })) {
      if (!("text" in part)) await memoryWrite;
      yield partOf(part);
    }
  } catch (cause) {
    if (!(cause instanceof ModelUnavailable) || cause.kind === "QUOTA") throw cause;
    throw new Problem("MODEL_UNAVAILABLE", "No model could reply. The message is remembered.", {
      cause,
    });
  } finally {
    await memoryWrite;
  }
}
