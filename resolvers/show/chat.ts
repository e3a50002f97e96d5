import type { ChatContext, ContextMessage } from "../../schema/sessions/chat-context.ts";
import type { ChatResult } from "../../schema/sessions/chat.ts";
import type { RunningChat } from "../../src/chat/chat.ts";
import type { AssembledContext } from "../../src/chat/context/assemble.ts";
import type { ContextMessage as Message } from "../../src/chat/context/message.ts";
import type { SentContext } from "../../src/chat/context/sent-context.ts";
import type { ChatReport } from "../../src/chat/reply/report.ts";
import type { Role } from "../../src/memory/session.ts";
import type { ChatMessage } from "../../src/models/port.ts";
import type { Context } from "../context.ts";
import { type Reading, readingAfter } from "../reading.ts";
import { showHits } from "./search-hit.ts";
import { loadTurn, showTurn } from "./turn.ts";

const ROLES: Readonly<Record<ChatMessage["role"], Role>> = {
  system: "SYSTEM",
  user: "USER",
  assistant: "AGENT",
  tool: "TOOL",
};

const showMessage = (
  { role, content, tokens, origin, turn }: Message,
  reading: Reading,
): ContextMessage => ({
  role: ROLES[role],
  content,
  tokens,
  origin,
  get turn() {
    return turn === undefined ? null : loadTurn(turn, reading);
  },
});

const showMessages = (messages: readonly Message[], reading: Reading): ContextMessage[] =>
  messages.map((message) => showMessage(message, reading));

/**
 * A context. `reading` reads its turns. Its hits are read at the time point at which memory was
 * read for it.
 */
export const showChatContext = async (
  { strategy, mode, at, context }: Omit<SentContext, "reply">,
  reading: Reading,
): Promise<ChatContext> => ({
  strategy,
  mode,
  messages: showMessages(context.messages, reading),
  tokens: context.tokens,
  cuts: context.cut,
  retrieved: await showHits(context.hits, { ...reading, view: { at, past: reading.view.past } }),
  at,
});

/** A result with the data that its lazy fields need. */
export interface ShownChat extends ChatResult {
  readonly chat: RunningChat;
}

const metricsOf = ({ metrics }: ChatReport): ChatResult["metrics"] => ({
  ...metrics,
  totalTokens: metrics.promptTokens + metrics.completionTokens,
});

/** The result of a chat, after its reply is complete. */
export const showChat = async (
  chat: RunningChat,
  report: ChatReport,
  context: Context,
): Promise<ShownChat> => {
  const { recordedAt } = await context.space.head();
  const now = recordedAt ?? report.at.knownAt;
  const reading = readingAfter(context, {
    knownAt: now,
    validAt: report.at.validAt > now ? report.at.validAt : now,
  });
  const assembledContext: AssembledContext = report.context;
  return {
    reply: report.reply.content,
    turn: showTurn(report.turn, reading),
    replyTurn: showTurn(report.reply, reading),
    strategy: report.strategy,
    mode: report.mode,
    model: report.model,
    metrics: metricsOf(report),
    context: showMessages(assembledContext.messages, reading),
    cuts: assembledContext.cut,
    retrieved: await showHits(assembledContext.hits, readingAfter(context, report.at)),
    chat,
  };
};
