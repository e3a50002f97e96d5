import type { EventId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { Session } from "../memory/session.ts";
import { checkTags } from "../memory/tags.ts";
import { later, plusMillis, type Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { checkOccurredAt } from "../write/limits.ts";
import { PRECEDING_MESSAGES, recentMessagesOf } from "../write/recent-messages.ts";
import { logEvent } from "../write/stages/log-event.ts";
import { runChat, type RunningChat } from "./reply/run-chat.ts";
import { checkChat, type AcceptedMessage, type ChatRequest } from "./request.ts";
import type { ChatServices } from "./services.ts";
import { findSession } from "./sessions.ts";
import { STRATEGIES } from "./strategies/strategies.ts";

export type { RunningChat } from "./reply/run-chat.ts";

/** The last messages of a session, for the extraction from a new one. */
const recentMessages = async (
  { write: { models } }: ChatServices,
  space: SpaceStore,
  session: Session,
): Promise<string[]> => {
  const { turns } = await space.turns({ session: session.id, last: PRECEDING_MESSAGES });
  return recentMessagesOf(models, turns);
};

/** Records the message of a request. */
const acceptMessage = async (
  services: ChatServices,
  space: SpaceStore,
  request: ChatRequest,
  session: Session,
  startMillis: number,
): Promise<AcceptedMessage> => {
  const [{ recordedAt: head }, recent] = await Promise.all([
    space.head(),
    recentMessages(services, space, session),
  ]);
  const { message, speaker, occurredAt = null, timeZone, signal } = request;
  const tags = checkTags(request.tags);
  const { event, repeated, logged } = await logEvent(
    services.write,
    space,
    {
      message,
      speaker: speaker?.trim() ?? null,
      session: session.id,
      occurredAt,
      timeZone,
      idempotencyKey: request.idempotencyKey ?? null,
      recentMessages: recent,
      ...(tags !== undefined && { tags }),
    },
    signal,
  );
  if (event.session !== session.id)
    throw new Problem(
      "IDEMPOTENCY_KEY_REUSED",
      "This idempotency key was used for a message outside this session. Use a new key for a new message.",
    );
  const justBefore: Instant = plusMillis(event.recordedAt, -1);
  const at = {
    knownAt: repeated ? justBefore : (head ?? justBefore),
    validAt: later(event.occurredAt, event.recordedAt),
  };
  return { request, session, event, repeated, logged, at, startMillis };
};

/** The running chats of this process: a repeated request joins the first one. */
const runningChats = new Map<EventId, RunningChat>();

/**
 * Starts a chat. When this resolves, the message is recorded, and the chat runs to its end. Throws
 * the errors of `chat` that occur before that: NOT_FOUND (session), BAD_USER_INPUT,
 * INVALID_INSTANT, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED.
 */
export const beginChat = async (
  services: ChatServices,
  space: SpaceStore,
  request: ChatRequest,
): Promise<RunningChat> => {
  const startMillis = services.read.now();
  checkChat(request);
  checkOccurredAt("occurredAt", request.occurredAt, services.write.now());
  const { background } = services;
  const session = await findSession(space, request.session);
  const strategy = STRATEGIES[request.strategy ?? session.strategy];
  if (strategy.readsMemory || strategy.keepUp) await background.whenSettled(space, session.id);
  const acceptedMessage = await acceptMessage(services, space, request, session, startMillis);
  const { id } = acceptedMessage.event;
  const runningChat = runningChats.get(id);
  if (runningChat) return runningChat;
  const chat = runChat(services, space, acceptedMessage);
  runningChats.set(id, chat);
  const end = (): void => void runningChats.delete(id);
  chat.report.then(end, end);
  return chat;
};
