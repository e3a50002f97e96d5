import type { ChatContext } from "../../schema/chat-context.ts";
import type { ChatResult } from "../../schema/chat-result.ts";
import type { ContextMessage } from "../../schema/context-message.ts";
import type { AssembledContext } from "../../src/chat/assemble.ts";
import type { RunningChat } from "../../src/chat/chat.ts";
import type { ChatReport } from "../../src/chat/chat-report.ts";
import type { ContextMessage as Message } from "../../src/chat/context-message.ts";
import type { SentContext } from "../../src/chat/sent-context.ts";
import type { Role } from "../../src/memory/session.ts";
import type { ChatMessage } from "../../src/models/port.ts";
import type { Context } from "../context.ts";
import { readingAfter, type Reading } from "../reading.ts";
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

export const showMessages = (messages: readonly Message[], reading: Reading): ContextMessage[] =>
  messages.map((message) => showMessage(message, reading));

/** A context: its turns are read by `reading`, what was retrieved as of when memory was read for it. */
export const showChatContext = async (
  { strategy, mode, at, context }: Omit<SentContext, "answered">,
  reading: Reading,
): Promise<ChatContext> => ({
  strategy,
  mode,
  messages: showMessages(context.messages, reading),
  tokens: context.tokens,
  cut: context.cut,
  retrieved: await showHits(context.hits, { ...reading, view: { at, past: reading.view.past } }),
  at,
});

/** A result with what its lazy fields need. */
export interface ShownChat extends ChatResult {
  readonly chat: RunningChat;
}

const metricsOf = ({ metrics }: ChatReport): ChatResult["metrics"] => ({
  ...metrics,
  totalTokens: metrics.promptTokens + metrics.completionTokens,
});

/** What a chat did, once its reply is there. */
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
  const sent: AssembledContext = report.context;
  return {
    reply: report.reply.content,
    turn: showTurn(report.turn, reading),
    replyTurn: showTurn(report.reply, reading),
    strategy: report.strategy,
    mode: report.mode,
    model: report.model,
    metrics: metricsOf(report),
    context: showMessages(sent.messages, reading),
    cut: sent.cut,
    retrieved: await showHits(sent.hits, readingAfter(context, report.at)),
    chat,
  };
};
